// False: with doubled gold a payment has fewer tokens than the price.
include "../proofs/payment.dfy"

lemma FalsePaymentIsAlwaysThePrice(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
  requires Pays(rulings, seat, card, pay) && pay.spent == []
  ensures Total(pay.tokens) == Total(Price(seat, card))
{
}

// One gold pays for two diamonds.
lemma CounterExample(seat: Seat, card: Card)
  requires DoublesGold(seat) && Price(seat, card) == Tokens(2, 0, 0, 0, 0, 0)
  requires seat.tokens == OneGold()
  ensures Pays(DefaultRulings(), seat, card, Tokened(OneGold()))
  ensures Total(Price(seat, card)) == 2
{
}
