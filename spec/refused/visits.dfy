// False: a turn can bring a noble and a card.
include "../proofs/kept.dfy"

lemma FalseCardOrNoble(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures t.nobles == [] || !t.action.Purchase?
{
}

// A noble comes with the card that meets its demand.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Purchase? && t.nobles != []
  ensures |Apply(p, t).seats| == |p.seats|
  ensures |Apply(p, t).seats[p.next].nobles| == |Mover(p).nobles| + 1
  ensures |Apply(p, t).seats[p.next].bought| == |Mover(p).bought| + 1
{
}
