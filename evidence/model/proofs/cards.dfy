// Cards and nobles are conserved: a turn moves them between the table and the mover, or out of the
// game.
include "frame.dfy"
include "sums.dfy"

// The cards of the table, of the mover, and those that left the game.
function CardsInPlay(p: Position): multiset<Card>
  requires Seated(p)
{
  TableCards(p) + CardsOf(Mover(p)) + p.gone
}

// If one seat gains what the table loses, the sum of both stays.
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
  requires Seated(p) && Seated(q) && q.next == p.next && CardsInPlay(q) == CardsInPlay(p)
  requires q.seats == p.seats[p.next := Mover(q)]
  ensures AllCards(q) == AllCards(p)
{
  var before, after := TableCards(p) + p.gone, TableCards(q) + q.gone;
  InEitherOrder(TableCards(p), p.gone, CardsOf(Mover(p)));
  InEitherOrder(TableCards(q), q.gone, CardsOf(Mover(q)));
  InEitherOrder(TableCards(p), p.gone, SeatCards(p.seats));
  InEitherOrder(TableCards(q), q.gone, SeatCards(q.seats));
  CardsMoved(p.seats, p.next, Mover(q));
  Balance(before, SeatCards(p.seats), CardsOf(Mover(p)),
    after, SeatCards(q.seats), CardsOf(Mover(q)));
}

// Without its top card a deck has all other cards.
lemma TopCard(deck: seq<Card>)
  requires deck != []
  ensures multiset(deck) == multiset(deck[1..]) + multiset{deck[0]}
{
  assert deck == [deck[0]] + deck[1..];
}

// A refill loses no card.
lemma RefillKeepsCards(row: Row, width: nat)
  ensures RowCards(market_refill(row, width)) == RowCards(row)
  decreases |row.deck|
{
  if row.deck != [] && |row.market| < width {
    TopCard(row.deck);
    RefillKeepsCards(Row(row.deck[1..], row.market + multiset{row.deck[0]}), width);
  }
}

// The cards of the table change as those of the level do.
lemma RowMoved(p: Position, level: Level, row: Row)
  ensures TableCards(WithRow(p, level, row)) + RowCards(RowAt(p, level))
    == TableCards(p) + RowCards(row)
{
  match level
  case First =>
  case Second =>
  case Third =>
  case OrientFirst =>
  case OrientSecond =>
  case OrientThird =>
}

lemma SameRest<T>(a: multiset<T>, b: multiset<T>, c: multiset<T>)
  requires a + c == b + c
  ensures a == b
{
  forall part: T
    ensures a[part] == b[part]
  {
    assert (a + c)[part] == (b + c)[part];
  }
}

// If a row of the table loses a part, the table loses it.
lemma PartIsMissing<T>(after: multiset<T>, before: multiset<T>, left: multiset<T>, row: multiset<T>,
  part: multiset<T>)
  requires after + row == before + left && left + part == row
  ensures after + part == before
{
  forall one: T
    ensures (after + part)[one] == before[one]
  {
    assert (after + row)[one] == (before + left)[one] && (left + part)[one] == row[one];
  }
}

lemma RefilledAtKeepsCards(p: Position, level: Level)
  requires Seated(p)
  ensures TableCards(RefilledAt(p, level)) == TableCards(p)
  ensures RefilledAt(p, level).gone == p.gone
{
  var row := market_refill(RowAt(p, level), Width(level));
  RefillKeepsCards(RowAt(p, level), Width(level));
  RowMoved(p, level, row);
  SameRest(TableCards(WithRow(p, level, row)), TableCards(p), RowCards(row));
}

lemma RefilledKeepsCards(p: Position)
  requires Seated(p)
  ensures Seated(Refilled(p)) && CardsInPlay(Refilled(p)) == CardsInPlay(p)
{
  var one := RefilledAt(p, First);
  var two := RefilledAt(one, Second);
  var three := RefilledAt(two, Third);
  var four := RefilledAt(three, OrientFirst);
  var five := RefilledAt(four, OrientSecond);
  RefilledAtKeepsCards(p, First);
  RefilledAtKeepsCards(one, Second);
  RefilledAtKeepsCards(two, Third);
  RefilledAtKeepsCards(three, OrientFirst);
  RefilledAtKeepsCards(four, OrientSecond);
  RefilledAtKeepsCards(five, OrientThird);
  RefilledFollows(p);
}

