// Orient: paying with cards, copying a color, taking free cards; and all of a purchase.
include "purchase.dfy"
include "take.dfy"

predicate orient_copy_needs_color(p: Position, b: Buy)
  requires Seated(p)
{
  IsCopyCard(b.card) ==> HasColor(Mover(p))
}

// Only own cards of virtual gold are spent, each once.
predicate orient_spend_owned(p: Position, b: Buy)
  requires Seated(p)
{
  multiset(b.pay.spent) <= PlayedCards(Mover(p).bought) &&
  forall card :: card in b.pay.spent ==> card.power.VirtualGold?
}

// How much of the price some cards of virtual gold must pay at least.
function LeastVirtual(ruling: VirtualSpare, cards: nat): nat
{
  if ruling.NoSpare? && cards > 0 then 2 * cards - 1 else cards
}

predicate orient_spend_used(p: Position, b: Buy)
  requires Seated(p)
{
  LeftToCards(Mover(p), Price(Mover(p), b.card), b.pay) >=
    LeastVirtual(p.rulings.virtual_spare, |b.pay.spent|)
}

// Two cards, and nothing else, pay for a card with such a price, and for no other card.
predicate orient_discard_price(p: Position, b: Buy)
{
  if b.card.discard.Just? then
    |b.pay.discarded| == 2 && b.pay.spent == [] && b.pay.tokens == None()
  else b.pay.discarded == []
}

// Whether a card of a seat counts as a color.
predicate CountsAs(seat: Seat, card: Card, color: Color)
{
  exists played :: played in seat.bought && played.card == card && played.color == Just(color)
}

// The two are different cards of the seat that count as the color asked for.
predicate orient_discard_color(p: Position, b: Buy)
  requires Seated(p)
{
  multiset(b.pay.discarded) <= PlayedCards(Mover(p).bought) &&
  forall card :: card in b.pay.discarded ==>
    b.card.discard.Just? && CountsAs(Mover(p), card, b.card.discard.value)
}

// No copy card of the color stays while another card of it is discarded.
predicate orient_discard_copies_first(p: Position, b: Buy)
  requires Seated(p)
{
  (forall card :: card in b.pay.discarded ==> IsCopyCard(card)) ||
  forall played :: played in Mover(p).bought && IsCopyCard(played.card) &&
    played.color == b.card.discard ==> played.card in b.pay.discarded
}

// The cards of a seat without one of them.
function WithoutPlayed(cards: seq<Played>, card: Card): seq<Played>
{
  if cards == [] then []
  else
    var last := |cards| - 1;
    if cards[last].card == card then cards[..last]
    else WithoutPlayed(cards[..last], card) + [cards[last]]
}

function WithoutAll(cards: seq<Played>, given: seq<Card>): seq<Played>
  decreases |given|
{
  if given == [] then cards else WithoutAll(WithoutPlayed(cards, given[0]), given[1..])
}

// The tokens go to the supply; the spent and the discarded cards leave the game.
function Paid(p: Position, pay: Payment): Position
  requires Seated(p)
{
  var seat := Mover(p);
  var given := pay.spent + pay.discarded;
  WithMover(p.(supply := Plus(p.supply, pay.tokens), gone := p.gone + multiset(given)),
    seat.(tokens := Minus(seat.tokens, pay.tokens), bought := WithoutAll(seat.bought, given)))
}

// The card of a seat that a copy card copies, if the seat has it and it counts as a color.
function SourceIn(cards: seq<Played>, copy: Copy): Maybe<Played>
{
  if cards == [] || copy.NoCopy? then Nothing
  else
    var last := cards[|cards| - 1];
    if last.card == copy.source && last.color.Just? then Just(last)
    else SourceIn(cards[..|cards| - 1], copy)
}

