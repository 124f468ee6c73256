// False: it is not always the turn of seat 0.
include "../proofs/order.dfy"

lemma FalseSeatZeroActs(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures t.seat == 0
{
}

// It is the turn of seat 1.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && p.next == 1
  ensures t.seat == 1
{
}
