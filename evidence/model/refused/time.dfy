// False: under the ruling `noble-time` = `after-purchase` no noble comes after a take.
include "../proofs/visits.dfy"

lemma FalseNobleAfterEveryTurn(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && noble in p.nobles && Meets(CountsAfter(p, t), noble)
  ensures t.nobles != []
{
}

// The seat takes gems.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && p.rulings.noble_time.AfterPurchase? && t.action.Take?
  requires t.conquest.Nothing?
  ensures t.nobles == []
{
}
