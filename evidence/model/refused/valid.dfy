// False: the invariants do not hold between the action and the return.
include "../proofs/actions.dfy"
include "../proofs/valid.dfy"

lemma FalseActionKeepsValid(p: Position, t: Turn)
  requires Valid(p) && Legal(p, t)
  ensures Total(Mover(Acted(p, t)).tokens) <= 10
{
}

// A seat with ten tokens reserves a card and gets a gold.
lemma CounterExample(p: Position, t: Turn)
  requires Valid(p) && Legal(p, t) && Total(Mover(p).tokens) == 10 && p.supply.gold > 0
  requires t.action.ReserveDeck? && t.conquest.Nothing? && !p.rulings.returning.UpTo?
  requires p.rulings.gold_at_ten.GoldTaken?
  ensures Seated(Acted(p, t)) && !ten_at_most(Acted(p, t))
{
  ActedFollows(p, t);
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
  assert Total(Acted(p, t).seats[p.next].tokens) == 11;
}
