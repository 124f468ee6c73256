// False: a seat can have thirteen tokens before it returns some.
include "../proofs/actions.dfy"

lemma FalseTwelveBeforeTheReturn(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) <= 10 && Legal(p, t) && t.action.Take?
  ensures Total(Held(p, t)) <= 12
{
  GemOfAction(p, t);
}

// A seat with ten tokens takes three.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) == 10 && t.action == Take(Tokens(1, 1, 1, 0, 0, 0))
  requires Legal(p, t) && t.conquest.Nothing?
  ensures Total(Held(p, t)) == 13
{
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
  assert !IsPair(t.action.taken) by { PairIsTwo(t.action.taken); }
}
