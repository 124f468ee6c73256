// False: a take can bring fewer than three gems.
include "../proofs/actions.dfy"

lemma FalseTakesAreThree(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && t.action.Take?
  ensures Gems(t.action.taken) == 3
{
  TakesAreOfThreeKinds(p, t);
}

// A seat takes a pair.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && t.action.Take? && t.action.taken == Tokens(2, 0, 0, 0, 0, 0)
  requires t.effects == NoEffects()
  requires p.supply.diamond >= 4
  ensures LegalAction(p, t) && Gems(t.action.taken) == 2
{
  TakesAreOfThreeKinds(p, t);
}
