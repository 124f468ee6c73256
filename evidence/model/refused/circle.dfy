// False: without a third color in the supply, a seat cannot take three different gems.
include "../proofs/circle.dfy"

lemma FalseCircle(p: Position)
  requires Seated(p) && !Ended(p) && Total(Mover(p).tokens) == 10
  ensures p.supply.emerald >= ThreeGems().emerald
{
}

// The supply has no emerald.
lemma CounterExample(p: Position)
  requires Seated(p) && p.supply.emerald == 0
  ensures !Legal(p, Circle(p))
{
  assert ThreeGems().emerald == 1;
}
