// Cards and nobles are conserved: a turn moves them between the table and the mover.
include "sums.dfy"

// From `p` to `q` only the mover and the table change, and the cards of both stay.
predicate CardsStay(p: Position, q: Position)
  requires Seated(p)
{
  Seated(q) && q.next == p.next && q.seats == p.seats[p.next := Mover(q)] &&
  TableCards(q) + CardsOf(Mover(q)) == TableCards(p) + CardsOf(Mover(p))
}

// If the seats gain what the table loses, the sum of both stays.
lemma Balance<T>(table: multiset<T>, seats: multiset<T>, seat: multiset<T>,
  table': multiset<T>, seats': multiset<T>, seat': multiset<T>)
  requires table' + seat' == table + seat && seats' + seat == seats + seat'
  ensures table' + seats' == table + seats
{
  var before, after := table + seats, table' + seats';
  forall part: T
    ensures after[part] == before[part]
  {
    assert (table' + seat')[part] == (table + seat)[part];
    assert (seats' + seat)[part] == (seats + seat')[part];
  }
}

// If one seat gains the cards that the table loses, all cards stay.
lemma AllCardsStay(p: Position, q: Position)
  requires Seated(p) && CardsStay(p, q)
  ensures AllCards(q) == AllCards(p)
{
  CardsMoved(p.seats, p.next, Mover(q));
  Balance(TableCards(p), SeatCards(p.seats), CardsOf(Mover(p)),
    TableCards(q), SeatCards(q.seats), CardsOf(Mover(q)));
}

// Without its top card a deck has all other cards.
lemma TopCard(deck: seq<Card>)
  requires deck != []
  ensures multiset(deck) == multiset(deck[1..]) + multiset{deck[0]}
{
  assert deck == [deck[0]] + deck[1..];
}

// A refill loses no card but the one that left the market.
lemma RefillKeepsCards(row: Row, card: Card)
  requires card in row.market
  ensures RowCards(market_refill(row, card)) + multiset{card} == RowCards(row)
{
  if row.deck != [] {
    TopCard(row.deck);
  }
}

// The cards of the table change as those of the level do.
lemma RowMoved(p: Position, level: Level, row: Row)
  ensures TableCards(WithRow(p, level, row)) + RowCards(RowAt(p, level))
    == TableCards(p) + RowCards(row)
{
}

lemma ReserveMarketMovesCard(p: Position, level: Level, card: Card)
  requires Seated(p) && card in RowAt(p, level).market
  ensures CardsStay(p, ReservedMarket(p, level, card))
{
  var row := market_refill(RowAt(p, level), card);
  RefillKeepsCards(RowAt(p, level), card);
  RowMoved(p, level, row);
}

// A draw of one card or of two loses no card but the one that is kept.
lemma DrawKeepsCards(deck: seq<Card>, draw: Draw)
  requires deck != []
  ensures multiset(DeckAfter(deck, draw)) + multiset{Drawn(deck, draw)} == multiset(deck)
{
  TopCard(deck);
  if !draw.OneCard? && |deck| > 1 {
    TopCard(deck[1..]);
    assert deck[1..][1..] == deck[2..];
  }
}

lemma ReserveDeckMovesCard(p: Position, level: Level, draw: Draw)
  requires Seated(p) && RowAt(p, level).deck != []
  ensures CardsStay(p, ReservedDeck(p, level, draw))
{
  var row := RowAt(p, level);
  DrawKeepsCards(row.deck, draw);
  RowMoved(p, level, row.(deck := DeckAfter(row.deck, draw)));
}

lemma MarketPurchaseMovesCard(p: Position, card: Card, level: Level, pay: Tokens)
  requires Seated(p) && card in RowAt(p, level).market
  ensures CardsStay(p, Bought(p, card, Market(level), pay))
{
  var row := market_refill(RowAt(p, level), card);
  RefillKeepsCards(RowAt(p, level), card);
  RowMoved(p, level, row);
}

lemma HandPurchaseMovesCard(p: Position, card: Card, pay: Tokens)
  requires Seated(p) && card in Mover(p).hand
  ensures CardsStay(p, Bought(p, card, Hand, pay))
{
}

lemma ActionMovesCards(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures CardsStay(p, Done(p, t.action))
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) => ReserveMarketMovesCard(p, level, card);
  case ReserveDeck(level, draw) => ReserveDeckMovesCard(p, level, draw);
  case Purchase(card, place, pay) =>
    match place {
      case Market(level) => MarketPurchaseMovesCard(p, card, level, pay);
      case Hand => HandPurchaseMovesCard(p, card, pay);
    }
  case Pass =>
}

// Theorem: each legal turn conserves the cards, so none is lost and none is in two places.
lemma CardsConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllCards(Apply(p, t)) == AllCards(p)
{
  ActionMovesCards(p, t);
  AllCardsStay(p, Done(p, t.action));
  var acted := Acted(p, t);
  AllCardsStay(Done(p, t.action), acted);
  var returned := Returned(acted, t.returned);
  AllCardsStay(acted, returned);
  var visited := Visited(returned, t.nobles);
  AllCardsStay(returned, visited);
  AllCardsStay(visited, Gained(visited, t.posts));
}

// From `p` to `q` only the mover and the table change, and the nobles of both stay.
predicate NoblesStay(p: Position, q: Position)
  requires Seated(p)
{
  Seated(q) && q.next == p.next && q.seats == p.seats[p.next := Mover(q)] &&
  q.nobles + multiset(Mover(q).nobles) == p.nobles + multiset(Mover(p).nobles)
}

// If one seat gains the noble that the table loses, all nobles stay.
lemma AllNoblesStay(p: Position, q: Position)
  requires Seated(p) && NoblesStay(p, q)
  ensures AllNobles(q) == AllNobles(p)
{
  NoblesMoved(p.seats, p.next, Mover(q));
  Balance(p.nobles, SeatNobles(p.seats), multiset(Mover(p).nobles),
    q.nobles, SeatNobles(q.seats), multiset(Mover(q).nobles));
}

// A visit moves nobles from the table to the mover.
lemma VisitMovesNoble(p: Position, nobles: seq<Noble>)
  requires Seated(p) && multiset(nobles) <= p.nobles
  ensures NoblesStay(p, Visited(p, nobles))
{
}

// Actions move no noble.
lemma ActionMovesNoNoble(p: Position, t: Turn)
  requires Seated(p)
  ensures NoblesStay(p, Acted(p, t))
{
}

// Returns move no noble.
lemma ReturnMovesNoNoble(p: Position, back: Tokens)
  requires Seated(p)
  ensures NoblesStay(p, Returned(p, back))
{
}

// Theorem: each legal turn conserves the nobles.
lemma NoblesConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllNobles(Apply(p, t)) == AllNobles(p)
{
  var acted := Acted(p, t);
  ActionMovesNoNoble(p, t);
  AllNoblesStay(p, acted);
  var returned := Returned(acted, t.returned);
  ReturnMovesNoNoble(acted, t.returned);
  AllNoblesStay(acted, returned);
  VisitMovesNoble(returned, t.nobles);
  var visited := Visited(returned, t.nobles);
  AllNoblesStay(returned, visited);
  AllNoblesStay(visited, Gained(visited, t.posts));
}
