// Every card on the table is in the row or the deck of its level.
include "cards.dfy"
include "setup.dfy"

predicate CardsInRows(p: Position)
{
  forall level, card :: card in RowCards(RowAt(p, level)) ==> card.level == level
}

// No row and no deck of `q` has a card more than in `p`.
predicate NoMore(p: Position, q: Position)
{
  forall level :: RowCards(RowAt(q, level)) <= RowCards(RowAt(p, level))
}

lemma NoMoreInRows(p: Position, q: Position)
  requires CardsInRows(p) && NoMore(p, q)
  ensures CardsInRows(q)
{
  forall level, card | card in RowCards(RowAt(q, level))
    ensures card.level == level
  {
    assert RowCards(RowAt(q, level)) <= RowCards(RowAt(p, level));
    assert card in RowCards(RowAt(p, level));
  }
}

lemma NoMoreThan(p: Position, q: Position, r: Position)
  requires NoMore(p, q) && NoMore(q, r)
  ensures NoMore(p, r)
{
  forall level: Level
    ensures RowCards(RowAt(r, level)) <= RowCards(RowAt(p, level))
  {
    assert RowCards(RowAt(r, level)) <= RowCards(RowAt(q, level));
    assert RowCards(RowAt(q, level)) <= RowCards(RowAt(p, level));
  }
}

// A change of one row that brings no card.
lemma RowHasNoMore(p: Position, level: Level, row: Row)
  requires RowCards(row) <= RowCards(RowAt(p, level))
  ensures NoMore(p, WithRow(p, level, row))
{
  forall other: Level
    ensures RowCards(RowAt(WithRow(p, level, row), other)) <= RowCards(RowAt(p, other))
  {
    OtherRows(p, level, row, other);
  }
}

lemma LiftedHasNoMore(p: Position, level: Level, card: Card)
  ensures NoMore(p, Lifted(p, level, card))
{
  var q := p.(strongholds := Cleared(p.strongholds, card));
  var row := RowAt(p, level);
  assert forall other :: RowAt(q, other) == RowAt(p, other);
  RowHasNoMore(q, level, row.(market := row.market - multiset{card}));
  assert NoMore(p, q);
  NoMoreThan(p, q, Lifted(p, level, card));
}

lemma RefilledAtHasNoMore(p: Position, level: Level)
  ensures NoMore(p, RefilledAt(p, level))
{
  RefillKeepsCards(RowAt(p, level), Width(level));
  RowHasNoMore(p, level, market_refill(RowAt(p, level), Width(level)));
}

lemma RefilledHasNoMore(p: Position)
  ensures NoMore(p, Refilled(p))
{
  forall level: Level
    ensures RowCards(RowAt(Refilled(p), level)) <= RowCards(RowAt(p, level))
  {
    RefilledRow(p, level);
    RefillKeepsCards(RowAt(p, level), Width(level));
  }
}

lemma OpenedHasNoMore(p: Position, b: Buy)
  requires Seated(p)
  ensures NoMore(p, Opened(p, b))
{
  var paid := Paid(p, b.pay);
  assert forall level :: RowAt(paid, level) == RowAt(p, level);
  match b.place
  case Market(level) =>
    LiftedHasNoMore(paid, level, b.card);
    NoMoreThan(p, paid, Opened(p, b));
  case Hand =>
    assert forall level :: RowAt(Opened(p, b), level) == RowAt(p, level);
}

lemma JoinedHasNoMore(p: Position, card: Card, copy: Copy)
  requires Seated(p)
  ensures NoMore(p, Joined(p, card, copy))
{
  assert forall level :: RowAt(Joined(p, card, copy), level) == RowAt(p, level);
}

