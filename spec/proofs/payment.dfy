// What a legal payment contains, and when there is one.
include "invariant.dfy"

predicate Pays(ruling: GoldUse, seat: Seat, card: Card, pay: Tokens)
{
  CoversPrice(Price(seat, card), pay) && PaysNoMore(Price(seat, card), pay) &&
  GoldMayPay(ruling, seat, Price(seat, card), pay) && Covers(seat.tokens, pay)
}

// Theorem: a payment has as many tokens as the price, so nobody can overpay.
lemma PaymentIsThePrice(ruling: GoldUse, seat: Seat, card: Card, pay: Tokens)
  requires Pays(ruling, seat, card, pay)
  ensures Total(pay) == Total(Price(seat, card))
{
}

// The payment with as many gems as possible, and gold for the rest.
function GemsFirst(price: Tokens, tokens: Tokens): Tokens
{
  Tokens(
    Least(price.diamond, tokens.diamond), Least(price.sapphire, tokens.sapphire),
    Least(price.emerald, tokens.emerald), Least(price.ruby, tokens.ruby),
    Least(price.onyx, tokens.onyx), Short(price, tokens))
}

// If the test of a purchase promises a payment, paying gems first is one.
lemma GemsFirstPays(ruling: GoldUse, seat: Seat, card: Card)
  requires Affordable(seat, card)
  ensures Pays(ruling, seat, card, GemsFirst(Price(seat, card), seat.tokens))
{
}

// More tokens leave fewer gems of a price to gold.
lemma MoreTokensLeaveLess(price: Tokens, pay: Tokens, tokens: Tokens)
  requires Covers(tokens, pay)
  ensures Short(price, tokens) <= Short(price, pay)
{
}

// Theorem: under `gold` = `last-resort` a seat pays as many gems as it can.
lemma LastResortPaysGems(seat: Seat, card: Card, pay: Tokens)
  requires Pays(LastResort, seat, card, pay)
  ensures pay == GemsFirst(Price(seat, card), seat.tokens)
{
}

// Theorem: a card passes the test of a purchase exactly if some payment for it is legal.
lemma AffordableIfPayable(ruling: GoldUse, seat: Seat, card: Card)
  ensures Affordable(seat, card) <==> exists pay :: Pays(ruling, seat, card, pay)
{
  if Affordable(seat, card) {
    GemsFirstPays(ruling, seat, card);
  }
  forall pay | Pays(ruling, seat, card, pay)
    ensures Affordable(seat, card)
  {
    MoreTokensLeaveLess(Price(seat, card), pay, seat.tokens);
  }
}
