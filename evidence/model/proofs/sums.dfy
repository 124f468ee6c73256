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

lemma InEitherOrder<T>(a: multiset<T>, b: multiset<T>, c: multiset<T>)
  ensures a + b + c == a + c + b
{
}

// The cards of the seats change as the cards of the seat do.
lemma CardsMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures SeatCards(seats[i := seat]) + CardsOf(seats[i]) == SeatCards(seats) + CardsOf(seat)
{
  var n, moved := |seats| - 1, seats[i := seat];
  var before, last := seats[..n], CardsOf(seats[n]);
  assert SeatCards(seats) == SeatCards(before) + last;
  if i == n {
    assert moved[..n] == before && moved[n] == seat;
    assert SeatCards(moved) == SeatCards(before) + CardsOf(seat);
    InEitherOrder(SeatCards(before), CardsOf(seat), last);
  } else {
    var after := before[i := seat];
    assert moved[..n] == after && moved[n] == seats[n] && before[i] == seats[i];
    assert SeatCards(moved) == SeatCards(after) + last;
    CardsMoved(before, i, seat);
    AddToBoth(SeatCards(after), CardsOf(seats[i]), SeatCards(before), CardsOf(seat), last);
  }
}

// The nobles of the seats change as the nobles of the seat do.
lemma NoblesMoved(seats: seq<Seat>, i: nat, seat: Seat)
  requires i < |seats|
  ensures SeatNobles(seats[i := seat]) + multiset(seats[i].nobles)
    == SeatNobles(seats) + multiset(seat.nobles)
{
  var n, moved := |seats| - 1, seats[i := seat];
  var before, last := seats[..n], multiset(seats[n].nobles);
  assert SeatNobles(seats) == SeatNobles(before) + last;
  if i == n {
    assert moved[..n] == before && moved[n] == seat;
    assert SeatNobles(moved) == SeatNobles(before) + multiset(seat.nobles);
    InEitherOrder(SeatNobles(before), multiset(seat.nobles), last);
  } else {
    var after := before[i := seat];
    assert moved[..n] == after && moved[n] == seats[n] && before[i] == seats[i];
    assert SeatNobles(moved) == SeatNobles(after) + last;
    NoblesMoved(before, i, seat);
    AddToBoth(SeatNobles(after), multiset(seats[i].nobles), SeatNobles(before),
      multiset(seat.nobles), last);
  }
}

// The cards of a seat are some of those of all seats.
lemma CardsOfSeat(seats: seq<Seat>, i: nat)
  requires i < |seats|
  ensures CardsOf(seats[i]) <= SeatCards(seats)
{
  var last := |seats| - 1;
  if i < last {
    assert seats[i] == seats[..last][i];
    CardsOfSeat(seats[..last], i);
  }
}
