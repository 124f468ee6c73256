// False: a double card counts as one card.
include "../proofs/visits.dfy"

lemma FalseDoubleCardIsTwoCards(card: Card, color: Color)
  requires card.color == Just(color) && card.power.DoubleBonus?
  ensures Total(Counts([Plain(card)])) == 2
{
  DoubleCardIsOneCard(card, color);
}

// It brings two bonuses, and is one card for nobles, posts and cities.
lemma CounterExample(card: Card)
  requires card.color == Just(Ruby) && card.power.DoubleBonus?
  ensures Total(Counts([Plain(card)])) == 1 && Total(Bonuses([Plain(card)])) == 2
{
  DoubleCardIsOneCard(card, Ruby);
}
