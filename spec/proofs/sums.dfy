// Sums over the seats after a change of one seat.
include "invariant.dfy"

// The sum of the tokens changes as the tokens of the seat do.
lemma TokensMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures Plus(SeatTokens(seats[i := seat]), seats[i].tokens)
    == Plus(SeatTokens(seats), seat.tokens)
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    TokensMoved(seats[..n], i, seat);
  }
}
