// Tokens are conserved: a turn moves them between the mover and the supply.
include "frame.dfy"
include "sums.dfy"

// The tokens of the supply and of the mover.
function Shared(p: Position): Tokens requires Seated(p) { Plus(p.supply, Mover(p).tokens) }

// If one seat gains what the supply loses, the sum of all tokens stays.
lemma AllTokensStay(p: Position, q: Position)
  requires Seated(p) && Seated(q) && q.next == p.next && Shared(q) == Shared(p)
  requires q.seats == p.seats[p.next := Mover(q)]
  ensures AllTokens(q) == AllTokens(p)
{
  TokensMoved(p.seats, p.next, Mover(q));
}

// A take moves tokens of the supply to the mover.
lemma TakeMovesTokens(p: Position, gems: Tokens)
  requires Seated(p) && Covers(p.supply, gems)
  ensures Shared(Taken(p, gems)) == Shared(p)
{
}

// A reservation moves one gold, or none if the supply has none.
lemma ReserveMovesTokens(p: Position, card: Card)
  requires Seated(p)
  ensures Shared(IntoHand(p, card)) == Shared(p)
{
}

// Cards that come to the seat move no token.
lemma MomentMovesTokens(p: Position, b: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Moment(p, b, i).supply == Plus(p.supply, b.pay.tokens)
  ensures Mover(Moment(p, b, i)).tokens == Minus(Mover(p).tokens, b.pay.tokens)
{
  if i == 0 {
    match b.place {
      case Market(level) => LiftedFollows(Paid(p, b.pay), level, b.card);
      case Hand =>
    }
  } else {
    MomentMovesTokens(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedFollows(before, taken.card.level, taken.card);
  }
}

lemma NothingIsCovered(tokens: Tokens)
  ensures Covers(tokens, None()) && Total(None()) == 0
{
}

// The gem of a post is one that the supply has after the payment.
lemma GemIsThere(p: Position, b: Buy)
  requires Seated(p) && post_gem_after_purchase(p, b)
  requires b.effects.gem != None() ==> GemAfterPurchase in Mover(p).posts
  ensures Covers(Plus(p.supply, b.pay.tokens), b.effects.gem)
  ensures Total(b.effects.gem) <= 1 && b.effects.gem.gold == 0
{
  if b.effects.gem == None() {
    NothingIsCovered(Plus(p.supply, b.pay.tokens));
  } else {
    assert OneOf(p.rulings.powers, Plus(p.supply, b.pay.tokens), b.effects.gem);
  }
}

// A purchase moves the payment to the supply, and a gem to the mover.
lemma PurchaseMovesTokens(p: Position, b: Buy)
  requires Seated(p) && Covers(Mover(p).tokens, b.pay.tokens)
  requires Covers(Plus(p.supply, b.pay.tokens), b.effects.gem)
  ensures Shared(Bought(p, b)) == Shared(p)
  ensures Mover(Bought(p, b)).tokens ==
    Plus(Minus(Mover(p).tokens, b.pay.tokens), b.effects.gem)
{
  MomentMovesTokens(p, b, |b.effects.free_cards|);
  var counted := Counted(AtStep(p, b));
  TakeMovesTokens(counted, b.effects.gem);
  SteppedFollows(Taken(counted, b.effects.gem), b.effects.step);
}

// The tokens that an action moves are there.
predicate TokensAreThere(p: Position, t: Turn)
  requires Seated(p)
{
  (t.action.Take? ==> Covers(p.supply, t.action.taken) &&
    Covers(Taken(p, t.action.taken).supply, t.effects.gem)) &&
  (t.action.Purchase? ==> Covers(Mover(p).tokens, t.action.pay.tokens) &&
    Covers(Plus(p.supply, t.action.pay.tokens), t.effects.gem))
}

// After a pair the supply still has all gems of the other colors.
lemma ThirdGemIsThere(p: Position, t: Turn)
  requires Seated(p) && t.action.Take? && take_supply(p, t) && post_gem(p, t) && post_third_gem(p, t)
  ensures Covers(Taken(p, t.action.taken).supply, t.effects.gem)
{
  if t.effects.gem == None() {
    NothingIsCovered(Taken(p, t.action.taken).supply);
  } else {
    assert OneOf(p.rulings.powers, OtherColors(p.supply, t.action.taken), t.effects.gem);
  }
}

lemma LegalTokensAreThere(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalPowers(p, t)
  ensures TokensAreThere(p, t)
{
  if t.action.Take? {
    ThirdGemIsThere(p, t);
  } else if t.action.Purchase? {
    GemIsThere(p, FirstBuy(t));
  }
}

lemma DoneMovesTokens(p: Position, t: Turn)
  requires Seated(p) && TokensAreThere(p, t) && reserve_deck(p, t)
  ensures Shared(Done(p, t)) == Shared(p)
{
  match t.action
  case Take(taken) =>
    TakeMovesTokens(p, taken);
    TakeMovesTokens(Taken(p, taken), t.effects.gem);
  case ReserveMarket(level, card) =>
    LiftedFollows(p, level, card);
    ReserveMovesTokens(Lifted(p, level, card), card);
  case ReserveDeck(level, draw) =>
    var row := RowAt(p, level);
    ReserveMovesTokens(WithRow(p, level, row.(deck := DeckAfter(row.deck, draw))),
      Drawn(row.deck, draw));
  case Purchase(card, place, pay) => PurchaseMovesTokens(p, FirstBuy(t));
  case Pass =>
}

lemma ActionMovesTokens(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalPowers(p, t)
  ensures Shared(Done(p, t)) == Shared(p)
{
  LegalTokensAreThere(p, t);
  DoneMovesTokens(p, t);
}

// A conquest conserves the tokens as the purchase of an action does.
lemma ConquestMovesTokens(p: Position, t: Turn)
  requires Seated(p)
  requires t.conquest.Just? ==>
    post_gem_of_conquest(p, t.conquest.value) && purchase_tokens(p, SecondBuy(t)) &&
    post_gem_after_purchase(p, SecondBuy(t))
  ensures Shared(Conquered(p, t)) == Shared(p)
{
  if t.conquest.Just? {
    GemIsThere(p, SecondBuy(t));
    PurchaseMovesTokens(p, SecondBuy(t));
  }
}

// The action and the conquest conserve the tokens.
lemma ActedMovesTokens(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalPowers(p, t) && LegalConquest(p, t)
  ensures Shared(Acted(p, t)) == Shared(p)
{
  ActionMovesTokens(p, t);
  BeforeConquestFollows(p, t);
  RefilledFollows(Done(p, t));
  var before := BeforeConquest(p, t);
  ConquestOfTurn(p, t);
  ConquestMovesTokens(before, t);
  RefilledFollows(Conquered(before, t));
}

// What a legal conquest says of the tokens.
lemma ConquestOfTurn(p: Position, t: Turn)
  requires Seated(p) && LegalConquest(p, t)
  ensures Seated(BeforeConquest(p, t))
  ensures t.conquest.Just? ==>
    post_gem_of_conquest(BeforeConquest(p, t), t.conquest.value) &&
    purchase_tokens(BeforeConquest(p, t), SecondBuy(t)) &&
    post_gem_after_purchase(BeforeConquest(p, t), SecondBuy(t))
{
  BeforeConquestFollows(p, t);
}

// The end of the turn conserves the tokens.
lemma SettledMovesTokens(p: Position, t: Turn)
  requires Seated(p) && Covers(Mover(p).tokens, t.returned)
  ensures Seated(Settled(p, t)) && Shared(Settled(p, t)) == Shared(p)
  ensures Settled(p, t).seats == p.seats[p.next := Mover(Settled(p, t))]
  ensures Settled(p, t).next == p.next
{
  SettledFollows(p, t);
}

// Theorem: each legal turn conserves the tokens of each of the six kinds.
lemma TokensConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllTokens(Apply(p, t)) == AllTokens(p)
{
  var acted := Acted(p, t);
  ActedMovesTokens(p, t);
  ActedFollows(p, t);
  AllTokensStay(p, acted);
  SettledMovesTokens(acted, t);
  AllTokensStay(acted, Settled(acted, t));
}
