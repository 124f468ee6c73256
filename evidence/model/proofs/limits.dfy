// The limits: the market stays full, nobody keeps more than ten tokens or three cards in hand.
include "frame.dfy"

// No level shows more cards than its width.
predicate Narrow(p: Position) { forall level :: |RowAt(p, level).market| <= Width(level) }

// A refilled row is full.
lemma RefillFills(row: Row, width: nat)
  requires |row.market| <= width
  ensures RowFull(market_refill(row, width), width)
  decreases |row.deck|
{
  if row.deck != [] && |row.market| < width {
    RefillFills(Row(row.deck[1..], row.market + multiset{row.deck[0]}), width);
  }
}

// A change of one level leaves the others.
lemma OtherRows(p: Position, level: Level, row: Row, other: Level)
  ensures RowAt(WithRow(p, level, row), other) == if other == level then row else RowAt(p, other)
{
  match level
  case First =>
  case Second =>
  case Third =>
  case OrientFirst =>
  case OrientSecond =>
  case OrientThird =>
}

lemma RefilledAtFills(p: Position, level: Level, other: Level)
  requires |RowAt(p, level).market| <= Width(level)
  ensures RowFull(RowAt(RefilledAt(p, level), level), Width(level))
  ensures other != level ==> RowAt(RefilledAt(p, level), other) == RowAt(p, other)
{
  RefillFills(RowAt(p, level), Width(level));
  OtherRows(p, level, market_refill(RowAt(p, level), Width(level)), level);
  OtherRows(p, level, market_refill(RowAt(p, level), Width(level)), other);
}

// The row of a level after the refill of all levels.
lemma RefilledRow(p: Position, level: Level)
  ensures RowAt(Refilled(p), level) == market_refill(RowAt(p, level), Width(level))
{
  match level
  case First =>
  case Second =>
  case Third =>
  case OrientFirst =>
  case OrientSecond =>
  case OrientThird =>
}

lemma RefilledIsFull(p: Position)
  requires Narrow(p)
  ensures market_full(Refilled(p))
{
  forall level: Level
    ensures RowFull(RowAt(Refilled(p), level), Width(level))
  {
    RefilledRow(p, level);
    RefillFills(RowAt(p, level), Width(level));
  }
}

lemma LiftedIsNarrow(p: Position, level: Level, card: Card)
  requires Narrow(p)
  ensures Narrow(Lifted(p, level, card))
{
  var row := RowAt(p, level);
  var left := row.(market := row.market - multiset{card});
  forall other: Level
    ensures |RowAt(Lifted(p, level, card), other).market| <= Width(other)
  {
    OtherRows(p.(strongholds := Cleared(p.strongholds, card)), level, left, other);
    assert RowAt(p.(strongholds := Cleared(p.strongholds, card)), other) == RowAt(p, other);
  }
}

// Two positions show the same cards.
predicate SameRows(p: Position, q: Position) { forall level :: RowAt(q, level) == RowAt(p, level) }

lemma SameIsNarrow(p: Position, q: Position)
  requires SameRows(p, q) && Narrow(p)
  ensures Narrow(q)
{
  forall level: Level
    ensures |RowAt(q, level).market| <= Width(level)
  {
    assert RowAt(q, level) == RowAt(p, level);
  }
}

lemma OpenedIsNarrow(p: Position, b: Buy)
  requires Seated(p) && Narrow(p)
  ensures Narrow(Opened(p, b))
{
  var paid := Paid(p, b.pay);
  assert SameRows(p, paid);
  SameIsNarrow(p, paid);
  match b.place
  case Market(level) => LiftedIsNarrow(paid, level, b.card);
  case Hand =>
    assert SameRows(paid, Opened(p, b));
    SameIsNarrow(paid, Opened(p, b));
}

