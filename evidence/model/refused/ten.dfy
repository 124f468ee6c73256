// False: before the return a seat can have more than ten tokens.
include "../proofs/actions.dfy"

lemma FalseTenBeforeTheReturn(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) <= 10 && Legal(p, t)
  ensures Total(Held(p, t)) <= 10
{
}

// A seat with ten tokens takes gems.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) == 10 && Legal(p, t) && t.action.Take?
  requires t.conquest.Nothing?
  ensures Total(Held(p, t)) > 10
{
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
}
