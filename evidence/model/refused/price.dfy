// False: a price is lower than the cost by the bonuses.
include "../proofs/actions.dfy"

lemma FalsePriceIsTheCost(seat: Seat, card: Card)
  ensures Total(Price(seat, card)) == Gems(card.cost)
{
}

// A diamond bonus makes a card cheaper that costs a diamond.
lemma CounterExample(seat: Seat, card: Card)
  requires Bonuses(seat.bought).diamond > 0 && card.cost.diamond > 0
  ensures Price(seat, card).diamond < card.cost.diamond
{
}
