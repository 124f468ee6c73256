// Strongholds stand on face-up cards only.
include "strongholds.dfy"

predicate StandsFaceUp(p: Position)
{
  forall i, card :: 0 <= i < |p.strongholds| && card in p.strongholds[i] ==> FaceUp(p, card)
}

predicate strongholds_in_market(p: Position) { StandsFaceUp(p) && strongholds_apart(p) }

// The same strongholds, and no card less in a row.
lemma SameStandFaceUp(p: Position, q: Position)
  requires StandsFaceUp(p) && q.strongholds == p.strongholds
  requires forall level :: RowAt(p, level).market <= RowAt(q, level).market
  ensures StandsFaceUp(q)
{
  forall i, card | 0 <= i < |q.strongholds| && card in q.strongholds[i]
    ensures FaceUp(q, card)
  {
    assert FaceUp(p, card);
  }
}

lemma LiftedStandsFaceUp(p: Position, level: Level, card: Card)
  requires StandsFaceUp(p)
  ensures StandsFaceUp(Lifted(p, level, card))
{
  var q := Lifted(p, level, card);
  assert q.strongholds == Cleared(p.strongholds, card);
  forall i, other | 0 <= i < |q.strongholds| && other in q.strongholds[i]
    ensures FaceUp(q, other)
  {
    ClearedHasNone(p.strongholds, card, i);
    assert other in p.strongholds[i] && other != card;
    assert FaceUp(p, other);
  }
}

// Paying and gaining a card change no row.
lemma PaidStandsFaceUp(p: Position, pay: Payment)
  requires Seated(p) && StandsFaceUp(p)
  ensures StandsFaceUp(Paid(p, pay))
{
  forall level: Level
    ensures RowAt(p, level).market <= RowAt(Paid(p, pay), level).market
  {
    assert RowAt(Paid(p, pay), level) == RowAt(p, level);
  }
  SameStandFaceUp(p, Paid(p, pay));
}

lemma JoinedStandsFaceUp(p: Position, card: Card, copy: Copy)
  requires Seated(p) && StandsFaceUp(p)
  ensures StandsFaceUp(Joined(p, card, copy))
{
  forall level: Level
    ensures RowAt(p, level).market <= RowAt(Joined(p, card, copy), level).market
  {
    assert RowAt(Joined(p, card, copy), level) == RowAt(p, level);
  }
  SameStandFaceUp(p, Joined(p, card, copy));
}

lemma OpenedStandsFaceUp(p: Position, b: Buy)
  requires Seated(p) && StandsFaceUp(p)
  ensures StandsFaceUp(Opened(p, b))
{
  var paid := Paid(p, b.pay);
  PaidStandsFaceUp(p, b.pay);
  match b.place {
    case Market(level) => LiftedStandsFaceUp(paid, level, b.card);
    case Hand =>
      forall level: Level
        ensures RowAt(paid, level).market <= RowAt(Opened(p, b), level).market
      {
        assert RowAt(Opened(p, b), level) == RowAt(paid, level);
      }
      SameStandFaceUp(paid, Opened(p, b));
  }
}

