// What a legal payment contains, and when there is one.
include "invariant.dfy"

predicate Pays(rulings: Rulings, seat: Seat, card: Card, pay: Tokens)
{
  var price := Price(seat, card);
  CoversPrice(seat, price, pay) && CoversColors(seat, price, pay) &&
  PaysNoMore(rulings.overpay, seat, price, pay) && NoSpareGem(rulings.overpay, seat, price, pay) &&
  GoldMayPay(rulings.gold, seat, price, pay) && Covers(seat.tokens, pay)
}

// Theorem: a payment has as many tokens as the price, so nobody can overpay, unless a post doubles
// the gold of the seat.
lemma PaymentIsThePrice(rulings: Rulings, seat: Seat, card: Card, pay: Tokens)
  requires Pays(rulings, seat, card, pay) && !DoublesGold(seat)
  ensures Total(pay) == Total(Price(seat, card))
{
}

// Theorem: with doubled gold a payment wastes at most half a gold in each color, unless the ruling
// `overpay` is `spare-gold`.
lemma HalfGoldIsWasted(rulings: Rulings, seat: Seat, card: Card, pay: Tokens)
  requires Pays(rulings, seat, card, pay) && DoublesGold(seat) && !rulings.overpay.SpareGold?
  ensures var open := Minus(Price(seat, card), pay);
    Total(Price(seat, card)) <= Gems(pay) + 2 * pay.gold <= Total(Price(seat, card)) + Colors(open)
{
}

// Theorem: under `overpay` = `irredundant` no gem of a payment could be left out.
lemma NoGemCouldStay(rulings: Rulings, seat: Seat, card: Card, pay: Tokens, color: Color)
  requires Pays(rulings, seat, card, pay) && rulings.overpay.Irredundant?
  requires Count(pay, color) > 0
  ensures !CoversColors(seat, Price(seat, card), Minus(pay, One(color)))
{
  var price := Price(seat, card);
  assert DoublesGold(seat) ==> !Odd(Count(Minus(price, pay), color));
  match color
  case Diamond =>
  case Sapphire =>
  case Emerald =>
  case Ruby =>
  case Onyx =>
}

// As many gems of a color as a seat has for a price; one less if gold is doubled and has a half left.
function GemsOf(sparing: bool, price: nat, gems: nat): nat
{
  var most := Least(price, gems);
  if sparing && most > 0 && Odd(price - most) then most - 1 else most
}

// Whether a payment leaves out the gems that doubled gold covers anyway.
predicate Spares(rulings: Rulings, seat: Seat)
{
  rulings.overpay.Irredundant? && DoublesGold(seat)
}

// The payment with as many gems as possible, and gold for the rest.
function GemsFirst(rulings: Rulings, seat: Seat, price: Tokens): Tokens
{
  var s := Spares(rulings, seat);
  Tokens(
    GemsOf(s, price.diamond, seat.tokens.diamond), GemsOf(s, price.sapphire, seat.tokens.sapphire),
    GemsOf(s, price.emerald, seat.tokens.emerald), GemsOf(s, price.ruby, seat.tokens.ruby),
    GemsOf(s, price.onyx, seat.tokens.onyx), Short(seat, price, seat.tokens))
}

// In one color, the gems of that payment leave as much to gold as all gems of the seat would.
lemma ColorLeavesLeast(sparing: bool, price: nat, gems: nat)
  ensures var paid := GemsOf(sparing, price, gems);
    paid <= price && paid <= gems && Less(price, gems) <= Less(price, paid) &&
    (sparing ==> Half(Less(price, paid)) == Half(Less(price, gems))) &&
    (!sparing ==> Less(price, paid) == Less(price, gems)) &&
    (sparing && paid > 0 ==> !Odd(Less(price, paid)))
{
}

// The gold of that payment is the gold that the seat needs at least.
lemma GemsFirstLeavesLeast(rulings: Rulings, seat: Seat, price: Tokens)
  requires price.gold == 0
  ensures var pay := GemsFirst(rulings, seat, price);
    Covers(price, pay.(gold := 0)) && Covers(seat.tokens, pay.(gold := 0)) &&
    GoldFor(seat, Minus(price, pay)) == GoldFor(seat, Minus(price, seat.tokens)) &&
    NoSpareGem(rulings.overpay, seat, price, pay)
{
  var s := Spares(rulings, seat);
  ColorLeavesLeast(s, price.diamond, seat.tokens.diamond);
  ColorLeavesLeast(s, price.sapphire, seat.tokens.sapphire);
  ColorLeavesLeast(s, price.emerald, seat.tokens.emerald);
  ColorLeavesLeast(s, price.ruby, seat.tokens.ruby);
  ColorLeavesLeast(s, price.onyx, seat.tokens.onyx);
}

// The halves of some gems are enough for all of them.
lemma HalvesAreEnough(gems: Tokens)
  ensures Gems(gems) <= 2 * Gems(Halves(gems))
{
}

// If the test of a purchase promises a payment, paying gems first is one.
lemma GemsFirstPays(rulings: Rulings, seat: Seat, card: Card)
  requires Affordable(seat, card)
  ensures Pays(rulings, seat, card, GemsFirst(rulings, seat, Price(seat, card)))
{
  var price := Price(seat, card);
  GemsFirstLeavesLeast(rulings, seat, price);
  HalvesAreEnough(Minus(price, GemsFirst(rulings, seat, price)));
}

// More gems leave less of a price to gold.
lemma MoreTokensLeaveLess(seat: Seat, price: Tokens, pay: Tokens, tokens: Tokens)
  requires Covers(tokens, pay)
  ensures Short(seat, price, tokens) <= Short(seat, price, pay)
{
}

// Theorem: under `gold` = `last-resort` a seat pays as many gems as it can, if its gold is not
// doubled.
lemma LastResortPaysGems(rulings: Rulings, seat: Seat, card: Card, pay: Tokens)
  requires Pays(rulings, seat, card, pay) && rulings.gold.LastResort? && !DoublesGold(seat)
  ensures pay == GemsFirst(rulings, seat, Price(seat, card))
{
}

// Theorem: a card passes the test of a purchase exactly if some payment for it is legal.
lemma AffordableIfPayable(rulings: Rulings, seat: Seat, card: Card)
  ensures Affordable(seat, card) <==> exists pay :: Pays(rulings, seat, card, pay)
{
  if Affordable(seat, card) {
    GemsFirstPays(rulings, seat, card);
  }
  forall pay | Pays(rulings, seat, card, pay)
    ensures Affordable(seat, card)
  {
    MoreTokensLeaveLess(seat, Price(seat, card), pay, seat.tokens);
  }
}
