// The limits: the market stays full, nobody keeps more than ten tokens or three cards in hand.
include "invariant.dfy"

// A refilled level is full.
lemma RefillFills(row: Row, card: Card)
  requires RowFull(row) && card in row.market
  ensures RowFull(market_refill(row, card))
{
}

// A full level in the place of another one leaves the market full.
lemma RowStaysFull(p: Position, level: Level, row: Row)
  requires market_full(p) && RowFull(row)
  ensures market_full(WithRow(p, level, row)) && RowFull(RowAt(p, level))
{
}

lemma ActionKeepsMarketFull(p: Position, t: Turn)
  requires Seated(p) && market_full(p) && LegalAction(p, t)
  ensures market_full(Acted(p, t))
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) =>
    RefillFills(RowAt(p, level), card);
    RowStaysFull(p, level, market_refill(RowAt(p, level), card));
  case ReserveDeck(level, draw) =>
    var deck := RowAt(p, level).deck;
    RowStaysFull(p, level, RowAt(p, level).(deck := DeckAfter(deck, draw)));
  case Purchase(card, place, pay) =>
    match place {
      case Market(level) =>
        RefillFills(RowAt(p, level), card);
        RowStaysFull(p, level, market_refill(RowAt(p, level), card));
      case Hand =>
    }
  case Pass =>
}

// Theorem: after each legal turn a level shows four cards, or its deck is empty.
lemma MarketStaysFull(p: Position, t: Turn)
  requires Seated(p) && market_full(p) && Legal(p, t)
  ensures market_full(Apply(p, t))
{
  ActionKeepsMarketFull(p, t);
}

// An action changes no seat but the mover, and gives it a card in hand only by reserving.
lemma ActionChangesMover(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Acted(p, t))
  ensures Acted(p, t).seats == p.seats[p.next := Mover(Acted(p, t))]
  ensures |Mover(Acted(p, t)).hand| <= |Mover(p).hand| + (if Reserves(t) then 1 else 0)
{
}

// Theorem: a legal turn changes no seat but the mover.
lemma OnlyTheMover(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats| && i != p.next
  ensures |Apply(p, t).seats| == |p.seats| && Apply(p, t).seats[i] == p.seats[i]
{
  ActionChangesMover(p, t);
}

// After each legal turn the mover has at most ten tokens.
lemma MoverHasTenAtMost(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures p.rulings.returning.UpTo? || Total(Apply(p, t).seats[p.next].tokens) <= 10
{
  ActionChangesMover(p, t);
}

// After each legal turn the mover has at most three cards in hand.
lemma MoverHasThreeInHand(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && |Mover(p).hand| <= 3
  ensures |Apply(p, t).seats| == |p.seats| && |Apply(p, t).seats[p.next].hand| <= 3
{
  ActionChangesMover(p, t);
}

// A turn does not change the rulings.
lemma RulingsStay(p: Position, t: Turn)
  requires Seated(p)
  ensures Apply(p, t).rulings == p.rulings
{
  assert Acted(p, t).rulings == p.rulings;
}

// Theorem: after each legal turn every seat has at most ten tokens.
lemma TenStayAtMost(p: Position, t: Turn)
  requires Seated(p) && ten_at_most(p) && Legal(p, t)
  ensures ten_at_most(Apply(p, t))
{
  MoverHasTenAtMost(p, t);
  RulingsStay(p, t);
  forall i | 0 <= i < |p.seats| && i != p.next
    ensures Apply(p, t).seats[i] == p.seats[i]
  {
    OnlyTheMover(p, t, i);
  }
}

// Theorem: after each legal turn every seat has at most three cards in hand.
lemma ThreeStayInHand(p: Position, t: Turn)
  requires Seated(p) && three_in_hand(p) && Legal(p, t)
  ensures three_in_hand(Apply(p, t))
{
  MoverHasThreeInHand(p, t);
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
