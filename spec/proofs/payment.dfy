// What a legal payment contains.
include "invariant.dfy"

predicate Pays(seat: Seat, card: Card, pay: Tokens)
{
  CoversPrice(Price(seat, card), pay) && PaysNoMore(Price(seat, card), pay) &&
  Covers(seat.tokens, pay)
}

// Theorem: a payment has as many tokens as the price, so nobody can overpay.
lemma PaymentIsThePrice(seat: Seat, card: Card, pay: Tokens)
  requires Pays(seat, card, pay)
  ensures Total(pay) == Total(Price(seat, card))
{
}
