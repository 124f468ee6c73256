// False: most turns bring no prestige.
include "../proofs/end.dfy"

lemma FalsePrestigeGrows(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures CardPrestige(Acted(p, t).seats[p.next].bought) > CardPrestige(Mover(p).bought)
{
  ActionPrestige(p, t, p.next);
}

// A take brings no card.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Take?
  ensures CardPrestige(Acted(p, t).seats[p.next].bought) == CardPrestige(Mover(p).bought)
{
}
