// False: most turns bring no prestige.
include "../proofs/end.dfy"

lemma FalsePrestigeGrows(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures CardPrestige(Mover(Acted(p, t)).bought) > CardPrestige(Mover(p).bought)
{
  PlainTurnAdds(p, t);
}

// A take brings no card.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient && t.action.Take?
  requires t.conquest.Nothing?
  ensures CardPrestige(Mover(Acted(p, t)).bought) == CardPrestige(Mover(p).bought)
{
  PlainTurnAdds(p, t);
  assert Mover(p).bought + [] == Mover(p).bought;
}
