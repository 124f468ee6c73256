// False: when the deck of a level is empty, its market shrinks.
include "../proofs/limits.dfy"

lemma FalseFourInTheMarket(row: Row)
  requires |row.market| == 3
  ensures |market_refill(row, 4).market| == 4
{
  RefillFills(row, 4);
}

// Nothing takes the place of the card.
lemma CounterExample(row: Row)
  requires row.deck == [] && |row.market| == 3
  ensures RowFull(row, 4) && |market_refill(row, 4).market| == 3
{
}
