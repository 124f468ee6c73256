// False: of several nobles whose demand is met, one comes.
include "../proofs/visits.dfy"

lemma FalseEveryMetNobleComes(p: Position, t: Turn, noble: Noble)
  requires Seated(p) && Legal(p, t) && noble in p.nobles && Meets(CountsAfter(p, t), noble)
  ensures noble in t.nobles
{
}

// The seat chose another noble.
lemma CounterExample(p: Position, t: Turn, noble: Noble, other: Noble)
  requires Seated(p) && Legal(p, t) && t.nobles == [other] && other != noble
  ensures noble !in t.nobles
{
}
