// Taking gems.
include "position.dfy"

predicate AtMostOneEach(a: Tokens)
{
  a.diamond <= 1 && a.sapphire <= 1 && a.emerald <= 1 && a.ruby <= 1 && a.onyx <= 1
}

predicate IsPair(a: Tokens)
{
  exists color :: a == Plus(One(color), One(color))
}

predicate take_no_gold(p: Position, t: Turn)
{
  t.action.Take? ==> t.action.taken.gold == 0
}

predicate take_supply(p: Position, t: Turn)
{
  t.action.Take? ==> Covers(p.supply, t.action.taken)
}

predicate take_different(p: Position, t: Turn)
{
  t.action.Take? && AtMostOneEach(t.action.taken) ==> Gems(t.action.taken) <= 3
}

// How many tokens a seat can take up to ten; one more if it has ten.
function RoomToTen(seat: Seat): nat
{
  if Total(seat.tokens) < 10 then 10 - Total(seat.tokens) else 1
}

// How many different gems a take has at least.
function FewestGems(p: Position): nat
  requires Seated(p)
{
  match p.rulings.fewer
  case WhenShort => if Colors(p.supply) < 3 then 1 else 3
  case AllAvailable => Least(Colors(p.supply), 3)
  case UpToThree => 1
  case ToTen => Least(Least(Colors(p.supply), 3), RoomToTen(Mover(p)))
  case Never => 3
}

predicate take_fewer(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Take? && AtMostOneEach(t.action.taken) ==> Gems(t.action.taken) >= FewestGems(p)
}

predicate take_pair(p: Position, t: Turn)
{
  t.action.Take? && !AtMostOneEach(t.action.taken) ==> IsPair(t.action.taken)
}

predicate take_pair_needs_four(p: Position, t: Turn)
{
  t.action.Take? && IsPair(t.action.taken) ==>
    Covers(p.supply, Plus(t.action.taken, t.action.taken))
}

function Taken(p: Position, gems: Tokens): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p.(supply := Minus(p.supply, gems)), seat.(tokens := Plus(seat.tokens, gems)))
}
