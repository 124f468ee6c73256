// False: under the ruling `pass` = `never` a stuck seat has no legal turn.
include "../proofs/stuck.dfy"

lemma FalseTurnAlwaysExists(p: Position)
  requires Seated(p) && !Ended(p) && posts_met(p)
  requires WithoutOrient(p) && StrongholdsFit(p)
  ensures exists t :: Legal(p, t)
{
  StuckIfOnlyPasses(p);
}

// The mover is stuck and may not pass.
lemma CounterExample(p: Position)
  requires Seated(p) && !Ended(p) && posts_met(p) && Stuck(p) && p.rulings.pass.Never?
  requires WithoutOrient(p) && StrongholdsFit(p)
  ensures !exists t :: Legal(p, t)
{
  StuckIfOnlyPasses(p);
}
