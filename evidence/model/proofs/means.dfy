// With Orient, too, a seat can pay for each card that passes the test of a purchase.
include "backed.dfy"
include "duty.dfy"

// What the published cards have in common: virtual gold has no color, a card that brings a free
// card has one unless it is a copy, and a discard price stands alone.
predicate CardFits(card: Card)
{
  (card.power.VirtualGold? ==> card.color.Nothing?) &&
  (card.power.BringsFree? ==> card.color.Just?) &&
  (card.discard.Just? ==> card.power.NoPower? && card.cost == None())
}

// A position of a game with such cards, which keeps its invariants.
predicate Ready(p: Position)
  requires Seated(p)
{
  CardsRight(CardsInPlay(p)) && (forall card :: card in CardsInPlay(p) ==> CardFits(card)) &&
  Backed(Mover(p).bought) && StandsFaceUp(p) && LevelsFit(p)
}

lemma SomeHasColor(cards: seq<Played>) returns (played: Played)
  requires Counts(cards) != None()
  ensures played in cards && played.color.Just?
{
  var last := |cards| - 1;
  if cards[last].color.Just? {
    played := cards[last];
  } else {
    assert CountOf(cards[last]) == None();
    assert Counts(cards) == Counts(cards[..last]);
    played := SomeHasColor(cards[..last]);
  }
}

// A card of a seat that has a color can be copied.
lemma SourceIsFound(cards: seq<Played>, played: Played)
  requires played in cards && played.color.Just?
  ensures SourceIn(cards, CopyOf(played.card)).Just?
{
  var last := |cards| - 1;
  if !(cards[last].card == played.card && cards[last].color.Just?) {
    assert cards == cards[..last] + [cards[last]];
    assert played in cards[..last];
    SourceIsFound(cards[..last], played);
  }
}

// The cards of a color: those that are copies, or the others.
function OfColor(cards: seq<Played>, color: Color, copies: bool): seq<Card>
{
  if cards == [] then []
  else
    var last := cards[|cards| - 1];
    OfColor(cards[..|cards| - 1], color, copies) +
    if last.color == Just(color) && IsCopyCard(last.card) == copies then [last.card] else []
}

lemma OfColorAreSoMany(cards: seq<Played>, color: Color)
  ensures |OfColor(cards, color, true)| + |OfColor(cards, color, false)| ==
    Count(Counts(cards), color)
{
}

lemma OfColorAreOwned(cards: seq<Played>, color: Color)
  ensures multiset(OfColor(cards, color, true)) + multiset(OfColor(cards, color, false)) <=
    PlayedCards(cards)
{
}

lemma OfColorCountsAs(cards: seq<Played>, color: Color, copies: bool, card: Card)
  requires card in OfColor(cards, color, copies)
  ensures IsCopyCard(card) == copies
  ensures exists played :: played in cards && played.card == card && played.color == Just(color)
{
  var last := |cards| - 1;
  if cards[last].card == card && cards[last].color == Just(color) {
    assert cards[last] in cards;
    if card in OfColor(cards[..last], color, copies) {
      OfColorCountsAs(cards[..last], color, copies, card);
    }
  } else {
    OfColorCountsAs(cards[..last], color, copies, card);
    var played :| played in cards[..last] && played.card == card && played.color == Just(color);
    assert played in cards;
  }
}

lemma OfColorIsAll(cards: seq<Played>, color: Color, played: Played)
  requires played in cards && played.color == Just(color)
  ensures played.card in OfColor(cards, color, IsCopyCard(played.card))
{
  var last := |cards| - 1;
  if cards[last] != played {
    assert cards == cards[..last] + [cards[last]];
    OfColorIsAll(cards[..last], color, played);
  }
}

