// Strongholds: each seat has three, no card has those of two seats, and rivals keep a card.
include "frame.dfy"

// No seat has more than three strongholds on cards; the others are in its stock.
predicate three_strongholds(p: Position)
{
  forall i :: 0 <= i < |p.strongholds| ==> |p.strongholds[i]| <= 3
}

// The strongholds of two seats never stand on one card.
predicate strongholds_apart(p: Position)
{
  forall i, j, card :: 0 <= i < |p.strongholds| && 0 <= j < |p.strongholds| && i != j ==>
    !(card in p.strongholds[i] && card in p.strongholds[j])
}

predicate StrongholdsRight(p: Position) { three_strongholds(p) && strongholds_apart(p) }

// A card that leaves the market keeps no stronghold, and other cards keep theirs.
lemma WithoutCardHasNone(cards: multiset<Card>, card: Card)
  ensures card !in WithoutCard(cards, card) && WithoutCard(cards, card) <= cards
{
}

lemma ClearedHasNone(strongholds: seq<multiset<Card>>, card: Card, i: nat)
  requires i < |strongholds|
  ensures card !in Cleared(strongholds, card)[i] && Cleared(strongholds, card)[i] <= strongholds[i]
{
  var last := |strongholds| - 1;
  if i < last {
    ClearedHasNone(strongholds[..last], card, i);
  } else {
    WithoutCardHasNone(strongholds[last], card);
  }
}

// Fewer strongholds stay apart, and are no more than three.
lemma FewerAreRight(p: Position, q: Position)
  requires StrongholdsRight(p) && |q.strongholds| == |p.strongholds|
  requires forall i :: 0 <= i < |p.strongholds| ==> q.strongholds[i] <= p.strongholds[i]
  ensures StrongholdsRight(q)
{
  forall i | 0 <= i < |q.strongholds|
    ensures |q.strongholds[i]| <= 3
  {
    FewerAreNoMore(q.strongholds[i], p.strongholds[i]);
  }
  forall i, j, card | 0 <= i < |q.strongholds| && 0 <= j < |q.strongholds| && i != j
    ensures !(card in q.strongholds[i] && card in q.strongholds[j])
  {
    if card in q.strongholds[i] && card in q.strongholds[j] {
      assert card in p.strongholds[i] && card in p.strongholds[j];
    }
  }
}

lemma FewerAreNoMore(few: multiset<Card>, many: multiset<Card>)
  requires few <= many
  ensures |few| <= |many|
{
  assert many == few + (many - few);
}

lemma LiftedIsRight(p: Position, level: Level, card: Card)
  requires StrongholdsRight(p)
  ensures StrongholdsRight(Lifted(p, level, card))
{
  var q := Lifted(p, level, card);
  assert q.strongholds == Cleared(p.strongholds, card);
  forall i | 0 <= i < |p.strongholds|
    ensures q.strongholds[i] <= p.strongholds[i]
  {
    ClearedHasNone(p.strongholds, card, i);
  }
  FewerAreRight(p, q);
}