lemma MomentIsNarrow(p: Position, b: Buy, i: nat)
  requires Seated(p) && Narrow(p) && i <= |b.effects.free_cards|
  ensures Narrow(Moment(p, b, i))
{
  if i == 0 {
    OpenedIsNarrow(p, b);
    assert SameRows(Opened(p, b), Moment(p, b, i));
    SameIsNarrow(Opened(p, b), Moment(p, b, i));
  } else {
    MomentIsNarrow(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    var lifted := Lifted(before, taken.card.level, taken.card);
    LiftedIsNarrow(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    assert SameRows(lifted, Moment(p, b, i));
    SameIsNarrow(lifted, Moment(p, b, i));
  }
}

lemma BoughtIsNarrow(p: Position, b: Buy)
  requires Seated(p) && Narrow(p)
  ensures Narrow(Bought(p, b))
{
  MomentIsNarrow(p, b, |b.effects.free_cards|);
  assert SameRows(AtStep(p, b), Bought(p, b));
  SameIsNarrow(AtStep(p, b), Bought(p, b));
}

lemma DrawIsNarrow(p: Position, level: Level, deck: seq<Card>)
  requires Narrow(p)
  ensures Narrow(WithRow(p, level, RowAt(p, level).(deck := deck)))
{
  forall other: Level
    ensures |RowAt(WithRow(p, level, RowAt(p, level).(deck := deck)), other).market| <= Width(other)
  {
    OtherRows(p, level, RowAt(p, level).(deck := deck), other);
  }
}

lemma DoneIsNarrow(p: Position, t: Turn)
  requires Seated(p) && Narrow(p)
  ensures Seated(Done(p, t)) && Narrow(Done(p, t))
{
  DoneFollows(p, t);
  match t.action
  case Take(taken) =>
    assert SameRows(p, Done(p, t));
    SameIsNarrow(p, Done(p, t));
  case ReserveMarket(level, card) =>
    var lifted := Lifted(p, level, card);
    LiftedIsNarrow(p, level, card);
    LiftedFollows(p, level, card);
    assert SameRows(lifted, Done(p, t));
    SameIsNarrow(lifted, Done(p, t));
  case ReserveDeck(level, draw) =>
    var row := RowAt(p, level);
    if row.deck != [] {
      var drawn := WithRow(p, level, row.(deck := DeckAfter(row.deck, draw)));
      DrawIsNarrow(p, level, DeckAfter(row.deck, draw));
      assert SameRows(drawn, Done(p, t));
      SameIsNarrow(drawn, Done(p, t));
    }
  case Purchase(card, place, pay) => BoughtIsNarrow(p, FirstBuy(t));
  case Pass =>
}

lemma FullIsNarrow(p: Position)
  requires market_full(p)
  ensures Narrow(p)
{
  forall level: Level
    ensures |RowAt(p, level).market| <= Width(level)
  {
    assert RowFull(RowAt(p, level), Width(level));
  }
}

lemma RefilledIsNarrow(p: Position)
  requires Narrow(p)
  ensures Narrow(Refilled(p))
{
  RefilledIsFull(p);
  FullIsNarrow(Refilled(p));
}

// Theorem: after each legal turn a level shows its full width of cards, or its deck is empty.
lemma MarketStaysFull(p: Position, t: Turn)
  requires Seated(p) && market_full(p) && Legal(p, t)
  ensures market_full(Apply(p, t))
{
  FullIsNarrow(p);
  DoneIsNarrow(p, t);
  RefilledIsNarrow(Done(p, t));
  var before := BeforeConquest(p, t);
  BeforeConquestFollows(p, t);
  if t.conquest.Just? {
    BoughtIsNarrow(before, SecondBuy(t));
    BoughtFollows(before, SecondBuy(t));
  }
  RefilledIsFull(Conquered(before, t));
  ActedFollows(p, t);
  assert SameRows(Acted(p, t), Apply(p, t));
  forall level: Level
    ensures RowFull(RowAt(Apply(p, t), level), Width(level))
  {
    assert RowAt(Apply(p, t), level) == RowAt(Acted(p, t), level);
  }
}

// Theorem: a legal turn changes no seat but the mover.
lemma OnlyTheMover(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats| && i != p.next
  ensures |Apply(p, t).seats| == |p.seats| && Apply(p, t).seats[i] == p.seats[i]
{
  EndingOfTurn(p, t);
}

// After each legal turn the mover has at most ten tokens.
lemma MoverHasTenAtMost(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures p.rulings.returning.UpTo? || Total(Apply(p, t).seats[p.next].tokens) <= 10
{
  EndingOfTurn(p, t);
}

// Theorem: after each legal turn every seat has at most ten tokens.
lemma TenStayAtMost(p: Position, t: Turn)
  requires Seated(p) && ten_at_most(p) && Legal(p, t)
  ensures ten_at_most(Apply(p, t))
{
  MoverHasTenAtMost(p, t);
  EndingOfTurn(p, t);
  forall i | 0 <= i < |p.seats| && i != p.next
    ensures Apply(p, t).seats[i] == p.seats[i]
  {
    OnlyTheMover(p, t, i);
  }
}

// A purchase leaves the hand, or takes a card out of it.
lemma MomentKeepsHand(p: Position, b: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Mover(Moment(p, b, i)).hand ==
    if b.place.Hand? then Mover(p).hand - multiset{b.card} else Mover(p).hand
{
  if i == 0 {
    match b.place {
      case Market(level) => LiftedFollows(Paid(p, b.pay), level, b.card);
      case Hand =>
    }
  } else {
    MomentKeepsHand(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedFollows(before, taken.card.level, taken.card);
  }
}

lemma BoughtKeepsHand(p: Position, b: Buy)
  requires Seated(p)
  ensures Seated(Bought(p, b))
  ensures Mover(Bought(p, b)).hand ==
    if b.place.Hand? then Mover(p).hand - multiset{b.card} else Mover(p).hand
{
  MomentKeepsHand(p, b, |b.effects.free_cards|);
  SteppedFollows(Taken(Counted(AtStep(p, b)), b.effects.gem), b.effects.step);
}

// An action gives the mover a card in hand only by reserving.
lemma HandAfterDone(p: Position, t: Turn)
  requires Seated(p)
  ensures |Mover(Done(p, t)).hand| <= |Mover(p).hand| + (if Reserves(t) then 1 else 0)
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) => LiftedFollows(p, level, card);
  case ReserveDeck(level, draw) =>
  case Purchase(card, place, pay) => BoughtKeepsHand(p, FirstBuy(t));
  case Pass =>
}

// A conquest leaves the hand.
lemma HandAfterConquest(p: Position, t: Turn)
  requires Seated(p)
  ensures Mover(Conquered(p, t)).hand == Mover(p).hand
{
  if t.conquest.Just? {
    BoughtKeepsHand(p, SecondBuy(t));
  }
}

lemma HandAfterAction(p: Position, t: Turn)
  requires Seated(p)
  ensures |Mover(Acted(p, t)).hand| <= |Mover(p).hand| + (if Reserves(t) then 1 else 0)
{
  HandAfterDone(p, t);
  RefilledFollows(Done(p, t));
  HandAfterConquest(BeforeConquest(p, t), t);
  RefilledFollows(Conquered(BeforeConquest(p, t), t));
}

// After each legal turn the mover has at most three cards in hand.
lemma MoverHasThreeInHand(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && |Mover(p).hand| <= 3
  ensures |Apply(p, t).seats| == |p.seats| && |Apply(p, t).seats[p.next].hand| <= 3
{
  HandAfterAction(p, t);
  EndingOfTurn(p, t);
}

// Theorem: after each legal turn every seat has at most three cards in hand.
lemma ThreeStayInHand(p: Position, t: Turn)
  requires Seated(p) && three_in_hand(p) && Legal(p, t)
  ensures three_in_hand(Apply(p, t))
{
  MoverHasThreeInHand(p, t);
  EndingOfTurn(p, t);
  forall i | 0 <= i < |p.seats| && i != p.next
    ensures Apply(p, t).seats[i] == p.seats[i]
  {
    OnlyTheMover(p, t, i);
  }
}

// Theorem: by default limit.owned follows from the other two clauses on the limit.
lemma OwnedFollows(p: Position, t: Turn)
  requires Seated(p) && p.rulings.returning.Exact? && limit_ten(p, t) && limit_excess(p, t)
  ensures limit_owned(p, t)
{
}
