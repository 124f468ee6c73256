// False: a purchase does not change the cards of a seat.
include "../proofs/visits.dfy"

lemma FalseBonusesStay(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures |Mover(Acted(p, t)).bought| == |Mover(p).bought|
{
  PlainTurnAdds(p, t);
}

// A bought card is one more.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient && !p.modules.strongholds
  requires t.action.Purchase?
  ensures |Mover(Acted(p, t)).bought| == |Mover(p).bought| + 1
{
  PlainTurnAdds(p, t);
}
