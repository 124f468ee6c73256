// False: without reserve.face-up, a seat could reserve a card that is not in the market.
include "../proofs/cards.dfy"

lemma FalseLiftedCardWasThere(p: Position, level: Level, card: Card)
  requires Seated(p)
  ensures RowCards(RowAt(Lifted(p, level, card), level))[card] <
    RowCards(RowAt(p, level))[card]
{
}

// A card that is in no place of the level cannot leave it.
lemma CounterExample(p: Position, level: Level, card: Card)
  requires Seated(p) && card !in RowCards(RowAt(p, level))
  ensures RowCards(RowAt(p, level))[card] == 0
{
}
