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

// The end is triggered, and no turn is left. By default the round is over if seat 0 would be next.
// Under `others-once` a seat that calls for the end can be next only if it triggered the end.
predicate end_round(p: Position)
{
  end_trigger(p) &&
  match p.rulings.end_time
  case AfterRound => p.next == 0
  case AtOnce => true
  case OthersOnce => p.next < |p.seats| && CallsEnd(p, p.seats[p.next])
}

predicate end_stalemate(p: Position)
{
  !p.rulings.stalemate.Continues? && p.passes >= |p.seats|
}

predicate Ended(p: Position) { end_round(p) || end_stalemate(p) }