// A card that leaves the market is missing on the table, and nothing else.
lemma LiftedLosesCard(p: Position, level: Level, card: Card)
  requires Seated(p) && card in RowAt(p, level).market
  ensures TableCards(Lifted(p, level, card)) + multiset{card} == TableCards(p)
  ensures Lifted(p, level, card).gone == p.gone
{
  var row := RowAt(p, level);
  var left := row.(market := row.market - multiset{card});
  assert RowCards(left) + multiset{card} == RowCards(row);
  var q := p.(strongholds := Cleared(p.strongholds, card));
  assert RowAt(q, level) == row && TableCards(q) == TableCards(p);
  RowMoved(q, level, left);
  PartIsMissing(TableCards(WithRow(q, level, left)), TableCards(q), RowCards(left), RowCards(row),
    multiset{card});
}

// A card that a seat gives up is missing, and nothing else.
lemma WithoutLosesCard(cards: seq<Played>, card: Card)
  requires card in PlayedCards(cards)
  ensures PlayedCards(WithoutPlayed(cards, card)) + multiset{card} == PlayedCards(cards)
{
  var last := |cards| - 1;
  if cards[last].card != card {
    WithoutLosesCard(cards[..last], card);
    var rest := WithoutPlayed(cards[..last], card);
    assert (rest + [cards[last]])[..|rest|] == rest;
  }
}

lemma WithoutAllLosesCards(cards: seq<Played>, given: seq<Card>)
  requires multiset(given) <= PlayedCards(cards)
  ensures PlayedCards(WithoutAll(cards, given)) + multiset(given) == PlayedCards(cards)
  decreases |given|
{
  if given != [] {
    var left, rest := WithoutPlayed(cards, given[0]), given[1..];
    TopCard(given);
    WithoutLosesCard(cards, given[0]);
    OneLess(multiset(rest), PlayedCards(left), PlayedCards(cards), given[0]);
    WithoutAllLosesCards(left, rest);
    OneMore(PlayedCards(WithoutAll(left, rest)), multiset(rest), PlayedCards(left), given[0]);
  }
}

lemma OneLess<T>(few: multiset<T>, many: multiset<T>, all: multiset<T>, one: T)
  requires few + multiset{one} <= all && many + multiset{one} == all
  ensures few <= many
{
  forall other: T
    ensures few[other] <= many[other]
  {
    assert (few + multiset{one})[other] <= all[other];
    assert (many + multiset{one})[other] == all[other];
  }
}

lemma OneMore<T>(few: multiset<T>, rest: multiset<T>, many: multiset<T>, one: T)
  requires few + rest == many
  ensures few + (rest + multiset{one}) == many + multiset{one}
{
  assert few + (rest + multiset{one}) == (few + rest) + multiset{one};
}

// The spent and the discarded cards leave the game, and no other card.
lemma PaidKeepsCards(p: Position, pay: Payment)
  requires Seated(p) && multiset(pay.spent + pay.discarded) <= PlayedCards(Mover(p).bought)
  ensures CardsInPlay(Paid(p, pay)) == CardsInPlay(p)
{
  WithoutAllLosesCards(Mover(p).bought, pay.spent + pay.discarded);
}

lemma PlayedAdds(cards: seq<Played>, played: Played)
  ensures PlayedCards(cards + [played]) == PlayedCards(cards) + multiset{played.card}
{
  assert (cards + [played])[..|cards|] == cards;
}

// A card that joins the seat is there, and nothing else changes.
lemma JoinedGainsCard(p: Position, card: Card, copy: Copy)
  requires Seated(p)
  ensures CardsInPlay(Joined(p, card, copy)) == CardsInPlay(p) + multiset{card}
{
  PlayedAdds(Mover(p).bought, AsPlayed(p.rulings, Mover(p), card, copy));
}

