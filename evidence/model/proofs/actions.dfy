// What an action can bring: gems, gold, a price.
include "tokens.dfy"

predicate ThreeDifferent(gems: Tokens) { AtMostOneEach(gems) && Gems(gems) == 3 }

predicate OneOrTwoDifferent(gems: Tokens) { AtMostOneEach(gems) && 1 <= Gems(gems) <= 2 }

// Whether a take is a pair of one color from a stack of four.
predicate PairOfFour(supply: Tokens, gems: Tokens)
{
  (gems.diamond == 2 && supply.diamond >= 4 && Gems(gems) == 2) ||
  (gems.sapphire == 2 && supply.sapphire >= 4 && Gems(gems) == 2) ||
  (gems.emerald == 2 && supply.emerald >= 4 && Gems(gems) == 2) ||
  (gems.ruby == 2 && supply.ruby >= 4 && Gems(gems) == 2) ||
  (gems.onyx == 2 && supply.onyx >= 4 && Gems(gems) == 2)
}

// A pair is two gems of one color.
lemma PairIsTwo(gems: Tokens)
  ensures IsPair(gems) <==> gems.gold == 0 && Gems(gems) == 2 && !AtMostOneEach(gems)
{
  assert Plus(One(Diamond), One(Diamond)).diamond == 2;
  assert Plus(One(Sapphire), One(Sapphire)).sapphire == 2;
  assert Plus(One(Emerald), One(Emerald)).emerald == 2;
  assert Plus(One(Ruby), One(Ruby)).ruby == 2;
  assert Plus(One(Onyx), One(Onyx)).onyx == 2;
}

// A pair of four comes from a stack of four.
lemma StackOfPair(supply: Tokens, gems: Tokens)
  ensures PairOfFour(supply, gems) ==> StackOfFour(supply)
{
  assert Count(supply, Diamond) == supply.diamond && Count(supply, Sapphire) == supply.sapphire;
  assert Count(supply, Emerald) == supply.emerald && Count(supply, Ruby) == supply.ruby;
  assert Count(supply, Onyx) == supply.onyx;
}

// Theorem: there are three kinds of takes; the clauses allow these and no others.
lemma TakesAreOfThreeKinds(p: Position, t: Turn)
  requires Seated(p) && t.action.Take? && orient_no_effects(p, t) && stronghold_step(p, t)
  ensures LegalAction(p, t) <==>
    t.action.taken.gold == 0 && Covers(p.supply, t.action.taken) &&
    (ThreeDifferent(t.action.taken) || PairOfFour(p.supply, t.action.taken) ||
      (OneOrTwoDifferent(t.action.taken) && Gems(t.action.taken) >= FewestGems(p)))
{
  PairIsTwo(t.action.taken);
}

// Theorem: the ruling `fewer` decides when a seat may take one or two different gems.
lemma FewerIsRuled(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && t.action.Take? && OneOrTwoDifferent(t.action.taken)
  ensures !p.rulings.fewer.Never?
  ensures p.rulings.fewer.WhenShort? ==> Colors(p.supply) < 3
  ensures p.rulings.fewer.AllAvailable? ==> Gems(t.action.taken) == Colors(p.supply)
  ensures p.rulings.fewer.ToTen? ==>
    Gems(t.action.taken) == Colors(p.supply) ||
      Total(Mover(p).tokens) + Gems(t.action.taken) >= 10
{
  TakesAreOfThreeKinds(p, t);
}

// The tokens of the mover after its action and before a conquest.
lemma TokensAfterAction(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalPowers(p, t)
  ensures var done := Mover(BeforeConquest(p, t)).tokens;
    match t.action
    case Take(taken) => done == Plus(Plus(Mover(p).tokens, taken), t.effects.gem)
    case ReserveMarket(level, card) => done == Plus(Mover(p).tokens, reserve_gold(p))
    case ReserveDeck(level, draw) => done == Plus(Mover(p).tokens, reserve_gold(p))
    case Purchase(card, place, pay) =>
      done == Plus(Minus(Mover(p).tokens, pay.tokens), t.effects.gem)
    case Pass => done == Mover(p).tokens
{
  DoneFollows(p, t);
  RefilledFollows(Done(p, t));
  if t.action.ReserveMarket? {
    LiftedFollows(p, t.action.from, t.action.face);
  } else if t.action.Purchase? {
    GemIsThere(p, FirstBuy(t));
    PurchaseMovesTokens(p, FirstBuy(t));
  }
}

// A conquest pays tokens, and brings at most one gem.
lemma TokensAfterConquest(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures var before := Mover(BeforeConquest(p, t)).tokens;
    if t.conquest.Nothing? then Held(p, t) == before
    else Total(Held(p, t)) <= Total(before) + 1 && Held(p, t).gold <= before.gold
{
  var before := BeforeConquest(p, t);
  BeforeConquestFollows(p, t);
  if t.conquest.Just? {
    GemIsThere(before, SecondBuy(t));
    PurchaseMovesTokens(before, SecondBuy(t));
    BoughtFollows(before, SecondBuy(t));
  }
  RefilledFollows(Conquered(before, t));
}

// The gem of a post is one gem at most, and makes a pair three gems.
lemma GemOfAction(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalPowers(p, t)
  ensures Total(t.effects.gem) <= 1 && t.effects.gem.gold == 0
  ensures t.action.Take? ==> Total(t.action.taken) + Total(t.effects.gem) <= 3
{
  if t.action.Take? {
    TakesAreOfThreeKinds(p, t);
    PairIsTwo(t.action.taken);
  } else if t.action.Purchase? {
    GemIsThere(p, FirstBuy(t));
  }
}

// Theorem: a seat with ten tokens has at most thirteen before it returns some; with a conquest
// fourteen.
lemma ThirteenBeforeTheReturn(p: Position, t: Turn)
  requires Seated(p) && Total(Mover(p).tokens) <= 10 && Legal(p, t)
  ensures Total(Held(p, t)) <= if t.conquest.Just? then 14 else 13
{
  GemOfAction(p, t);
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
}

// Theorem: gold comes from reserving only: one, or none if the supply has none. The ruling
// `gold-at-ten` can withhold it.
lemma GoldFromReserving(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Reserves(t) && t.conquest.Nothing? ==> Held(p, t).gold ==
    Mover(p).tokens.gold + (if p.supply.gold > 0 && !Withheld(p) then 1 else 0)
  ensures Held(p, t).gold <= Mover(p).tokens.gold + Total(reserve_gold(p))
  ensures !Reserves(t) ==> Held(p, t).gold <= Mover(p).tokens.gold
{
  GemOfAction(p, t);
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
}

// Theorem: under `gold-at-ten` = `forbidden` or `withheld` no seat with ten tokens gets gold.
lemma NoGoldAtTen(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && HasTen(Mover(p)) && !p.rulings.gold_at_ten.GoldTaken?
  ensures Held(p, t).gold <= Mover(p).tokens.gold
{
  GoldFromReserving(p, t);
}

// Theorem: the price is the least that covers the cost together with the bonuses.
lemma PriceIsTheLeast(seat: Seat, card: Card, tokens: Tokens)
  ensures Covers(Plus(Price(seat, card), Bonuses(seat.bought)), card.cost.(gold := 0))
  ensures Covers(Plus(tokens, Bonuses(seat.bought)), card.cost.(gold := 0)) ==>
    Covers(tokens, Price(seat, card))
{
}
