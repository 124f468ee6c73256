// False: a reservation brings no gold if the supply has none.
include "../proofs/actions.dfy"

lemma FalseGoldAlways(p: Position, card: Card)
  requires Seated(p) && |Mover(p).hand| < 3
  ensures Mover(IntoHand(p, card)).tokens.gold == Mover(p).tokens.gold + 1
{
}

// The supply has no gold.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.ReserveDeck? && p.supply.gold == 0
  requires t.conquest.Nothing?
  ensures Held(p, t).gold == Mover(p).tokens.gold
{
  GoldFromReserving(p, t);
}
