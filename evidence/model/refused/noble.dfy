// False: without noble.present, a seat could take a noble twice that is on the table once.
include "../proofs/cards.dfy"

lemma FalseVisitMovesNoble(p: Position, nobles: seq<Noble>, noble: Noble)
  requires Seated(p) && forall other :: other in nobles ==> other in p.nobles
  ensures Visited(p, nobles).nobles[noble] + multiset(nobles)[noble] == p.nobles[noble]
{
}

// The noble is on the table once, and the seat takes it twice.
lemma CounterExample(p: Position, noble: Noble)
  requires Seated(p) && p.nobles[noble] == 1
  ensures Visited(p, [noble, noble]).nobles[noble] + multiset([noble, noble])[noble] == 2
{
}
