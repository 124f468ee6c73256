// False: a purchase changes the bonuses.
include "../proofs/visits.dfy"

lemma FalseBonusesStay(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Total(BonusesAfter(p, t)) == Total(Bonuses(Mover(p).bought))
{
  BonusesGrow(p, t);
}

// A bought card adds a bonus.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Purchase?
  ensures Total(BonusesAfter(p, t)) == Total(Bonuses(Mover(p).bought)) + 1
{
  BonusesGrow(p, t);
}
