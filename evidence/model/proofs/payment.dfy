// What a legal payment contains, and when there is one.
include "invariant.dfy"

// A payment in gems, gold and virtual gold.
predicate Pays(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
{
  var price := Price(seat, card);
  CoversPrice(seat, price, pay) && CoversColors(seat, price, pay) &&
  PaysNoMore(rulings.overpay, seat, price, pay.tokens) &&
  NoSpareGem(rulings.overpay, seat, price, pay.tokens) &&
  GoldMayPay(rulings.gold, seat, price, pay) && Covers(seat.tokens, pay.tokens) &&
  multiset(pay.spent) <= PlayedCards(seat.bought) &&
  (forall spent :: spent in pay.spent ==> spent.power.VirtualGold?) &&
  LeftToCards(seat, price, pay) >= LeastVirtual(rulings.virtual_spare, |pay.spent|)
}

// A legal purchase has such a payment.
lemma LegalBuyPays(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures Pays(p.rulings, Mover(p), b.card, b.pay)
{
}

// Theorem: without cards of virtual gold a payment has as many tokens as the price, so nobody can
// overpay, unless a post doubles the gold of the seat.
lemma PaymentIsThePrice(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
  requires Pays(rulings, seat, card, pay) && !DoublesGold(seat) && pay.spent == []
  ensures Total(pay.tokens) == Total(Price(seat, card))
{
}

// Theorem: with doubled gold such a payment wastes at most half a gold in each color, unless the
// ruling `overpay` is `spare-gold`.
lemma HalfGoldIsWasted(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
  requires Pays(rulings, seat, card, pay) && DoublesGold(seat) && !rulings.overpay.SpareGold?
  requires pay.spent == []
  ensures var open := Minus(Price(seat, card), pay.tokens);
    Total(Price(seat, card)) <= Gems(pay.tokens) + 2 * pay.tokens.gold <=
      Total(Price(seat, card)) + Colors(open)
{
}

// Theorem: each card of virtual gold that is spent pays for something, and under the ruling
// `virtual-spare` = `no-spare` the others alone would not be enough.
lemma VirtualGoldIsUsed(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
  requires Pays(rulings, seat, card, pay)
  ensures pay.tokens.gold + |pay.spent| <= Short(seat, Price(seat, card), pay.tokens) || pay.spent == []
  ensures rulings.virtual_spare.NoSpare? && pay.spent != [] ==>
    !CoversColors(seat, Price(seat, card), pay.(spent := pay.spent[1..]))
{
}

// Theorem: under `overpay` = `irredundant` no gem of a payment could be left out.
lemma NoGemCouldStay(rulings: Rulings, seat: Seat, card: Card, pay: Payment, color: Color)
  requires Pays(rulings, seat, card, pay) && rulings.overpay.Irredundant? && pay.spent == []
  requires Count(pay.tokens, color) > 0
  ensures !CoversColors(seat, Price(seat, card), pay.(tokens := Minus(pay.tokens, One(color))))
{
  var price := Price(seat, card);
  assert DoublesGold(seat) ==> !Odd(Count(Minus(price, pay.tokens), color));
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

// The payment with as many gems as possible, then as much gold as possible.
function GemsFirst(rulings: Rulings, seat: Seat, price: Tokens): Tokens
{
  var s := Spares(rulings, seat);
  Tokens(
    GemsOf(s, price.diamond, seat.tokens.diamond), GemsOf(s, price.sapphire, seat.tokens.sapphire),
    GemsOf(s, price.emerald, seat.tokens.emerald), GemsOf(s, price.ruby, seat.tokens.ruby),
    GemsOf(s, price.onyx, seat.tokens.onyx),
    Least(Short(seat, price, seat.tokens), seat.tokens.gold))
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

// All cards of virtual gold of a seat.
function VirtualOf(cards: seq<Played>): seq<Card>
{
  if cards == [] then []
  else
    var last := cards[|cards| - 1].card;
    VirtualOf(cards[..|cards| - 1]) + if last.power.VirtualGold? then [last] else []
}

lemma VirtualAreOwned(cards: seq<Played>)
  ensures |VirtualOf(cards)| == VirtualCards(cards)
  ensures multiset(VirtualOf(cards)) <= PlayedCards(cards)
  ensures forall card :: card in VirtualOf(cards) ==> card.power.VirtualGold?
{
}

// The first so many of some cards are among them.
lemma FirstAreAmong(cards: seq<Card>, count: nat)
  requires count <= |cards|
  ensures multiset(cards[..count]) <= multiset(cards)
{
  assert cards == cards[..count] + cards[count..];
}

// The payment with gems first, then gold, then cards of virtual gold.
function CardsLast(rulings: Rulings, seat: Seat, card: Card): Payment
{
  var price := Price(seat, card);
  var tokens := GemsFirst(rulings, seat, price);
  var cards := Half(Short(seat, price, seat.tokens) - tokens.gold);
  Payment(tokens, VirtualOf(seat.bought)[..Least(cards, |VirtualOf(seat.bought)|)], [])
}

// If the test of a purchase promises a payment, paying gems first is one.
lemma GemsFirstPays(rulings: Rulings, seat: Seat, card: Card)
  requires Affordable(seat, card)
  ensures Pays(rulings, seat, card, CardsLast(rulings, seat, card))
{
  var price := Price(seat, card);
  var pay := CardsLast(rulings, seat, card);
  GemsFirstLeavesLeast(rulings, seat, price);
  HalvesAreEnough(Minus(price, pay.tokens));
  VirtualAreOwned(seat.bought);
  FirstAreAmong(VirtualOf(seat.bought), |pay.spent|);
}

// More gems leave less of a price to gold.
lemma MoreTokensLeaveLess(seat: Seat, price: Tokens, pay: Tokens, tokens: Tokens)
  requires Covers(tokens, pay)
  ensures Short(seat, price, tokens) <= Short(seat, price, pay)
{
}

// Theorem: under `gold` = `last-resort` a seat pays as many gems as it can, if its gold is not
// doubled and it spends no card.
lemma LastResortPaysGems(rulings: Rulings, seat: Seat, card: Card, pay: Payment)
  requires Pays(rulings, seat, card, pay) && rulings.gold.LastResort? && !DoublesGold(seat)
  requires pay.spent == []
  ensures pay.tokens == GemsFirst(rulings, seat, Price(seat, card))
{
}

// No seat spends more cards of virtual gold than it has.
lemma SpentAtMost(cards: seq<Played>, spent: seq<Card>)
  requires multiset(spent) <= PlayedCards(cards)
  requires forall card :: card in spent ==> card.power.VirtualGold?
  ensures |spent| <= VirtualCards(cards)
  decreases |cards|
{
  if cards == [] {
    assert spent == [] || spent[0] in multiset(spent);
  } else {
    var last := cards[|cards| - 1].card;
    if last in spent {
      var i :| 0 <= i < |spent| && spent[i] == last;
      var rest := spent[..i] + spent[i + 1..];
      assert spent == spent[..i] + [last] + spent[i + 1..];
      assert multiset(spent) == multiset(rest) + multiset{last};
      var others := PlayedCards(cards[..|cards| - 1]);
      forall card
        ensures multiset(rest)[card] <= others[card]
      {
        assert multiset(spent)[card] == multiset(rest)[card] + multiset{last}[card];
        assert PlayedCards(cards)[card] == others[card] + multiset{last}[card];
      }
      SpentAtMost(cards[..|cards| - 1], rest);
    } else {
      assert last !in multiset(spent);
      SpentAtMost(cards[..|cards| - 1], spent);
    }
  }
}

// Theorem: a card passes the test of a purchase exactly if some payment for it is legal; for a copy
// card and for a card that costs cards the seat needs more.
lemma AffordableIfPayable(rulings: Rulings, seat: Seat, card: Card)
  requires CanDiscard(seat, card) && (IsCopyCard(card) ==> HasColor(seat))
  ensures Affordable(seat, card) <==> exists pay :: Pays(rulings, seat, card, pay)
{
  if Affordable(seat, card) {
    GemsFirstPays(rulings, seat, card);
  }
  forall pay | Pays(rulings, seat, card, pay)
    ensures Affordable(seat, card)
  {
    MoreTokensLeaveLess(seat, Price(seat, card), pay.tokens, seat.tokens);
    SpentAtMost(seat.bought, pay.spent);
  }
}
