// Buying a card: its place, its price, the tokens paid.
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

predicate purchase_source(p: Position, b: Buy)
  requires Seated(p)
{
  Within(p, b.place, b.card)
}

// The gold of a payment, with two for each card of virtual gold.
function AllGold(pay: Payment): nat { pay.tokens.gold + 2 * |pay.spent| }

// The gold covers the open gems, whatever their colors are.
predicate CoversPrice(seat: Seat, price: Tokens, pay: Payment)
{
  Gems(Minus(price, pay.tokens)) <=
    if DoublesGold(seat) then 2 * AllGold(pay) else AllGold(pay)
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

// The gold that the tokens leave to virtual gold.
function LeftToCards(seat: Seat, price: Tokens, pay: Payment): nat
{
  Less(Short(seat, price, pay.tokens), pay.tokens.gold)
}

// Under the ruling `gold` = `last-resort` tokens of gold pay only for gems that the seat does not
// have, or that are left to virtual gold.
predicate GoldMayPay(ruling: GoldUse, seat: Seat, price: Tokens, pay: Payment)
{
  ruling.LastResort? && pay.tokens.gold > 0 ==>
    var least := GoldFor(seat, Minus(price, seat.tokens));
    var needed := GoldFor(seat, Minus(price, pay.tokens));
    Gems(Minus(needed, least)) <= Least(LeftToCards(seat, price, pay), 2 * |pay.spent|)
}

predicate purchase_price(p: Position, b: Buy)
  requires Seated(p)
{
  CoversPrice(Mover(p), Price(Mover(p), b.card), b.pay)
}

predicate purchase_payment(p: Position, b: Buy)
  requires Seated(p)
{
  var price := Price(Mover(p), b.card);
  PaysNoMore(p.rulings.overpay, Mover(p), price, b.pay.tokens) &&
  NoSpareGem(p.rulings.overpay, Mover(p), price, b.pay.tokens) &&
  GoldMayPay(p.rulings.gold, Mover(p), price, b.pay)
}

predicate purchase_tokens(p: Position, b: Buy)
  requires Seated(p)
{
  Covers(Mover(p).tokens, b.pay.tokens)
}

// No gold pays for gems of two colors.
predicate CoversColors(seat: Seat, price: Tokens, pay: Payment)
{
  Short(seat, price, pay.tokens) <= AllGold(pay)
}

predicate post_double_gold(p: Position, b: Buy)
  requires Seated(p)
{
  b.pay.spent == [] ==> CoversColors(Mover(p), Price(Mover(p), b.card), b.pay)
}

predicate orient_double_virtual(p: Position, b: Buy)
  requires Seated(p)
{
  b.pay.spent != [] ==> CoversColors(Mover(p), Price(Mover(p), b.card), b.pay)
}

// The cards of virtual gold of a seat.
function VirtualCards(cards: seq<Played>): nat
{
  if cards == [] then 0
  else VirtualCards(cards[..|cards| - 1]) +
    if cards[|cards| - 1].card.power.VirtualGold? then 1 else 0
}

predicate HasColor(seat: Seat) { Counts(seat.bought) != None() }

// Whether a seat has two cards of the color that a card costs.
predicate CanDiscard(seat: Seat, card: Card)
{
  card.discard.Nothing? || Count(Counts(seat.bought), card.discard.value) >= 2
}

// Whether a seat can pay for a card: the test of a purchase.
predicate Affordable(seat: Seat, card: Card)
{
  (IsCopyCard(card) ==> HasColor(seat)) && CanDiscard(seat, card) &&
  Short(seat, Price(seat, card), seat.tokens) <= seat.tokens.gold + 2 * VirtualCards(seat.bought)
}

// The place of a bought card is empty until the refill.
function LeftPlace(p: Position, place: Place, card: Card): Position
  requires Seated(p)
{
  match place
  case Market(level) => Lifted(p, level, card)
  case Hand =>
    var seat := Mover(p);
    WithMover(p, seat.(hand := seat.hand - multiset{card}))
}
