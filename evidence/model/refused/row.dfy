// False: takes do not always raise the number of tokens that a seat holds.
include "../proofs/actions.dfy"

lemma FalseTakesRaiseTokens(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) <= 10 && Legal(p, t) && t.action.Take?
  ensures Total(Minus(Held(p, t), t.returned)) > Total(Mover(p).tokens)
{
}

// A seat with ten tokens has ten tokens afterward.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) == 10 && Legal(p, t) && t.action.Take?
  requires p.rulings.returning.Exact? && t.conquest.Nothing?
  ensures Total(Minus(Held(p, t), t.returned)) == 10
{
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
}
