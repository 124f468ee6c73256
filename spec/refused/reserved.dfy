// False: without reserve.face-up, a seat could reserve a card that is not in the market.
include "../proofs/cards.dfy"

lemma FalseRefillKeepsCards(row: Row, card: Card)
  ensures RowCards(market_refill(row, card))[card] + 1 == RowCards(row)[card]
{
  if row.deck != [] {
    TopCard(row.deck);
  }
}

// A card that is in no place of the level cannot leave it.
lemma CounterExample(row: Row, card: Card)
  requires card !in RowCards(row)
  ensures RowCards(market_refill(row, card))[card] + 1 != RowCards(row)[card]
{
}