lemma MomentStandsFaceUp(p: Position, b: Buy, i: nat)
  requires Seated(p) && StandsFaceUp(p) && i <= |b.effects.free_cards|
  ensures StandsFaceUp(Moment(p, b, i))
{
  if i == 0 {
    OpenedStandsFaceUp(p, b);
    JoinedStandsFaceUp(Opened(p, b), b.card, b.effects.copy);
  } else {
    MomentStandsFaceUp(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedStandsFaceUp(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    JoinedStandsFaceUp(Lifted(before, taken.card.level, taken.card), taken.card, taken.copy);
    assert Moment(p, b, i) == FreeTaken(before, taken);
  }
}

// A step puts a stronghold on a face-up card.
lemma SteppedStandsFaceUp(p: Position, q: Position, step: Step)
  requires Seated(p) && Seated(q) && StandsFaceUp(q) && q.next == p.next
  requires forall level :: RowAt(q, level).market == RowAt(p, level).market
  requires step.PlaceOn? ==> FaceUp(p, step.to)
  requires step.MoveOn? ==> FaceUp(p, step.to)
  ensures StandsFaceUp(Stepped(q, step))
{
  var r := Stepped(q, step);
  forall i, card | 0 <= i < |r.strongholds| && card in r.strongholds[i]
    ensures FaceUp(r, card)
  {
    assert card in q.strongholds[i] || (step.PlaceOn? && card == step.to) ||
      (step.MoveOn? && card == step.to);
    assert FaceUp(q, card);
  }
}

lemma CountedKeepsRows(p: Position, gem: Tokens)
  requires Seated(p)
  ensures var q := Taken(Counted(p), gem);
    Seated(q) && q.next == p.next && q.strongholds == p.strongholds &&
    forall level :: RowAt(q, level) == RowAt(p, level)
{
}

lemma BoughtStandsFaceUp(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && StandsFaceUp(p)
  ensures StandsFaceUp(Bought(p, b))
{
  MomentStandsFaceUp(p, b, |b.effects.free_cards|);
  var taken := Taken(Counted(AtStep(p, b)), b.effects.gem);
  CountedKeepsRows(AtStep(p, b), b.effects.gem);
  SameStandFaceUp(AtStep(p, b), taken);
  SteppedStandsFaceUp(AtStep(p, b), taken, b.effects.step);
}

lemma RefillTakesNoCard(row: Row, width: nat)
  ensures row.market <= market_refill(row, width).market
  decreases |row.deck|
{
  if row.deck != [] && |row.market| < width {
    RefillTakesNoCard(Row(row.deck[1..], row.market + multiset{row.deck[0]}), width);
  }
}

lemma RefilledAtStandsFaceUp(p: Position, level: Level)
  requires StandsFaceUp(p)
  ensures StandsFaceUp(RefilledAt(p, level))
{
  RefillTakesNoCard(RowAt(p, level), Width(level));
  SameStandFaceUp(p, RefilledAt(p, level));
}

lemma RefilledStandsFaceUp(p: Position)
  requires StandsFaceUp(p)
  ensures StandsFaceUp(Refilled(p))
{
  var one := RefilledAt(p, First);
  var two := RefilledAt(one, Second);
  var three := RefilledAt(two, Third);
  var four := RefilledAt(three, OrientFirst);
  var five := RefilledAt(four, OrientSecond);
  RefilledAtStandsFaceUp(p, First);
  RefilledAtStandsFaceUp(one, Second);
  RefilledAtStandsFaceUp(two, Third);
  RefilledAtStandsFaceUp(three, OrientFirst);
  RefilledAtStandsFaceUp(four, OrientSecond);
  RefilledAtStandsFaceUp(five, OrientThird);
}

lemma DoneStandsFaceUp(p: Position, t: Turn)
  requires Seated(p) && StandsFaceUp(p)
  requires t.action.Purchase? ==> LegalBuy(p, FirstBuy(t))
  ensures StandsFaceUp(Done(p, t))
{
  match t.action
  case Take(taken) => SameStandFaceUp(p, Done(p, t));
  case ReserveMarket(level, card) =>
    LiftedStandsFaceUp(p, level, card);
    SameStandFaceUp(Lifted(p, level, card), Done(p, t));
  case ReserveDeck(level, draw) => SameStandFaceUp(p, Done(p, t));
  case Purchase(card, place, pay) => BoughtStandsFaceUp(p, FirstBuy(t));
  case Pass =>
}

// Theorem: a legal turn keeps strongholds on face-up cards, and those of two seats on different
// cards.
lemma StrongholdsStayInMarket(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && three_strongholds(p) && strongholds_in_market(p)
  ensures strongholds_in_market(Apply(p, t))
{
  StrongholdsStayRight(p, t);
  DoneStandsFaceUp(p, t);
  var before := BeforeConquest(p, t);
  RefilledStandsFaceUp(Done(p, t));
  assert StandsFaceUp(before);
  if t.conquest.Just? {
    BoughtStandsFaceUp(before, SecondBuy(t));
  }
  RefilledStandsFaceUp(Conquered(before, t));
  SameStandFaceUp(Acted(p, t), Apply(p, t));
}
