// False: some cards that a seat can buy take gold.
include "../proofs/payment.dfy"

lemma FalseGemsPay(seat: Seat, card: Card)
  requires Affordable(seat, card) && VirtualCards(seat.bought) == 0
  ensures Pays(DefaultRulings(), seat, card,
    Tokened(GemsFirst(DefaultRulings(), seat, Price(seat, card)).(gold := 0)))
{
}

// A seat with one gold and no gem can buy a card that costs one gem, and only for the gold.
lemma CounterExample(seat: Seat, card: Card, pay: Payment)
  requires seat.tokens == OneGold() && Total(Price(seat, card)) == 1 && pay.spent == []
  ensures Short(seat, Price(seat, card), seat.tokens) == 1
  ensures Pays(DefaultRulings(), seat, card, pay) ==> pay.tokens == OneGold()
{
}
