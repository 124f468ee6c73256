// False: a turn can trigger the end.
include "../proofs/order.dfy"

lemma FalseNeverTriggered(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && !end_trigger(p) && i < |p.seats|
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats| && !end_trigger(Apply(p, t))
{
  NextSeat(p, t);
}

// The mover has enough prestige after its turn.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !end_trigger(p) && |Apply(p, t).seats| == |p.seats|
  requires !p.modules.cities && Prestige(Apply(p, t).seats[p.next]) == p.rulings.target
  ensures end_trigger(Apply(p, t))
{
  CalledWhenDue(p, t);
}
