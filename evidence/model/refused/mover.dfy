// False: the mover does not keep its tokens.
include "../proofs/actions.dfy"

lemma FalseNobodyChanges(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats|
  ensures Seated(Acted(p, t)) && |Acted(p, t).seats| == |p.seats|
  ensures Acted(p, t).seats[i].tokens == p.seats[i].tokens
{
  ActedFollows(p, t);
}

// A seat that takes gems has more tokens.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Take? && t.conquest.Nothing?
  ensures Total(Held(p, t)) > Total(p.seats[p.next].tokens)
{
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
}
