// False: a seat loses the prestige of the cards that it discards.
include "../proofs/cards.dfy"

lemma FalseDiscardKeepsPrestige(cards: seq<Played>, card: Card)
  requires card in PlayedCards(cards)
  ensures CardPrestige(WithoutPlayed(cards, card)) == CardPrestige(cards)
{
}

// The only card of a seat has a prestige of one.
lemma CounterExample(card: Card, cards: seq<Played>)
  requires card.prestige == 1 && cards == [Played(card, card.color, false)]
  ensures CardPrestige(WithoutPlayed(cards, card)) == 0 && CardPrestige(cards) == 1
{
  assert cards[..0] == [];
}
