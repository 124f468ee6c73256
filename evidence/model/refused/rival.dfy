// False: a step can remove a stronghold of another seat.
include "../proofs/strongholds.dfy"

lemma FalseRivalsStay(p: Position, step: Step, i: nat)
  requires Seated(p) && i < |p.strongholds| && i != p.next
  ensures |Stepped(p, step).strongholds| == |p.strongholds|
  ensures Stepped(p, step).strongholds[i] == p.strongholds[i]
{
}

// The mover removes a stronghold of another seat.
lemma CounterExample(p: Position, card: Card, i: nat)
  requires Seated(p) && i < |p.strongholds| && i != p.next && card in p.strongholds[i]
  ensures |Stepped(p, RemoveFrom(card, i)).strongholds| == |p.strongholds|
  ensures |Stepped(p, RemoveFrom(card, i)).strongholds[i]| == |p.strongholds[i]| - 1
{
}
