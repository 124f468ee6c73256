// Two sums over the seats that bound the length of a game: tokens held, and cards in hand.
include "sums.dfy"

function Hands(seats: seq<Seat>): nat
{
  if seats == [] then 0 else Hands(seats[..|seats| - 1]) + |seats[|seats| - 1].hand|
}

// The sum of the hands changes as one hand does.
lemma HandsMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures Hands(seats[i := seat]) + |seats[i].hand| == Hands(seats) + |seat.hand|
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    HandsMoved(seats[..n], i, seat);
  }
}

// Seats with at most ten tokens hold at most ten times as many tokens as there are seats.
lemma TenEachAtMost(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) <= 10
  ensures Total(SeatTokens(seats)) <= 10 * |seats|
{
}

// If they hold all of that, each of them has ten tokens.
lemma TenEach(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) <= 10
  requires Total(SeatTokens(seats)) == 10 * |seats|
  ensures forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) == 10
{
  if seats != [] {
    var n := |seats| - 1;
    TenEachAtMost(seats[..n]);
    TenEach(seats[..n]);
    forall i | 0 <= i < |seats|
      ensures Total(seats[i].tokens) == 10
    {
      if i < n {
        assert Total(seats[..n][i].tokens) == 10;
      }
    }
  }
}

// The converse: if each has ten tokens, they hold ten times as many as there are seats.
lemma TenEachInAll(seats: seq<Seat>)
  requires forall i :: 0 <= i < |seats| ==> Total(seats[i].tokens) == 10
  ensures Total(SeatTokens(seats)) == 10 * |seats|
{
}