// A card as it comes in front of a seat.
function AsPlayed(rulings: Rulings, seat: Seat, card: Card, copy: Copy): Played
{
  var source := SourceIn(seat.bought, copy);
  if IsCopyCard(card) && source.Just? then
    Played(card, source.value.color, source.value.double && rulings.copy_double.TwoBonuses?)
  else Played(card, card.color, card.power.DoubleBonus?)
}

function Joined(p: Position, card: Card, copy: Copy): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p, seat.(bought := seat.bought + [AsPlayed(p.rulings, seat, card, copy)]))
}

function FreeTaken(p: Position, taken: FreeCard): Position
  requires Seated(p)
{
  Joined(Lifted(p, taken.card.level, taken.card), taken.card, taken.copy)
}

// The position when the bought card has left its place, before the seat has it.
function Opened(p: Position, b: Buy): Position
  requires Seated(p)
{
  LeftPlace(Paid(p, b.pay), b.place, b.card)
}

// The position when the seat has the bought card and the first `i` free cards.
function Moment(p: Position, b: Buy, i: nat): Position
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Seated(Moment(p, b, i)) && Moment(p, b, i).next == p.next
{
  if i == 0 then Joined(Opened(p, b), b.card, b.effects.copy)
  else FreeTaken(Moment(p, b, i - 1), b.effects.free_cards[i - 1])
}

// The bought card, and after it the free cards.
function Picked(b: Buy, i: nat): Card
  requires i <= |b.effects.free_cards|
{
  if i == 0 then b.card else b.effects.free_cards[i - 1].card
}

// A copy card takes the color of another card of its seat; no other card takes a color.
predicate CopyFits(seat: Seat, card: Card, copy: Copy)
{
  if IsCopyCard(card) then
    copy.CopyOf? && copy.source != card && SourceIn(seat.bought, copy).Just?
  else copy.NoCopy?
}

predicate orient_copy(p: Position, b: Buy)
  requires Seated(p)
{
  CopyFits(Mover(Opened(p, b)), b.card, b.effects.copy) &&
  forall i :: 0 <= i < |b.effects.free_cards| ==>
    CopyFits(Mover(Moment(p, b, i)), b.effects.free_cards[i].card, b.effects.free_cards[i].copy)
}

// The levels of the free card that a card brings; none if it brings none.
function Grants(card: Card): set<Level>
{
  match card.power
  case CopiesAndBringsFree => {First, OrientFirst}
  case BringsFree => {Second, OrientSecond}
  case NoPower => {}
  case DoubleBonus => {}
  case VirtualGold => {}
  case Copies => {}
}

// Each free card comes by the power of the card before it.
predicate orient_free(p: Position, b: Buy)
{
  forall i :: 0 <= i < |b.effects.free_cards| ==> Grants(Picked(b, i)) != {}
}

predicate orient_free_level(p: Position, b: Buy)
{
  forall i :: 0 <= i < |b.effects.free_cards| && Grants(Picked(b, i)) != {} ==>
    b.effects.free_cards[i].card.level in Grants(Picked(b, i))
}

// It lies in the market at that moment.
predicate orient_free_face_up(p: Position, b: Buy)
  requires Seated(p)
{
  forall i :: 0 <= i < |b.effects.free_cards| ==>
    FaceUp(Moment(p, b, i), b.effects.free_cards[i].card)
}

// Whether a stronghold of another seat stands on a card.
predicate RivalOn(p: Position, card: Card)
{
  exists i :: 0 <= i < |p.strongholds| && i != p.next && card in p.strongholds[i]
}

// Whether a card of a level lies in the market without a rival stronghold.
predicate OpenAt(p: Position, level: Level)
{
  exists card :: card in RowAt(p, level).market && !RivalOn(p, card)
}

// The last card brings no free card that the seat has to take.
predicate orient_free_mandatory(p: Position, b: Buy)
  requires Seated(p)
{
  var n := |b.effects.free_cards|;
  p.rulings.powers.Mandatory? ==>
    forall level :: level in Grants(Picked(b, n)) ==> !OpenAt(Moment(p, b, n), level)
}
