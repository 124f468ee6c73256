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

predicate StackOfFour(supply: Tokens) { exists color :: Count(supply, color) >= 4 }

predicate CanTake(p: Position)
{
  if p.rulings.fewer.Never? then Colors(p.supply) >= 3 || StackOfFour(p.supply)
  else Gems(p.supply) > 0
}

predicate CardIn(row: Row) { row.deck != [] || |row.market| > 0 }

predicate CanReserve(p: Position)
  requires Seated(p)
{
  |Mover(p).hand| < 3 && !Forbidden(p) && exists level :: CardIn(RowAt(p, level))
}

predicate CanBuy(p: Position)
  requires Seated(p)
{
  (exists card :: card in Mover(p).hand && Affordable(Mover(p), card)) ||
  exists level, card :: card in RowAt(p, level).market && Affordable(Mover(p), card)
}

predicate Stuck(p: Position)
  requires Seated(p)
{
  !CanTake(p) && !CanReserve(p) && !CanBuy(p)
}

predicate turn_pass(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Pass? ==>
    match p.rulings.pass
    case WhenStuck => Stuck(p)
    case Always => true
    case Never => false
}

// The position after the action itself.
function Done(p: Position, action: Action): Position
  requires Seated(p)
{
  match action
  case Take(taken) => Taken(p, taken)
  case ReserveMarket(level, card) => ReservedMarket(p, level, card)
  case ReserveDeck(level, draw) => ReservedDeck(p, level, draw)
  case Purchase(card, place, pay) => Bought(p, card, place, pay)
  case Pass => p
}

// The position after the action and the gem of a post, before tokens are returned.
function Acted(p: Position, t: Turn): Position
  requires Seated(p)
{
  Taken(Done(p, t.action), t.gem)
}