// A lifted card is missing, and nothing else.
lemma LiftedIsMissing(p: Position, level: Level, card: Card)
  requires Seated(p) && card in RowAt(p, level).market
  ensures Seated(Lifted(p, level, card)) && Mover(Lifted(p, level, card)) == Mover(p)
  ensures CardsInPlay(Lifted(p, level, card)) + multiset{card} == CardsInPlay(p)
{
  var lifted := Lifted(p, level, card);
  LiftedLosesCard(p, level, card);
  LiftedFollows(p, level, card);
  AddBack(TableCards(lifted), TableCards(p), CardsOf(Mover(p)), p.gone, multiset{card});
}

// So is a card that leaves a hand.
lemma PlayedIsMissing(p: Position, card: Card)
  requires Seated(p) && card in Mover(p).hand
  ensures Seated(LeftPlace(p, Hand, card))
  ensures CardsInPlay(LeftPlace(p, Hand, card)) + multiset{card} == CardsInPlay(p)
{
  var left := LeftPlace(p, Hand, card);
  assert TableCards(left) == TableCards(p) && left.gone == p.gone;
  assert Mover(left).hand + multiset{card} == Mover(p).hand;
  assert CardsOf(Mover(left)) + multiset{card} == CardsOf(Mover(p));
}

// The bought card is missing when it has left its place.
lemma OpenedLosesCard(p: Position, b: Buy)
  requires Seated(p) && Within(p, b.place, b.card)
  requires multiset(b.pay.spent + b.pay.discarded) <= PlayedCards(Mover(p).bought)
  ensures CardsInPlay(Opened(p, b)) + multiset{b.card} == CardsInPlay(p)
{
  PaidKeepsCards(p, b.pay);
  var paid := Paid(p, b.pay);
  assert Opened(p, b) == LeftPlace(paid, b.place, b.card);
  match b.place
  case Market(level) =>
    assert RowAt(paid, level) == RowAt(p, level);
    LiftedIsMissing(paid, level, b.card);
  case Hand =>
    assert Mover(paid).hand == Mover(p).hand;
    PlayedIsMissing(paid, b.card);
}

