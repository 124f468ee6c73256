// False: seats can share the victory.
include "../proofs/winners.dfy"

lemma FalseOneWinner(p: Position, i: nat, j: nat)
  requires i < |p.seats| && j < |p.seats| && i in Winners(p) && j in Winners(p)
  ensures i == j
{
}

// Two seats with the same cards, and nobles, both win.
lemma CounterExample(p: Position)
  requires |p.seats| == 2 && p.seats[0] == p.seats[1] && !p.modules.cities && p.passes == 0
  requires p.rulings == DefaultRulings()
  ensures 0 in Winners(p) && 1 in Winners(p)
{
  assert end_winner(p, 0) && end_winner(p, 1);
}
