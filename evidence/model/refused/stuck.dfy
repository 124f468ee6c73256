// False: a seat can be stuck.
include "../proofs/stuck.dfy"

lemma FalseNobodyIsStuck(p: Position)
  requires Valid(p) && !Ended(p)
  ensures !Stuck(p)
{
}

// Nobody can act at a table without gems and without cards.
lemma CounterExample() returns (p: Position)
  ensures Valid(p) && !Ended(p) && Stuck(p)
{
  var seat := EmptySeat();
  var row := Row([], multiset{});
  p := Position(OneGold(), row, row, row, row, row, row, multiset{}, {}, [seat, seat],
    [multiset{}, multiset{}], multiset{}, 0, 0, Modules(false, false, false, false),
    DefaultRulings());
  assert p.seats[..1] == [seat] && [seat][..0] == [];
  assert SeatCards([seat]) == multiset{} && SeatNobles([seat]) == multiset{};
}
