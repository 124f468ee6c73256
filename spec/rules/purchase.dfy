// Buying a card.
include "market.dfy"

// The cost less the bonuses, color by color. A price has no gold.
function Price(seat: Seat, card: Card): Tokens
{
  Minus(card.cost, Bonuses(seat.bought)).(gold := 0)
}

// The gems of a price that a payment leaves to gold.
function Short(price: Tokens, pay: Tokens): nat { Gems(Minus(price, pay)) }

predicate Within(p: Position, place: Place, card: Card)
  requires Seated(p)
{
  match place
  case Market(level) => card in RowAt(p, level).market
  case Hand => card in Mover(p).hand
}

predicate purchase_source(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==> Within(p, t.action.place, t.action.card)
}

predicate CoversPrice(price: Tokens, pay: Tokens) { Short(price, pay) <= pay.gold }

predicate PaysNoMore(price: Tokens, pay: Tokens)
{
  Covers(price, pay.(gold := 0)) && pay.gold <= Short(price, pay)
}

predicate purchase_price(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==> CoversPrice(Price(Mover(p), t.action.card), t.action.pay)
}

// Under the ruling `gold` = `last-resort` gold pays only for gems that the seat does not have.
predicate GoldMayPay(ruling: GoldUse, seat: Seat, price: Tokens, pay: Tokens)
{
  ruling.LastResort? && pay.gold > 0 ==> Covers(Minus(price, seat.tokens), Minus(price, pay))
}

predicate purchase_payment(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==>
    PaysNoMore(Price(Mover(p), t.action.card), t.action.pay) &&
    GoldMayPay(p.rulings.gold, Mover(p), Price(Mover(p), t.action.card), t.action.pay)
}

predicate purchase_tokens(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==> Covers(Mover(p).tokens, t.action.pay)
}

function Paid(p: Position, card: Card, pay: Tokens): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p.(supply := Plus(p.supply, pay)),
    seat.(tokens := Minus(seat.tokens, pay), bought := seat.bought + [card]))
}

function Bought(p: Position, card: Card, place: Place, pay: Tokens): Position
  requires Seated(p)
{
  match place
  case Market(level) =>
    Paid(WithRow(p, level, market_refill(RowAt(p, level), card)), card, pay)
  case Hand =>
    var seat := Mover(p);
    Paid(WithMover(p, seat.(hand := seat.hand - multiset{card})), card, pay)
}

// Whether the gems and the gold of a seat cover the price: the test of a purchase.
predicate Affordable(seat: Seat, card: Card)
{
  CoversPrice(Price(seat, card), seat.tokens)
}
