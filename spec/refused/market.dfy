// False: when the deck of a level is empty, its market shrinks.
include "../proofs/limits.dfy"

lemma FalseFourInTheMarket(row: Row, card: Card)
  requires RowFull(row) && card in row.market && |row.market| == 4
  ensures |market_refill(row, card).market| == 4
{
}

// Nothing takes the place of the card.
lemma CounterExample(row: Row, card: Card)
  requires row.deck == [] && card in row.market && |row.market| == 4
  ensures RowFull(row) && |market_refill(row, card).market| == 3
{
}
