// False: the mover does not keep its tokens.
include "../proofs/limits.dfy"

lemma FalseNobodyChanges(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats|
  ensures Acted(p, t).seats[i].tokens == p.seats[i].tokens
{
}

// A seat that takes gems has more tokens.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Take?
  ensures Total(Acted(p, t).seats[p.next].tokens) > Total(p.seats[p.next].tokens)
{
}
