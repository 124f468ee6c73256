// Tokens are conserved: a turn moves them between the mover and the supply.
include "sums.dfy"

// From `p` to `q` only the mover and the supply change, and what they hold together stays.
predicate TokensStay(p: Position, q: Position)
  requires Seated(p)
{
  Seated(q) && q.next == p.next && q.seats == p.seats[p.next := Mover(q)] &&
  Plus(q.supply, Mover(q).tokens) == Plus(p.supply, Mover(p).tokens)
}

// If one seat gains what the supply loses, the sum of all tokens stays.
lemma AllTokensStay(p: Position, q: Position)
  requires Seated(p) && TokensStay(p, q)
  ensures AllTokens(q) == AllTokens(p)
{
  TokensMoved(p.seats, p.next, Mover(q));
}

// A take moves tokens of the supply to the mover.
lemma TakeMovesTokens(p: Position, gems: Tokens)
  requires Seated(p) && Covers(p.supply, gems)
  ensures TokensStay(p, Taken(p, gems))
{
}

// A reservation moves one gold, or none if the supply has none.
lemma ReserveMovesTokens(p: Position, card: Card)
  requires Seated(p)
  ensures TokensStay(p, IntoHand(p, card))
{
}

// A purchase moves the payment to the supply.
lemma PaymentMovesTokens(p: Position, card: Card, place: Place, pay: Tokens)
  requires Seated(p) && Covers(Mover(p).tokens, pay)
  ensures TokensStay(p, Bought(p, card, place, pay))
{
}

// A return moves tokens to the supply.
lemma ReturnMovesTokens(p: Position, back: Tokens)
  requires Seated(p) && Covers(Mover(p).tokens, back)
  ensures TokensStay(p, Returned(p, back))
{
}

// A noble moves no token.
lemma NoblesMoveNoTokens(p: Position, nobles: seq<Noble>)
  requires Seated(p)
  ensures TokensStay(p, Visited(p, nobles))
{
}

lemma ActionMovesTokens(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures TokensStay(p, Done(p, t.action))
{
  match t.action
  case Take(taken) => TakeMovesTokens(p, taken);
  case ReserveMarket(level, card) =>
    ReserveMovesTokens(WithRow(p, level, market_refill(RowAt(p, level), card)), card);
  case ReserveDeck(level, draw) =>
    var row := RowAt(p, level);
    ReserveMovesTokens(WithRow(p, level, row.(deck := DeckAfter(row.deck, draw))),
      Drawn(row.deck, draw));
  case Purchase(card, place, pay) => PaymentMovesTokens(p, card, place, pay);
  case Pass =>
}

// The power of a post gives a gem that the supply has.
lemma GemIsThere(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Covers(Done(p, t.action).supply, t.gem) && Total(t.gem) <= 1 && t.gem.gold == 0
{
}

// A post moves no token.
lemma PostsMoveNoTokens(p: Position, posts: set<Post>)
  requires Seated(p)
  ensures TokensStay(p, Gained(p, posts))
{
}

// Theorem: each legal turn conserves the tokens of each of the six kinds.
lemma TokensConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllTokens(Apply(p, t)) == AllTokens(p)
{
  var done := Done(p, t.action);
  ActionMovesTokens(p, t);
  AllTokensStay(p, done);
  var acted := Acted(p, t);
  GemIsThere(p, t);
  TakeMovesTokens(done, t.gem);
  AllTokensStay(done, acted);
  var returned := Returned(acted, t.returned);
  ReturnMovesTokens(acted, t.returned);
  AllTokensStay(acted, returned);
  var visited := Visited(returned, t.nobles);
  NoblesMoveNoTokens(returned, t.nobles);
  AllTokensStay(returned, visited);
  PostsMoveNoTokens(visited, t.posts);
  AllTokensStay(visited, Gained(visited, t.posts));
}