// Two cards of a color can be given up, the copies first.
lemma TwoOfColor(cards: seq<Played>, color: Color) returns (given: seq<Card>)
  requires Count(Counts(cards), color) >= 2
  ensures |given| == 2 && multiset(given) <= PlayedCards(cards)
  ensures forall card :: card in given ==>
    exists played :: played in cards && played.card == card && played.color == Just(color)
  ensures CopiesGo(cards, given, Just(color))
{
  var copies, others := OfColor(cards, color, true), OfColor(cards, color, false);
  var all := copies + others;
  OfColorAreSoMany(cards, color);
  OfColorAreOwned(cards, color);
  assert multiset(all) == multiset(copies) + multiset(others);
  given := all[..2];
  FirstAreAmong(all, 2);
  forall card | card in given
    ensures exists played :: played in cards && played.card == card && played.color == Just(color)
  {
    assert card in copies || card in others;
    OfColorCountsAs(cards, color, card in copies, card);
  }
  if |copies| >= 2 {
    assert given == copies[..2];
    forall card | card in given
      ensures IsCopyCard(card)
    {
      assert card in copies;
      OfColorCountsAs(cards, color, true, card);
    }
  } else {
    forall played | played in cards && IsCopyCard(played.card) && played.color == Just(color)
      ensures played.card in given
    {
      OfColorIsAll(cards, color, played);
      assert played.card in copies && given[..|copies|] == copies;
    }
  }
}

// The clauses on the payment of a purchase.
predicate PayFits(p: Position, b: Buy)
  requires Seated(p)
{
  purchase_price(p, b) && purchase_payment(p, b) && purchase_tokens(p, b) &&
  orient_spend_owned(p, b) && orient_spend_used(p, b) && orient_double_virtual(p, b) &&
  orient_discard_price(p, b) && orient_discard_color(p, b) && orient_discard_copies_first(p, b) &&
  post_double_gold(p, b)
}

// These clauses do not depend on what follows the purchase.
lemma PaymentDecides(p: Position, b: Buy, c: Buy)
  requires Seated(p) && PayFits(p, b) && c.card == b.card && c.pay == b.pay
  ensures PayFits(p, c)
{
}

lemma TokensFit(p: Position, b: Buy)
  requires Seated(p) && Affordable(Mover(p), b.card) && b.card.discard.Nothing?
  requires b.pay == CardsLast(p.rulings, Mover(p), b.card)
  ensures PayFits(p, b)
{
  GemsFirstPays(p.rulings, Mover(p), b.card);
  PaymentFits(p, b);
}

lemma FreeOfCharge(seat: Seat, card: Card)
  requires card.cost == None()
  ensures Price(seat, card) == None()
{
}

lemma DiscardFits(p: Position, b: Buy)
  requires Seated(p) && b.card.discard.Just? && b.card.cost == None()
  requires b.pay.tokens == None() && b.pay.spent == [] && |b.pay.discarded| == 2
  requires multiset(b.pay.discarded) <= PlayedCards(Mover(p).bought)
  requires forall card :: card in b.pay.discarded ==>
    CountsAs(Mover(p), card, b.card.discard.value)
  requires CopiesGo(Mover(p).bought, b.pay.discarded, b.card.discard)
  ensures PayFits(p, b)
{
  FreeOfCharge(Mover(p), b.card);
}

// A payment for each card that passes the test of a purchase.
lemma SomePayment(p: Position, place: Place, card: Card) returns (pay: Payment)
  requires Seated(p) && Affordable(Mover(p), card) && CardFits(card)
  ensures PayFits(p, Buy(card, place, pay, NoEffects()))
{
  if card.discard.Nothing? {
    pay := CardsLast(p.rulings, Mover(p), card);
    TokensFit(p, Buy(card, place, pay, NoEffects()));
  } else {
    var given := TwoOfColor(Mover(p).bought, card.discard.value);
    pay := Payment(None(), [], given);
    forall one | one in given
      ensures CountsAs(Mover(p), one, card.discard.value)
    {
    }
    DiscardFits(p, Buy(card, place, pay, NoEffects()));
  }
}

// After the payment for a copy card the seat still has a card with a color.
lemma ColorRemains(p: Position, b: Buy)
  requires Seated(p) && Ready(p) && PayFits(p, b)
  requires HasColor(Mover(p)) && b.card.discard.Nothing?
  ensures exists played ::
    played in WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded) && played.color.Just?
{
  var cards, given := Mover(p).bought, b.pay.spent + b.pay.discarded;
  var played := SomeHasColor(cards);
  MoverCardsAreDifferent(p);
  WithoutAllHasOthers(cards, given);
  assert given == b.pay.spent;
  if played.card in given {
    assert played.card in b.pay.spent && played.card in multiset(b.pay.spent);
    assert played.card in PlayedCards(cards) && played.card in CardsInPlay(p);
    assert ColorRight(played);
  }
  assert played in WithoutAll(cards, given);
}
