// False: the game does not end with the trigger.
include "../proofs/end.dfy"

lemma FalseEndAtTheTrigger(p: Position)
  requires Seated(p) && end_trigger(p) && !p.modules.cities && p.passes == 0
  requires p.rulings.end_time.AfterRound?
  ensures Ended(p)
{
}

// The seats that are left in the round take a turn.
lemma CounterExample(p: Position)
  requires Seated(p) && end_trigger(p) && p.next > 0 && p.passes == 0
  requires p.rulings.end_time.AfterRound?
  ensures !Ended(p)
{
}
