// The order of the turns, the one action, and passing.
include "power.dfy"
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

// Whether a level has a card to reserve: in its deck, or face up without a rival stronghold.
predicate CardAt(p: Position, level: Level) { RowAt(p, level).deck != [] || OpenAt(p, level) }

predicate CanReserve(p: Position)
  requires Seated(p)
{
  |Mover(p).hand| < 3 && !Forbidden(p) && exists level :: CardAt(p, level)
}

predicate CanBuy(p: Position)
  requires Seated(p)
{
  (exists card :: card in Mover(p).hand && Affordable(Mover(p), card)) ||
  exists level, card :: card in RowAt(p, level).market && !RivalOn(p, card) &&
    Affordable(Mover(p), card)
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

// The purchase of the action.
function FirstBuy(t: Turn): Buy
  requires t.action.Purchase?
{
  Buy(t.action.card, t.action.place, t.action.pay, t.effects)
}

// The purchase of the conquest.
function SecondBuy(t: Turn): Buy
  requires t.conquest.Just?
{
  var conquest := t.conquest.value;
  Buy(conquest.card, Market(conquest.card.level), conquest.pay, conquest.effects)
}

// The position after the action and what follows it; the empty places are not refilled yet.
function Done(p: Position, t: Turn): Position
  requires Seated(p)
  ensures Seated(Done(p, t)) && Done(p, t).next == p.next
{
  match t.action
  case Take(taken) => Taken(Taken(p, taken), t.effects.gem)
  case ReserveMarket(level, card) => ReservedMarket(p, level, card)
  case ReserveDeck(level, draw) => ReservedDeck(p, level, draw)
  case Purchase(card, place, pay) => Bought(p, FirstBuy(t))
  case Pass => p
}

// Whether the places that the action emptied are refilled before a conquest.
predicate RefillsFirst(p: Position, t: Turn)
{
  match p.rulings.conquest_refill
  case ReservedFirst => !t.action.Purchase?
  case EachAtOnce => true
  case AllAfter => false
}

// The position in which a conquest begins.
function BeforeConquest(p: Position, t: Turn): Position
  requires Seated(p)
  ensures Seated(BeforeConquest(p, t)) && BeforeConquest(p, t).next == p.next
{
  if RefillsFirst(p, t) then Refilled(Done(p, t)) else Done(p, t)
}

function Conquered(p: Position, t: Turn): Position
  requires Seated(p)
  ensures Seated(Conquered(p, t)) && Conquered(p, t).next == p.next
{
  if t.conquest.Just? then Bought(p, SecondBuy(t)) else p
}

// The position after the action and the conquest, before tokens are returned.
function Acted(p: Position, t: Turn): Position
  requires Seated(p)
  ensures Seated(Acted(p, t)) && Acted(p, t).next == p.next
{
  Refilled(Conquered(BeforeConquest(p, t), t))
}