lemma MomentIsRight(p: Position, b: Buy, i: nat)
  requires Seated(p) && StrongholdsRight(p) && i <= |b.effects.free_cards|
  ensures StrongholdsRight(Moment(p, b, i))
{
  if i == 0 {
    var paid := Paid(p, b.pay);
    match b.place {
      case Market(level) =>
        LiftedIsRight(paid, level, b.card);
        assert Moment(p, b, 0).strongholds == Lifted(paid, level, b.card).strongholds;
      case Hand => assert Moment(p, b, 0).strongholds == p.strongholds;
    }
  } else {
    MomentIsRight(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedIsRight(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    assert Moment(p, b, i).strongholds ==
      Lifted(before, taken.card.level, taken.card).strongholds;
  }
}

// A stronghold comes to a card without a rival.
lemma OneMoreIsRight(p: Position, q: Position, card: Card)
  requires Seated(p) && StrongholdsRight(p) && !RivalOn(p, card) && |Own(p)| < 3
  requires q.strongholds == p.strongholds[p.next := Own(p) + multiset{card}]
  ensures StrongholdsRight(q)
{
  forall i, j, other | 0 <= i < |q.strongholds| && 0 <= j < |q.strongholds| && i != j
    ensures !(other in q.strongholds[i] && other in q.strongholds[j])
  {
    if other in q.strongholds[i] && other in q.strongholds[j] {
      assert i == p.next || other in p.strongholds[i];
      assert j == p.next || other in p.strongholds[j];
      if i == p.next {
        assert other == card || other in p.strongholds[i];
      } else if j == p.next {
        assert other == card || other in p.strongholds[j];
      }
    }
  }
}

lemma SteppedIsRight(p: Position, b: Buy, q: Position)
  requires Seated(p) && LegalBuy(p, b) && StrongholdsRight(AtStep(p, b))
  requires Seated(q) && q.next == p.next && q.strongholds == AtStep(p, b).strongholds
  ensures StrongholdsRight(Stepped(q, b.effects.step))
{
  var step := b.effects.step;
  var r := Stepped(q, step);
  assert StrongholdsRight(q);
  match step
  case NoStep =>
  case PlaceOn(to) => OneMoreIsRight(q, r, to);
  case MoveOn(left, to) =>
    var lifted := WithStrongholds(q, q.next, Own(q) - multiset{left});
    FewerAreRight(q, lifted);
    assert |Own(lifted)| == |Own(q)| - 1;
    OneMoreIsRight(lifted, r, to);
  case RemoveFrom(off, owner) => FewerAreRight(q, r);
}

lemma BoughtIsRight(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && StrongholdsRight(p)
  ensures StrongholdsRight(Bought(p, b))
{
  MomentIsRight(p, b, |b.effects.free_cards|);
  var taken := Taken(Counted(AtStep(p, b)), b.effects.gem);
  SteppedIsRight(p, b, taken);
}

lemma RefilledKeepsStrongholds(p: Position)
  ensures Refilled(p).strongholds == p.strongholds
{
}

lemma DoneIsRight(p: Position, t: Turn)
  requires Seated(p) && StrongholdsRight(p)
  requires t.action.Purchase? ==> LegalBuy(p, FirstBuy(t))
  ensures StrongholdsRight(Done(p, t))
{
  match t.action
  case Take(taken) => assert Done(p, t).strongholds == p.strongholds;
  case ReserveMarket(level, card) =>
    LiftedIsRight(p, level, card);
    assert Done(p, t).strongholds == Lifted(p, level, card).strongholds;
  case ReserveDeck(level, draw) => assert Done(p, t).strongholds == p.strongholds;
  case Purchase(card, place, pay) => BoughtIsRight(p, FirstBuy(t));
  case Pass =>
}

lemma ConqueredIsRight(p: Position, t: Turn)
  requires Seated(p) && StrongholdsRight(p)
  requires t.conquest.Just? ==> LegalBuy(p, SecondBuy(t))
  ensures StrongholdsRight(Conquered(p, t))
{
  if t.conquest.Just? {
    BoughtIsRight(p, SecondBuy(t));
  }
}

// Theorem: after each legal turn no seat has more than three strongholds on cards, and no card has
// those of two seats.
lemma StrongholdsStayRight(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && StrongholdsRight(p)
  ensures StrongholdsRight(Apply(p, t))
{
  var before := BeforeConquest(p, t);
  DoneIsRight(p, t);
  RefilledKeepsStrongholds(Done(p, t));
  assert before.strongholds == Done(p, t).strongholds;
  ConqueredIsRight(before, t);
  RefilledKeepsStrongholds(Conquered(before, t));
  assert Apply(p, t).strongholds == Conquered(before, t).strongholds;
}

// Theorem: no seat gets a card on which a rival stronghold stands, not even free.
lemma RivalsKeepCards(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures b.place.Market? ==> !RivalOn(p, b.card)
  ensures forall i :: 0 <= i < |b.effects.free_cards| ==> !RivalOn(p, b.effects.free_cards[i].card)
{
}

// Theorem: a conquered card has all three strongholds of its seat.
lemma ConquestTakesThree(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.conquest.Just?
  ensures Seated(BeforeConquest(p, t))
  ensures Own(BeforeConquest(p, t))[t.conquest.value.card] == 3
{
  BeforeConquestFollows(p, t);
}

// Theorem: without the module no stronghold moves and no card is conquered.
lemma NoStrongholdsWithoutModule(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.strongholds
  ensures t.conquest.Nothing? && t.effects.step == NoStep
{
}
