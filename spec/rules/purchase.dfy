// Buying a card.
include "market.dfy"

// The cost less the bonuses, color by color. A price has no gold.
function Price(seat: Seat, card: Card): Tokens
{
  Minus(card.cost, Bonuses(seat.bought)).(gold := 0)
}

// Half of a number, rounded up.
function Half(n: nat): nat { (n + 1) / 2 }

function Halves(a: Tokens): Tokens
{
  Tokens(Half(a.diamond), Half(a.sapphire), Half(a.emerald), Half(a.ruby), Half(a.onyx), 0)
}

// With the post `double-gold` each gold pays for up to two gems.
predicate DoublesGold(seat: Seat) { DoubleGold in seat.posts }

// The gold that some gems of a price cost, color by color: one gold never pays for two colors.
function GoldFor(seat: Seat, gems: Tokens): Tokens
{
  if DoublesGold(seat) then Halves(gems) else gems.(gold := 0)
}

// The gold that a payment needs for the gems of a price that it leaves open.
function Short(seat: Seat, price: Tokens, pay: Tokens): nat
{
  Gems(GoldFor(seat, Minus(price, pay)))
}

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

// The gold covers the open gems, whatever their colors are.
predicate CoversPrice(seat: Seat, price: Tokens, pay: Tokens)
{
  Gems(Minus(price, pay)) <= (if DoublesGold(seat) then 2 * pay.gold else pay.gold)
}

// No gold pays for gems of two colors.
predicate CoversColors(seat: Seat, price: Tokens, pay: Tokens)
{
  Short(seat, price, pay) <= pay.gold
}

predicate PaysNoMore(ruling: Overpay, seat: Seat, price: Tokens, pay: Tokens)
{
  Covers(price, pay.(gold := 0)) &&
  (pay.gold <= Short(seat, price, pay) || (ruling.SpareGold? && DoublesGold(seat)))
}

predicate Odd(n: nat) { n % 2 == 1 }

// Under the ruling `overpay` = `irredundant` no gem is paid that doubled gold covers anyway.
predicate NoSpareGem(ruling: Overpay, seat: Seat, price: Tokens, pay: Tokens)
{
  ruling.Irredundant? && DoublesGold(seat) ==>
    forall color :: Count(pay, color) > 0 ==> !Odd(Count(Minus(price, pay), color))
}

// Under the ruling `gold` = `last-resort` gold pays only for gems that the seat does not have.
predicate GoldMayPay(ruling: GoldUse, seat: Seat, price: Tokens, pay: Tokens)
{
  ruling.LastResort? && pay.gold > 0 ==>
    Covers(GoldFor(seat, Minus(price, seat.tokens)), GoldFor(seat, Minus(price, pay)))
}

predicate purchase_price(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==> CoversPrice(Mover(p), Price(Mover(p), t.action.card), t.action.pay)
}

predicate post_double_gold(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==> CoversColors(Mover(p), Price(Mover(p), t.action.card), t.action.pay)
}

predicate purchase_payment(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? ==>
    var price := Price(Mover(p), t.action.card);
    PaysNoMore(p.rulings.overpay, Mover(p), price, t.action.pay) &&
    NoSpareGem(p.rulings.overpay, Mover(p), price, t.action.pay) &&
    GoldMayPay(p.rulings.gold, Mover(p), price, t.action.pay)
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
  CoversColors(seat, Price(seat, card), seat.tokens)
}
