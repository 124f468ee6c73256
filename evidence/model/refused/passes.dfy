// False: a turn that is not a pass ends a row of passes.
include "../proofs/order.dfy"

lemma FalsePassesStay(p: Position, t: Turn)
  requires Seated(p)
  ensures Apply(p, t).passes >= p.passes
{
}

// A seat takes gems after a pass.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Take? && p.passes == 1
  ensures Apply(p, t).passes == 0
{
}
