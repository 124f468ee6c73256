// False: legal turns do not repair a position that breaks an invariant.
include "../proofs/valid.dfy"

lemma FalseAnyStartIsValid(p: Position, turns: seq<Turn>)
  requires Seated(p) && LegalTurns(p, turns)
  ensures three_in_hand(After(p, turns))
{
}

// The first position breaks it, and there is no turn yet.
lemma CounterExample(p: Position)
  requires Seated(p) && |p.seats[0].hand| == 4
  ensures LegalTurns(p, []) && !three_in_hand(After(p, []))
{
}
