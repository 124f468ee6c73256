// False: two seats have fewer tokens than they may keep.
include "../proofs/setup.dfy"

lemma FalseTwoSeatsHaveFewTokens(seats: nat, all: Tokens)
  requires 2 <= seats <= 4 && all == Plus(SetupSupply(seats), None())
  ensures Total(all) <= 10 * seats
{
}

// Two seats play with 25 tokens.
lemma CounterExample(all: Tokens)
  requires all == Plus(SetupSupply(2), None())
  ensures Total(all) == 25
{
}