lemma MomentHasNoMore(p: Position, b: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures NoMore(p, Moment(p, b, i))
{
  if i == 0 {
    OpenedFollows(p, b);
    OpenedHasNoMore(p, b);
    JoinedHasNoMore(Opened(p, b), b.card, b.effects.copy);
    NoMoreThan(p, Opened(p, b), Moment(p, b, 0));
  } else {
    MomentHasNoMore(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    var lifted := Lifted(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    LiftedHasNoMore(before, taken.card.level, taken.card);
    JoinedHasNoMore(lifted, taken.card, taken.copy);
    NoMoreThan(p, before, lifted);
    NoMoreThan(p, lifted, Moment(p, b, i));
  }
}

lemma BoughtHasNoMore(p: Position, b: Buy)
  requires Seated(p)
  ensures NoMore(p, Bought(p, b))
{
  var q := AtStep(p, b);
  MomentHasNoMore(p, b, |b.effects.free_cards|);
  assert forall level :: RowAt(Bought(p, b), level) == RowAt(q, level);
  assert NoMore(q, Bought(p, b));
  NoMoreThan(p, q, Bought(p, b));
}

lemma ReservedDeckHasNoMore(p: Position, level: Level, draw: Draw)
  requires Seated(p)
  ensures NoMore(p, ReservedDeck(p, level, draw))
{
  var row := RowAt(p, level);
  if row.deck != [] {
    var left := row.(deck := DeckAfter(row.deck, draw));
    DrawKeepsCards(row.deck, draw);
    RowHasNoMore(p, level, left);
    var drawn := WithRow(p, level, left);
    assert Seated(drawn);
    assert forall other :: RowAt(ReservedDeck(p, level, draw), other) == RowAt(drawn, other);
    assert NoMore(drawn, ReservedDeck(p, level, draw));
    NoMoreThan(p, drawn, ReservedDeck(p, level, draw));
  }
}

lemma ReservedMarketHasNoMore(p: Position, level: Level, card: Card)
  requires Seated(p)
  ensures NoMore(p, ReservedMarket(p, level, card))
{
  var lifted := Lifted(p, level, card);
  LiftedFollows(p, level, card);
  LiftedHasNoMore(p, level, card);
  assert forall other :: RowAt(ReservedMarket(p, level, card), other) == RowAt(lifted, other);
  assert NoMore(lifted, ReservedMarket(p, level, card));
  NoMoreThan(p, lifted, ReservedMarket(p, level, card));
}

lemma DoneHasNoMore(p: Position, t: Turn)
  requires Seated(p)
  ensures NoMore(p, Done(p, t))
{
  match t.action
  case Take(taken) => assert forall level :: RowAt(Done(p, t), level) == RowAt(p, level);
  case ReserveMarket(level, card) => ReservedMarketHasNoMore(p, level, card);
  case ReserveDeck(level, draw) => ReservedDeckHasNoMore(p, level, draw);
  case Purchase(card, place, pay) => BoughtHasNoMore(p, FirstBuy(t));
  case Pass =>
}

lemma BeforeConquestHasNoMore(p: Position, t: Turn)
  requires Seated(p)
  ensures NoMore(p, BeforeConquest(p, t))
{
  DoneHasNoMore(p, t);
  RefilledHasNoMore(Done(p, t));
  NoMoreThan(p, Done(p, t), Refilled(Done(p, t)));
}

lemma ActedHasNoMore(p: Position, t: Turn)
  requires Seated(p)
  ensures NoMore(p, Acted(p, t))
{
  var before := BeforeConquest(p, t);
  var conquered := Conquered(before, t);
  BeforeConquestHasNoMore(p, t);
  if t.conquest.Just? {
    BoughtHasNoMore(before, SecondBuy(t));
    NoMoreThan(p, before, conquered);
  }
  assert NoMore(p, conquered);
  RefilledHasNoMore(conquered);
  NoMoreThan(p, conquered, Refilled(conquered));
}

// What follows the action and the conquest changes no row.
lemma ApplyKeepsRows(p: Position, t: Turn, level: Level)
  requires Seated(p)
  ensures RowAt(Apply(p, t), level) == RowAt(Acted(p, t), level)
{
}

// Theorem: after each turn every card on the table is in the row or the deck of its level.
lemma CardsStayInRows(p: Position, t: Turn)
  requires Seated(p) && CardsInRows(p)
  ensures CardsInRows(Apply(p, t))
{
  ActedHasNoMore(p, t);
  NoMoreInRows(p, Acted(p, t));
  forall level, card | card in RowCards(RowAt(Apply(p, t), level))
    ensures card.level == level
  {
    ApplyKeepsRows(p, t, level);
  }
}

lemma ReachedInRows(p: Position, turns: seq<Turn>)
  requires Seated(p) && LegalTurns(p, turns) && CardsInRows(p)
  ensures CardsInRows(After(p, turns))
  decreases |turns|
{
  if turns != [] {
    CardsStayInRows(p, turns[0]);
    ReachedInRows(Apply(p, turns[0]), turns[1..]);
  }
}

// Theorem: so it is in every position of a game.
lemma GameInRows(p: Position, box: Box, turns: seq<Turn>)
  requires IsSetup(p, box) && LegalTurns(p, turns)
  ensures CardsInRows(After(p, turns))
{
  assert CardsInRows(p);
  ReachedInRows(p, turns);
}
