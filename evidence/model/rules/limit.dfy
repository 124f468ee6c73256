// The limit of ten tokens at the end of a turn.
include "turn.dfy"

function Held(p: Position, t: Turn): Tokens
  requires Seated(p)
{
  Mover(Acted(p, t)).tokens
}

predicate limit_owned(p: Position, t: Turn)
  requires Seated(p)
{
  Covers(Held(p, t), t.returned)
}

predicate limit_ten(p: Position, t: Turn)
  requires Seated(p)
{
  (p.rulings.returning.UpTo? || Total(Minus(Held(p, t), t.returned)) <= 10) &&
  !(Reserves(t) && Forbidden(p))
}

predicate limit_excess(p: Position, t: Turn)
  requires Seated(p)
{
  p.rulings.returning.Anything? || Total(t.returned) <= Less(Total(Held(p, t)), 10)
}

function Returned(p: Position, back: Tokens): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p.(supply := Plus(p.supply, back)), seat.(tokens := Minus(seat.tokens, back)))
}
