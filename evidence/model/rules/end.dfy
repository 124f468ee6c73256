// The end of the game.
include "city.dfy"

// Whether the prestige of a seat, or a city that it meets, calls for the end.
predicate CallsEnd(p: Position, seat: Seat)
{
  if p.modules.cities then city_trigger(p, seat) else Prestige(seat) >= p.rulings.target
}

predicate end_trigger(p: Position)
{
  exists i :: 0 <= i < |p.seats| && CallsEnd(p, p.seats[i])
}

// The round is over if seat 0 would be next.
predicate end_round(p: Position) { end_trigger(p) && p.next == 0 }

predicate end_stalemate(p: Position)
{
  !p.rulings.stalemate.Continues? && p.passes >= |p.seats|
}

predicate Ended(p: Position) { end_round(p) || end_stalemate(p) }
