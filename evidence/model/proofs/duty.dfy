// A purchase of an ordinary card takes the step with a stronghold that it has to take.
include "payment.dfy"
include "steps.dfy"
include "sums.dfy"

// A card of the base game.
predicate Ordinary(card: Card) { card.power.NoPower? && card.discard.Nothing? }

// A position shows no card that another one does not show.
predicate ShowsNoMore(p: Position, q: Position)
{
  forall level :: RowAt(q, level).market <= RowAt(p, level).market
}

lemma LiftedShowsNoMore(p: Position, level: Level, card: Card)
  ensures ShowsNoMore(p, Lifted(p, level, card))
{
  match level
  case First =>
  case Second =>
  case Third =>
  case OrientFirst =>
  case OrientSecond =>
  case OrientThird =>
}

// Payment and the way of a card to its seat bring no card to the market.
lemma OpenedShowsNoMore(p: Position, b: Buy)
  requires Seated(p)
  ensures ShowsNoMore(p, Opened(p, b))
{
  var paid := Paid(p, b.pay);
  assert forall level :: RowAt(paid, level) == RowAt(p, level);
  match b.place
  case Market(level) => LiftedShowsNoMore(paid, level, b.card);
  case Hand =>
}

lemma JoinedShowsTheSame(p: Position, card: Card, copy: Copy)
  requires Seated(p)
  ensures forall level :: RowAt(Joined(p, card, copy), level) == RowAt(p, level)
{
}

// A purchase without free cards keeps each face-up card in the row of its level.
lemma AtStepLevelsFit(p: Position, b: Buy)
  requires Seated(p) && LevelsFit(p) && b.effects.free_cards == []
  ensures LevelsFit(AtStep(p, b))
{
  var left, q := Opened(p, b), AtStep(p, b);
  OpenedFollows(p, b);
  OpenedShowsNoMore(p, b);
  JoinedShowsTheSame(left, b.card, b.effects.copy);
  assert q == Joined(left, b.card, b.effects.copy);
  forall level, card | card in RowAt(q, level).market
    ensures card.level == level
  {
    assert RowAt(q, level) == RowAt(left, level);
    assert RowAt(left, level).market <= RowAt(p, level).market;
    assert card in RowAt(p, level).market;
  }
}

// A payment makes the clauses on prices hold.
lemma PaymentFits(p: Position, b: Buy)
  requires Seated(p) && Pays(p.rulings, Mover(p), b.card, b.pay)
  ensures purchase_price(p, b) && purchase_payment(p, b) && purchase_tokens(p, b)
  ensures orient_spend_owned(p, b) && orient_spend_used(p, b)
  ensures orient_double_virtual(p, b) && post_double_gold(p, b)
{
}

// A card of the base game brings nothing that Orient could ask for.
lemma OrdinaryFits(p: Position, b: Buy)
  requires Seated(p) && Ordinary(b.card) && b.pay.discarded == []
  requires b.effects.copy == NoCopy && b.effects.free_cards == []
  ensures orient_copy_needs_color(p, b) && orient_discard_price(p, b)
  ensures orient_discard_color(p, b) && orient_discard_copies_first(p, b)
  ensures orient_copy(p, b) && orient_free(p, b) && orient_free_level(p, b)
  ensures orient_free_face_up(p, b) && orient_free_mandatory(p, b)
{
}

// With Strongholds each stronghold is on a face-up card, and each card in one place, a face-up card
// in the row of its level. Without the module the game has no stronghold.
predicate StrongholdsFit(p: Position)
{
  if p.modules.strongholds then StandsFaceUp(p) && LevelsFit(p) && cards_in_one_place(p)
  else forall i :: 0 <= i < |p.strongholds| ==> p.strongholds[i] == multiset{}
}

lemma FaceUpIsOnTable(p: Position, card: Card)
  requires FaceUp(p, card)
  ensures card in TableCards(p)
{
  match card.level
  case First =>
  case Second =>
  case Third =>
  case OrientFirst =>
  case OrientSecond =>
  case OrientThird =>
}

// No stronghold is on a card in a hand.
lemma HandIsFree(p: Position, card: Card)
  requires Seated(p) && StrongholdsFit(p) && card in Mover(p).hand
  ensures !RivalOn(p, card)
{
  if RivalOn(p, card) {
    FaceUpIsOnTable(p, card);
    CardsOfSeat(p.seats, p.next);
    assert card in CardsOf(Mover(p));
    assert SeatCards(p.seats)[card] >= CardsOf(Mover(p))[card] >= 1;
    assert AllCards(p)[card] == TableCards(p)[card] + SeatCards(p.seats)[card] + p.gone[card];
    assert card in AllCards(p);
  }
}

// The clauses on the step, and on the strongholds of other seats.
predicate StepFits(p: Position, b: Buy)
  requires Seated(p)
{
  stronghold_blocked(p, b) && stronghold_mandatory(p, b) && stronghold_face_up(p, b) &&
  stronghold_rival(p, b) && stronghold_stock(p, b) && stronghold_move(p, b) &&
  stronghold_remove(p, b)
}

lemma NoStepFits(p: Position, b: Buy)
  requires Seated(p) && b.effects.step == NoStep && b.effects.free_cards == []
  requires !RivalOn(p, b.card) && !(p.modules.strongholds && CanStep(AtStep(p, b)))
  ensures StepFits(p, b)
{
}

// A purchase with a step in place of none, if there has to be one.
lemma DutyStep(p: Position, b: Buy) returns (c: Buy)
  requires Seated(p) && b.effects.step == NoStep && b.effects.free_cards == []
  requires !RivalOn(p, b.card) && StrongholdsFit(p)
  ensures c == b.(effects := b.effects.(step := c.effects.step)) && StepFits(p, c)
  ensures !p.modules.strongholds ==> c == b
{
  c := b;
  if p.modules.strongholds && CanStep(AtStep(p, b)) {
    MomentStandsFaceUp(p, b, 0);
    AtStepLevelsFit(p, b);
    c := CanStepSteps(p, b);
    assert stronghold_blocked(p, c) && stronghold_mandatory(p, c);
  } else {
    NoStepFits(p, b);
  }
}
