// Two seats can play for ever: theorem 3 of the book.
include "invariant.dfy"

// A seat that has ten tokens and meets neither a noble nor a new post, while the supply has three
// colors.
predicate Idle(p: Position, seat: Seat)
{
  Total(seat.tokens) == 10 && p.supply.diamond > 0 && p.supply.sapphire > 0 &&
  p.supply.emerald > 0 &&
  (forall noble :: noble in p.nobles ==> !Meets(Bonuses(seat.bought), noble)) &&
  forall post :: PostMet(Bonuses(seat.bought), post) ==> post in seat.posts
}

function ThreeGems(): Tokens { Tokens(1, 1, 1, 0, 0, 0) }

// The seat takes three gems and returns them.
function Circle(p: Position): Turn
{
  Turn(p.next, Take(ThreeGems()), None(), ThreeGems(), [], {})
}

// Nothing changes but the seat that is next.
lemma CircleChangesNothing(p: Position)
  requires Seated(p) && !Ended(p) && p.passes == 0 && Idle(p, Mover(p))
  ensures Legal(p, Circle(p)) && Apply(p, Circle(p)) == Advanced(p, 0)
{
  assert Held(p, Circle(p)) == Plus(Mover(p).tokens, ThreeGems());
  assert ThreeGems().diamond == 1;
  assert !IsPair(ThreeGems());
  assert Mover(p).nobles + [] == Mover(p).nobles && Mover(p).posts + {} == Mover(p).posts;
  assert Apply(p, Circle(p)).seats == p.seats;
}

// Theorem: after two such turns the position is the same again.
lemma TwoSeatsForEver(p: Position)
  requires Seated(p) && |p.seats| == 2 && !end_trigger(p) && p.passes == 0
  requires Idle(p, p.seats[0]) && Idle(p, p.seats[1])
  ensures Legal(p, Circle(p)) && Seated(Apply(p, Circle(p)))
  ensures Legal(Apply(p, Circle(p)), Circle(Apply(p, Circle(p))))
  ensures Apply(Apply(p, Circle(p)), Circle(Apply(p, Circle(p)))) == p
{
  CircleChangesNothing(p);
  CircleChangesNothing(Advanced(p, 0));
}
