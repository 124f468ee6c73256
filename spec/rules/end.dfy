// The end of the game.
include "position.dfy"

predicate end_trigger(p: Position)
{
  exists i :: 0 <= i < |p.seats| && Prestige(p.seats[i]) >= p.rulings.target
}

// The round is over if seat 0 would be next.
predicate end_round(p: Position) { end_trigger(p) && p.next == 0 }

predicate end_stalemate(p: Position) { p.passes >= |p.seats| }

predicate Ended(p: Position) { end_round(p) || end_stalemate(p) }
