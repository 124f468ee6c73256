// False: bonuses make the payment smaller than the cost.
include "../proofs/payment.dfy"

lemma FalsePaymentIsTheCost(seat: Seat, card: Card, pay: Tokens)
  requires Pays(seat, card, pay)
  ensures Total(pay) == Total(card.cost)
{
}
