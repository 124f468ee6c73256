// Two seats can play for ever: theorem 3 of the book.
include "limits.dfy"

// A seat that has ten tokens and meets neither a noble nor a new post, while the supply has three
// colors.
predicate Idle(p: Position, seat: Seat)
{
  Total(seat.tokens) == 10 && p.supply.diamond > 0 && p.supply.sapphire > 0 &&
  p.supply.emerald > 0 &&
  (forall noble :: noble in p.nobles ==> !Meets(Counts(seat.bought), noble)) &&
  forall post :: PostMet(Counts(seat.bought), post) ==> post in seat.posts
}

function ThreeGems(): Tokens { Tokens(1, 1, 1, 0, 0, 0) }

// The seat takes three gems and returns them.
function Circle(p: Position): Turn
{
  Turn(p.next, Take(ThreeGems()), NoEffects(), Nothing, ThreeGems(), [], {})
}

// A full row needs no refill.
lemma FullNeedsNoRefill(p: Position)
  requires market_full(p)
  ensures Refilled(p) == p
{
  assert RowFull(p.first, 4) by { assert RowFull(RowAt(p, First), Width(First)); }
  assert RowFull(p.second, 4) by { assert RowFull(RowAt(p, Second), Width(Second)); }
  assert RowFull(p.third, 4) by { assert RowFull(RowAt(p, Third), Width(Third)); }
  assert RowFull(p.orient_first, 2) by { assert RowFull(RowAt(p, OrientFirst), Width(OrientFirst)); }
  assert RowFull(p.orient_second, 2) by {
    assert RowFull(RowAt(p, OrientSecond), Width(OrientSecond));
  }
  assert RowFull(p.orient_third, 2) by { assert RowFull(RowAt(p, OrientThird), Width(OrientThird)); }
  assert RefilledAt(p, First) == p && RefilledAt(p, Second) == p && RefilledAt(p, Third) == p;
  assert RefilledAt(p, OrientFirst) == p && RefilledAt(p, OrientSecond) == p;
}

// Nothing changes but the seat that is next.
lemma CircleChangesNothing(p: Position)
  requires Seated(p) && !Ended(p) && p.passes == 0 && Idle(p, Mover(p)) && market_full(p)
  ensures Legal(p, Circle(p)) && Apply(p, Circle(p)) == Advanced(p, 0)
{
  var taken := Done(p, Circle(p));
  assert market_full(taken) by {
    forall level: Level
      ensures RowFull(RowAt(taken, level), Width(level))
    {
      assert RowAt(taken, level) == RowAt(p, level);
    }
  }
  FullNeedsNoRefill(taken);
  assert Acted(p, Circle(p)) == taken;
  assert Held(p, Circle(p)) == Plus(Mover(p).tokens, ThreeGems());
  assert ThreeGems().diamond == 1;
  assert !IsPair(ThreeGems());
  assert Mover(p).nobles + [] == Mover(p).nobles && Mover(p).posts + {} == Mover(p).posts;
  assert Apply(p, Circle(p)).seats == p.seats;
}

// Theorem: after two such turns the position is the same again.
lemma TwoSeatsForEver(p: Position)
  requires Seated(p) && |p.seats| == 2 && !end_trigger(p) && p.passes == 0
  requires Idle(p, p.seats[0]) && Idle(p, p.seats[1]) && market_full(p)
  ensures Legal(p, Circle(p)) && Seated(Apply(p, Circle(p)))
  ensures Legal(Apply(p, Circle(p)), Circle(Apply(p, Circle(p))))
  ensures Apply(Apply(p, Circle(p)), Circle(Apply(p, Circle(p)))) == p
{
  CircleChangesNothing(p);
  var q := Advanced(p, 0);
  assert market_full(q) by {
    forall level: Level
      ensures RowFull(RowAt(q, level), Width(level))
    {
      assert RowAt(q, level) == RowAt(p, level);
    }
  }
  CircleChangesNothing(q);
}
