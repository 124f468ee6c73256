// Reservations and purchases use up cards, nobles are used up too, and no turn brings any back.
include "hoard.dfy"
include "limits.dfy"

function RowSize(row: Row): nat { |row.deck| + |row.market| }

function TableSize(p: Position): nat
{
  RowSize(p.first) + RowSize(p.second) + RowSize(p.third)
}

// Two for each card on the table, one for each card in a hand, and one for each noble on the table.
function Left(p: Position): nat { 2 * TableSize(p) + Hands(p.seats) + |p.nobles| }

// A refill leaves one card less.
lemma RefillSize(row: Row, card: Card)
  requires card in row.market
  ensures RowSize(market_refill(row, card)) == RowSize(row) - 1
{
}

// The number of cards on the table changes as that of the level does.
lemma RowSizeMoved(p: Position, level: Level, row: Row)
  ensures TableSize(WithRow(p, level, row)) + RowSize(RowAt(p, level))
    == TableSize(p) + RowSize(row)
{
}

predicate UsesCard(t: Turn) { Reserves(t) || t.action.Purchase? }

lemma ActionUsesTable(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures !UsesCard(t) ==> TableSize(Acted(p, t)) == TableSize(p)
  ensures Reserves(t) ==> TableSize(Acted(p, t)) == TableSize(p) - 1
  ensures t.action.Purchase? && t.action.place.Market? ==>
    TableSize(Acted(p, t)) == TableSize(p) - 1
  ensures t.action.Purchase? && t.action.place.Hand? ==>
    TableSize(Acted(p, t)) == TableSize(p)
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) =>
    RefillSize(RowAt(p, level), card);
    RowSizeMoved(p, level, market_refill(RowAt(p, level), card));
  case ReserveDeck(level, draw) =>
    var deck := RowAt(p, level).deck;
    RowSizeMoved(p, level, RowAt(p, level).(deck := DeckAfter(deck, draw)));
  case Purchase(card, place, pay) =>
    match place {
      case Market(level) =>
        RefillSize(RowAt(p, level), card);
        RowSizeMoved(p, level, market_refill(RowAt(p, level), card));
      case Hand =>
    }
  case Pass =>
}

// The size of the hand after each kind of action.
lemma ActionUsesHand(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Acted(p, t))
  ensures |Mover(Acted(p, t)).hand| <= |Mover(p).hand| + (if Reserves(t) then 1 else 0)
  ensures !UsesCard(t) ==> |Mover(Acted(p, t)).hand| == |Mover(p).hand|
  ensures t.action.Purchase? && t.action.place.Hand? ==>
    |Mover(Acted(p, t)).hand| < |Mover(p).hand|
{
}

// After the whole turn the hands and the table are those after the action.
lemma EndingUsesNoCard(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures TableSize(Apply(p, t)) == TableSize(Acted(p, t))
  ensures Apply(p, t).seats == p.seats[p.next := Apply(p, t).seats[p.next]]
  ensures Apply(p, t).seats[p.next].hand == Mover(Acted(p, t)).hand
{
  ActionChangesMover(p, t);
}

lemma NoblesOnTable(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).nobles| + |t.nobles| == |p.nobles|
{
  assert Acted(p, t).nobles == p.nobles;
}

// No legal turn brings back a card or a noble; one that uses a card or brings a noble uses it up.
lemma LeftFalls(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Left(Apply(p, t)) <= Left(p)
  ensures UsesCard(t) || t.nobles != [] ==> Left(Apply(p, t)) < Left(p)
{
  ActionUsesTable(p, t);
  ActionUsesHand(p, t);
  EndingUsesNoCard(p, t);
  HandsMoved(p.seats, p.next, Apply(p, t).seats[p.next]);
  NoblesOnTable(p, t);
}
