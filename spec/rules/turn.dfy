// The order of the turns, the one action, and passing.
include "take.dfy"
include "reserve.dfy"
include "purchase.dfy"
include "end.dfy"

predicate turn_after_end(p: Position, t: Turn) { !Ended(p) }

predicate turn_order(p: Position, t: Turn) { t.seat == p.next }

predicate turn_one_action(p: Position, t: Turn)
{
  t.action.Take? ==> Total(t.action.taken) > 0
}

predicate CanTake(p: Position) { Gems(p.supply) > 0 }

predicate CardIn(row: Row) { row.deck != [] || |row.market| > 0 }

predicate CanReserve(p: Position)
  requires Seated(p)
{
  |Mover(p).hand| < 3 && exists level :: CardIn(RowAt(p, level))
}

predicate CanBuy(p: Position)
  requires Seated(p)
{
  (exists card :: card in Mover(p).hand && Affordable(Mover(p), card)) ||
  exists level, card :: card in RowAt(p, level).market && Affordable(Mover(p), card)
}

predicate turn_pass(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Pass? ==> !CanTake(p) && !CanReserve(p) && !CanBuy(p)
}

// The position after the action, before tokens are returned.
function Acted(p: Position, action: Action): Position
  requires Seated(p)
{
  match action
  case Take(taken) => Taken(p, taken)
  case ReserveMarket(level, card) => ReservedMarket(p, level, card)
  case ReserveDeck(level) => ReservedDeck(p, level)
  case Purchase(card, place, pay) => Bought(p, card, place, pay)
  case Pass => p
}
