// False: bonuses make the payment smaller than the cost.
include "../proofs/payment.dfy"

lemma FalsePaymentIsTheCost(seat: Seat, card: Card, pay: Payment)
  requires Pays(DefaultRulings(), seat, card, pay) && !DoublesGold(seat) && pay.spent == []
  ensures Total(pay.tokens) == Total(card.cost)
{
}

// A seat whose bonuses cover the cost pays nothing.
lemma CounterExample(seat: Seat, card: Card)
  requires Bonuses(seat.bought) == card.cost && card.cost.diamond == 1 && card.cost.gold == 0
  ensures Pays(DefaultRulings(), seat, card, Tokened(None())) && Total(None()) != Total(card.cost)
{
}
