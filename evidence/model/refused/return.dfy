// False: a return of tokens that the seat does not have creates tokens.
include "../proofs/tokens.dfy"

lemma FalseReturnMovesTokens(p: Position, back: Tokens)
  requires Seated(p)
  ensures Returned(p, back).supply.sapphire + Mover(Returned(p, back)).tokens.sapphire
    == p.supply.sapphire + Mover(p).tokens.sapphire
{
}

// Every seat without a sapphire can return one that appears from nowhere.
lemma CounterExample(p: Position)
  requires Seated(p) && Mover(p).tokens.sapphire == 0
  ensures Shared(Returned(p, One(Sapphire))) != Shared(p)
{
  assert Returned(p, One(Sapphire)).supply.sapphire == p.supply.sapphire + 1;
}
