// False: rulings let a seat take two different gems from a full supply.
include "../proofs/actions.dfy"

lemma FalseFewerOnlyIfShort(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && t.action.Take? && OneOrTwoDifferent(t.action.taken)
  ensures Colors(p.supply) < 3
{
  TakesAreOfThreeKinds(p, t);
}

// Under the ruling `fewer` = `up-to-three` one gem of five colors is a legal take.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && p.rulings.fewer.UpToThree? && p.supply == Tokens(4, 4, 4, 4, 4, 5)
  requires t.action == Take(One(Diamond)) && t.effects == NoEffects()
  ensures LegalAction(p, t) && Colors(p.supply) == 5
{
  TakesAreOfThreeKinds(p, t);
}