lemma MomentKeepsCards(p: Position, b: Buy, i: nat)
  requires Seated(p) && Within(p, b.place, b.card) && i <= |b.effects.free_cards|
  requires multiset(b.pay.spent + b.pay.discarded) <= PlayedCards(Mover(p).bought)
  requires orient_free_face_up(p, b)
  ensures CardsInPlay(Moment(p, b, i)) == CardsInPlay(p)
{
  if i == 0 {
    OpenedLosesCard(p, b);
    OpenedFollows(p, b);
    JoinedGainsCard(Opened(p, b), b.card, b.effects.copy);
  } else {
    MomentKeepsCards(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    assert FaceUp(before, taken.card);
    LiftedLosesCard(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    JoinedGainsCard(Lifted(before, taken.card.level, taken.card), taken.card, taken.copy);
  }
}

// The cards that a purchase moves are there.
predicate CardsAreThere(p: Position, b: Buy)
  requires Seated(p)
{
  Within(p, b.place, b.card) && orient_free_face_up(p, b) &&
  multiset(b.pay.spent + b.pay.discarded) <= PlayedCards(Mover(p).bought)
}

// A seat spends or discards cards, but not both, and only its own.
lemma GivenAreOwned(p: Position, b: Buy)
  requires Seated(p) && orient_spend_owned(p, b) && orient_discard_color(p, b)
  requires orient_discard_price(p, b)
  ensures multiset(b.pay.spent + b.pay.discarded) <= PlayedCards(Mover(p).bought)
{
  if b.pay.spent == [] {
    assert b.pay.spent + b.pay.discarded == b.pay.discarded;
  } else {
    assert b.pay.spent + b.pay.discarded == b.pay.spent;
  }
}

lemma LegalCardsAreThere(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures CardsAreThere(p, b)
{
  GivenAreOwned(p, b);
}

lemma CountedKeepsCards(p: Position)
  requires Seated(p)
  ensures Seated(Counted(p)) && CardsInPlay(Counted(p)) == CardsInPlay(p)
{
}

lemma TakenKeepsCards(p: Position, gems: Tokens)
  requires Seated(p)
  ensures Seated(Taken(p, gems)) && CardsInPlay(Taken(p, gems)) == CardsInPlay(p)
{
}

lemma SteppedKeepsCards(p: Position, step: Step)
  requires Seated(p)
  ensures Seated(Stepped(p, step)) && CardsInPlay(Stepped(p, step)) == CardsInPlay(p)
{
  match step
  case NoStep =>
  case PlaceOn(to) =>
  case MoveOn(left, to) =>
  case RemoveFrom(off, owner) =>
}

// What follows a purchase after its cards: a gem, and a step.
lemma FollowUpKeepsCards(p: Position, gem: Tokens, step: Step)
  requires Seated(p)
  ensures Seated(Stepped(Taken(Counted(p), gem), step))
  ensures CardsInPlay(Stepped(Taken(Counted(p), gem), step)) == CardsInPlay(p)
{
  CountedKeepsCards(p);
  TakenKeepsCards(Counted(p), gem);
  SteppedKeepsCards(Taken(Counted(p), gem), step);
}

lemma BoughtKeepsCards(p: Position, b: Buy)
  requires Seated(p) && CardsAreThere(p, b)
  ensures Seated(Bought(p, b)) && CardsInPlay(Bought(p, b)) == CardsInPlay(p)
{
  MomentKeepsCards(p, b, |b.effects.free_cards|);
  FollowUpKeepsCards(AtStep(p, b), b.effects.gem, b.effects.step);
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

lemma DrawLosesCard(p: Position, level: Level, draw: Draw)
  requires Seated(p) && RowAt(p, level).deck != []
  ensures var row := RowAt(p, level);
    TableCards(WithRow(p, level, row.(deck := DeckAfter(row.deck, draw)))) +
      multiset{Drawn(row.deck, draw)} == TableCards(p)
{
  var row := RowAt(p, level);
  var left := row.(deck := DeckAfter(row.deck, draw));
  var card := multiset{Drawn(row.deck, draw)};
  DrawKeepsCards(row.deck, draw);
  assert RowCards(left) + card == RowCards(row);
  RowMoved(p, level, left);
  PartIsMissing(TableCards(WithRow(p, level, left)), TableCards(p), RowCards(left),
    RowCards(row), card);
}

lemma IntoHandGainsCard(p: Position, card: Card)
  requires Seated(p)
  ensures CardsInPlay(IntoHand(p, card)) == CardsInPlay(p) + multiset{card}
{
}

lemma ReservedMarketKeepsCards(p: Position, level: Level, card: Card)
  requires Seated(p) && card in RowAt(p, level).market
  ensures Seated(ReservedMarket(p, level, card))
  ensures CardsInPlay(ReservedMarket(p, level, card)) == CardsInPlay(p)
{
  var lifted := Lifted(p, level, card);
  LiftedLosesCard(p, level, card);
  LiftedFollows(p, level, card);
  IntoHandGainsCard(lifted, card);
  AddBack(TableCards(lifted), TableCards(p), CardsOf(Mover(p)), p.gone, multiset{card});
}

lemma ReservedDeckKeepsCards(p: Position, level: Level, draw: Draw)
  requires Seated(p) && RowAt(p, level).deck != []
  ensures Seated(ReservedDeck(p, level, draw))
  ensures CardsInPlay(ReservedDeck(p, level, draw)) == CardsInPlay(p)
{
  var row := RowAt(p, level);
  var card := Drawn(row.deck, draw);
  var drawn := WithRow(p, level, row.(deck := DeckAfter(row.deck, draw)));
  assert Seated(drawn) && Mover(drawn) == Mover(p) && drawn.gone == p.gone;
  DrawLosesCard(p, level, draw);
  IntoHandGainsCard(drawn, card);
  AddBack(TableCards(drawn), TableCards(p), CardsOf(Mover(p)), p.gone, multiset{card});
}

// What the table loses, another place has.
lemma AddBack<T>(after: multiset<T>, before: multiset<T>, seat: multiset<T>, gone: multiset<T>,
  part: multiset<T>)
  requires after + part == before
  ensures after + seat + gone + part == before + seat + gone
{
  assert after + seat + gone + part == (after + part) + seat + gone;
}

lemma DoneMovesCards(p: Position, t: Turn)
  requires Seated(p) && reserve_face_up(p, t) && reserve_deck(p, t)
  requires t.action.Purchase? ==> CardsAreThere(p, FirstBuy(t))
  ensures Seated(Done(p, t)) && CardsInPlay(Done(p, t)) == CardsInPlay(p)
{
  match t.action
  case Take(taken) =>
    TakenKeepsCards(p, taken);
    TakenKeepsCards(Taken(p, taken), t.effects.gem);
  case ReserveMarket(level, card) => ReservedMarketKeepsCards(p, level, card);
  case ReserveDeck(level, draw) => ReservedDeckKeepsCards(p, level, draw);
  case Purchase(card, place, pay) => BoughtKeepsCards(p, FirstBuy(t));
  case Pass =>
}

lemma ActionMovesCards(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Done(p, t)) && CardsInPlay(Done(p, t)) == CardsInPlay(p)
{
  if t.action.Purchase? {
    LegalCardsAreThere(p, FirstBuy(t));
  }
  DoneMovesCards(p, t);
}

lemma ConquestMovesCards(p: Position, t: Turn)
  requires Seated(p) && (t.conquest.Just? ==> CardsAreThere(p, SecondBuy(t)))
  ensures Seated(Conquered(p, t)) && CardsInPlay(Conquered(p, t)) == CardsInPlay(p)
{
  if t.conquest.Just? {
    BoughtKeepsCards(p, SecondBuy(t));
  }
}

lemma ConquestCardsAreThere(p: Position, t: Turn)
  requires Seated(p) && LegalConquest(p, t)
  ensures Seated(BeforeConquest(p, t))
  ensures t.conquest.Just? ==> CardsAreThere(BeforeConquest(p, t), SecondBuy(t))
{
  BeforeConquestFollows(p, t);
  if t.conquest.Just? {
    LegalCardsAreThere(BeforeConquest(p, t), SecondBuy(t));
  }
}

lemma ActedMovesCards(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalConquest(p, t)
  ensures Seated(Acted(p, t)) && CardsInPlay(Acted(p, t)) == CardsInPlay(p)
{
  ActionMovesCards(p, t);
  RefilledKeepsCards(Done(p, t));
  var before := BeforeConquest(p, t);
  ConquestCardsAreThere(p, t);
  ConquestMovesCards(before, t);
  RefilledKeepsCards(Conquered(before, t));
}

lemma SettledKeepsCards(p: Position, t: Turn)
  requires Seated(p)
  ensures Seated(Settled(p, t)) && CardsInPlay(Settled(p, t)) == CardsInPlay(p)
  ensures Settled(p, t).seats == p.seats[p.next := Mover(Settled(p, t))]
  ensures Settled(p, t).next == p.next
{
  SettledFollows(p, t);
  assert TableCards(Settled(p, t)) == TableCards(p) && Settled(p, t).gone == p.gone;
}

// Theorem: each legal turn conserves the cards, so none is lost and none is in two places. The cards
// that left the game count.
lemma CardsConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllCards(Apply(p, t)) == AllCards(p)
{
  var acted := Acted(p, t);
  ActedMovesCards(p, t);
  ActedFollows(p, t);
  AllCardsStay(p, acted);
  SettledKeepsCards(acted, t);
  AllCardsStay(acted, Settled(acted, t));
}

// Theorem: each legal turn conserves the nobles.
lemma NoblesConserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t))
  ensures AllNobles(Apply(p, t)) == AllNobles(p)
{
  EndingOfTurn(p, t);
  var q := Apply(p, t);
  NoblesMoved(p.seats, p.next, q.seats[p.next]);
  assert q.nobles + multiset(q.seats[p.next].nobles) == p.nobles + multiset(Mover(p).nobles);
  Balance(p.nobles, SeatNobles(p.seats), multiset(Mover(p).nobles),
    q.nobles, SeatNobles(q.seats), multiset(q.seats[p.next].nobles));
}
