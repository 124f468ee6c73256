// With Orient, too, a seat that can buy has a legal turn.
include "freecards.dfy"
include "stuck.dfy"

// What the step leaves as it is.
lemma StepKeeps(p: Position, b: Buy, c: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures Moment(p, c, i) == Moment(p, b, i) && Picked(c, i) == Picked(b, i)
  ensures Opened(p, c) == Opened(p, b) && c.effects.free_cards == b.effects.free_cards
{
  MomentBeforeStep(p, b, c, i);
}

lemma StepLeavesCopies(p: Position, b: Buy, c: Buy)
  requires Seated(p) && orient_copy(p, b)
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures orient_copy(p, c)
{
  StepKeeps(p, b, c, 0);
  forall i | 0 <= i < |c.effects.free_cards|
    ensures CopyFits(Mover(Moment(p, c, i)), c.effects.free_cards[i].card,
      c.effects.free_cards[i].copy)
  {
    StepKeeps(p, b, c, i);
  }
}

lemma StepLeavesFaceUp(p: Position, b: Buy, c: Buy)
  requires Seated(p) && CardsAreThere(p, b)
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures CardsAreThere(p, c)
{
  forall i | 0 <= i < |c.effects.free_cards|
    ensures FaceUp(Moment(p, c, i), c.effects.free_cards[i].card)
  {
    StepKeeps(p, b, c, i);
  }
}

lemma StepLeavesLevels(p: Position, b: Buy, c: Buy)
  requires Seated(p) && orient_free(p, b) && orient_free_level(p, b) && stronghold_blocked(p, b)
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures orient_free(p, c) && orient_free_level(p, c) && stronghold_blocked(p, c)
{
  forall i | 0 <= i < |c.effects.free_cards|
    ensures Grants(Picked(c, i)) != {} && !RivalOn(p, c.effects.free_cards[i].card)
    ensures c.effects.free_cards[i].card.level in Grants(Picked(c, i))
  {
    StepKeeps(p, b, c, i);
    assert Grants(Picked(b, i)) != {} && !RivalOn(p, b.effects.free_cards[i].card);
  }
}

// The clauses on free cards do not depend on the step.
lemma StepLeavesChain(p: Position, b: Buy, c: Buy)
  requires Seated(p) && ChainFits(p, b) && orient_free_mandatory(p, b)
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures CardsAreThere(p, c) && orient_copy(p, c) && orient_free(p, c) && orient_free_level(p, c)
  ensures orient_free_mandatory(p, c) && stronghold_blocked(p, c) && AtStep(p, c) == AtStep(p, b)
{
  StepLeavesCopies(p, b, c);
  StepLeavesFaceUp(p, b, c);
  StepLeavesLevels(p, b, c);
  StepKeeps(p, b, c, |b.effects.free_cards|);
}

// The step that the seat has to take after all free cards.
lemma StepOfChain(p: Position, b: Buy) returns (c: Buy)
  requires Seated(p) && Ready(p) && ChainFits(p, b) && b.effects.step == NoStep
  requires orient_free_mandatory(p, b)
  ensures c == b.(effects := b.effects.(step := c.effects.step))
  ensures StepFits(p, c) && (!p.modules.strongholds ==> c.effects.step == NoStep)
{
  c := b;
  if p.modules.strongholds && CanStep(AtStep(p, b)) {
    MomentStandsFaceUp(p, b, |b.effects.free_cards|);
    MomentLevelsFit(p, b, |b.effects.free_cards|);
    c := CanStepSteps(p, b);
    StepLeavesChain(p, b, c);
  }
}

// A card in the market or in the hand is in play.
lemma WithinIsInPlay(p: Position, place: Place, card: Card)
  requires Seated(p) && Within(p, place, card)
  ensures card in CardsInPlay(p) && (card in TableCards(p) || card in Mover(p).hand)
{
  match place
  case Market(level) =>
    match level {
      case First =>
      case Second =>
      case Third =>
      case OrientFirst =>
      case OrientSecond =>
      case OrientThird =>
    }
  case Hand =>
}

// A legal purchase of a card that passes the test.
lemma BuyOf(p: Position, place: Place, card: Card) returns (b: Buy)
  requires Seated(p) && Ready(p) && Within(p, place, card) && Affordable(Mover(p), card)
  requires !RivalOn(p, card)
  ensures LegalBuy(p, b) && (!p.modules.strongholds ==> b.effects.step == NoStep)
  ensures b.effects.gem != None() ==> GemAfterPurchase in Mover(p).posts
{
  WithinIsInPlay(p, place, card);
  var pay := SomePayment(p, place, card);
  var gem := None();
  if GemAfterPurchase in Mover(p).posts {
    gem := OneGemOf(p.rulings.powers, Plus(p.supply, pay.tokens));
  }
  var first := Buy(card, place, pay, NoEffects().(gem := gem));
  PaymentDecides(p, Buy(card, place, pay, NoEffects()), first);
  var second := ChainBegins(p, first);
  var third := WholeChain(p, second);
  b := StepOfChain(p, third);
  StepLeavesChain(p, third, b);
  PaymentDecides(p, first, b);
}

lemma HandHasNoRival(p: Position, card: Card)
  requires Seated(p) && Ready(p) && card in Mover(p).hand
  ensures !RivalOn(p, card)
{
  if RivalOn(p, card) {
    assert FaceUp(p, card);
    FaceUpIsOnTable(p, card);
    assert CardsInPlay(p)[card] == TableCards(p)[card] + Mover(p).hand[card] +
      PlayedCards(Mover(p).bought)[card] + p.gone[card];
    assert card in CardsInPlay(p);
  }
}

// The turn of a purchase.
lemma TurnOf(p: Position, b: Buy) returns (t: Turn)
  requires Seated(p) && posts_met(p) && p.modules.orient && LegalBuy(p, b)
  requires !p.modules.strongholds ==> b.effects.step == NoStep
  requires b.effects.gem != None() ==> GemAfterPurchase in Mover(p).posts
  ensures t.action.Purchase? && t.seat == p.next && t.conquest.Nothing?
  ensures LegalAction(p, t) && LegalPowers(p, t)
{
  t := Bare(p, Purchase(b.card, b.place, b.pay)).(effects := b.effects);
  assert FirstBuy(t) == b;
}

// Theorem: with Orient a seat that can buy has a legal turn that buys a card, if the cards have
// what the published ones have in common.
lemma BuyerHasTurn(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanBuy(p) && Ready(p) && p.modules.orient
  ensures Legal(p, t) && t.action.Purchase?
{
  var place: Place, card: Card;
  if level, some :| some in RowAt(p, level).market && !RivalOn(p, some) &&
    Affordable(Mover(p), some)
  {
    place, card := Market(level), some;
  } else {
    place := Hand;
    card :| card in Mover(p).hand && Affordable(Mover(p), card);
    HandHasNoRival(p, card);
  }
  var b := BuyOf(p, place, card);
  t := TurnOf(p, b);
  t := Complete(p, t);
}

// Theorem: with Orient, too, every unfinished position has a legal turn, unless the mover is stuck
// and the ruling `pass` forbids a pass; it is a pass only if the mover is stuck.
lemma LegalTurnExistsWithOrient(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && !(Stuck(p) && p.rulings.pass.Never?)
  requires Ready(p) && p.modules.orient
  ensures Legal(p, t) && (t.action.Pass? <==> Stuck(p))
{
  if CanTake(p) || CanReserve(p) || Stuck(p) {
    t := LegalTurnExists(p);
  } else {
    t := BuyerHasTurn(p);
  }
}

// Two cards of a color are counted.
lemma TwoAreCounted(cards: seq<Played>, color: Color, one: Card, other: Card)
  requires one != other
  requires exists played :: played in cards && played.card == one && played.color == Just(color)
  requires exists played :: played in cards && played.card == other && played.color == Just(color)
  ensures Count(Counts(cards), color) >= 2
{
  var first :| first in cards && first.card == one && first.color == Just(color);
  var second :| second in cards && second.card == other && second.color == Just(color);
  OfColorIsAll(cards, color, first);
  OfColorIsAll(cards, color, second);
  var all := OfColor(cards, color, true) + OfColor(cards, color, false);
  assert one in all && other in all;
  OfColorAreSoMany(cards, color);
}

lemma DiscardedAreCounted(p: Position, b: Buy)
  requires Seated(p) && Ready(p) && LegalBuy(p, b) && b.card.discard.Just?
  ensures CanDiscard(Mover(p), b.card)
{
  var cards, given := Mover(p).bought, b.pay.discarded;
  var one, other := given[0], given[1];
  assert given == [one, other];
  assert one in given && other in given;
  if one == other {
    assert multiset(given)[one] == 2;
    assert PlayedCards(cards)[one] <= CardsInPlay(p)[one];
    assert one in CardsInPlay(p);
  }
  assert CountsAs(Mover(p), one, b.card.discard.value);
  assert CountsAs(Mover(p), other, b.card.discard.value);
  TwoAreCounted(cards, b.card.discard.value, one, other);
}

// A card that is bought passes the test of a purchase.
lemma BuyIsAffordable(p: Position, b: Buy)
  requires Seated(p) && Ready(p) && LegalBuy(p, b)
  ensures Affordable(Mover(p), b.card) && !RivalOn(p, b.card)
{
  WithinIsInPlay(p, b.place, b.card);
  if b.card.discard.Just? {
    DiscardedAreCounted(p, b);
    FreeOfCharge(Mover(p), b.card);
  } else {
    var price := Price(Mover(p), b.card);
    MoreTokensLeaveLess(Mover(p), price, b.pay.tokens, Mover(p).tokens);
    SpentAtMost(Mover(p).bought, b.pay.spent);
  }
}

// A stuck seat buys nothing.
lemma StuckCannotBuy(p: Position, t: Turn)
  requires Seated(p) && Ready(p) && Stuck(p) && Legal(p, t)
  ensures !t.action.Purchase?
{
  if t.action.Purchase? {
    BuyIsAffordable(p, FirstBuy(t));
    match t.action.place {
      case Market(level) => assert t.action.card in RowAt(p, level).market;
      case Hand => assert t.action.card in Mover(p).hand;
    }
  }
}

// Theorem 1 of the book, with Orient.
lemma StuckIfOnlyPassesWithOrient(p: Position)
  requires Seated(p) && !Ended(p) && posts_met(p) && Ready(p) && p.modules.orient
  ensures Stuck(p) <==> forall t :: Legal(p, t) ==> t.action.Pass?
  ensures p.rulings.pass.WhenStuck? ==> (Stuck(p) <==> exists t :: Legal(p, t) && t.action.Pass?)
  ensures p.rulings.pass.Never? ==> (Stuck(p) <==> forall t :: !Legal(p, t))
{
  if !(Stuck(p) && p.rulings.pass.Never?) {
    var t := LegalTurnExistsWithOrient(p);
  }
  forall t | Stuck(p) && Legal(p, t)
    ensures t.action.Pass? && !p.rulings.pass.Never?
  {
    StuckCannotBuy(p, t);
    StuckCannotAct(p, t);
  }
}
