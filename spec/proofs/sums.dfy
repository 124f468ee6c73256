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

lemma AddToBoth<T>(a: multiset<T>, b: multiset<T>, c: multiset<T>, d: multiset<T>, more: multiset<T>)
  requires a + b == c + d
  ensures a + more + b == c + more + d
{
  assert a + more + b == (a + b) + more;
}

// The cards of the seats change as the cards of the seat do.
lemma CardsMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures SeatCards(seats[i := seat]) + CardsOf(seats[i]) == SeatCards(seats) + CardsOf(seat)
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    CardsMoved(seats[..n], i, seat);
    assert seats[i := seat][n] == seats[n];
    AddToBoth(SeatCards(seats[..n][i := seat]), CardsOf(seats[i]), SeatCards(seats[..n]), CardsOf(seat),
      CardsOf(seats[n]));
  }
}

// The nobles of the seats change as the nobles of the seat do.
lemma NoblesMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures SeatNobles(seats[i := seat]) + multiset(seats[i].nobles)
    == SeatNobles(seats) + multiset(seat.nobles)
{
  var n := |seats| - 1;
  if i == n {
    assert seats[i := seat][..n] == seats[..n];
  } else {
    assert seats[i := seat][..n] == seats[..n][i := seat];
    NoblesMoved(seats[..n], i, seat);
    assert seats[i := seat][n] == seats[n];
    AddToBoth(SeatNobles(seats[..n][i := seat]), multiset(seats[i].nobles),
      SeatNobles(seats[..n]), multiset(seat.nobles), multiset(seats[n].nobles));
  }
}
