// A game starts from a valid position, so every game from a setup is bounded.
include "bound.dfy"

predicate AllEmpty(seats: seq<Seat>)
{
  seats == [] || (seats[|seats| - 1] == EmptySeat() && AllEmpty(seats[..|seats| - 1]))
}

lemma SeatsAreEmpty(p: Position)
  requires 2 <= |p.seats| <= 4 && Unplayed(p)
  ensures AllEmpty(p.seats)
{
  var n := |p.seats|;
  assert AllEmpty(p.seats[..0]);
  assert p.seats[..1][..0] == p.seats[..0] && AllEmpty(p.seats[..1]);
  assert p.seats[..2][..1] == p.seats[..1] && AllEmpty(p.seats[..2]);
  if n >= 3 {
    assert p.seats[..3][..2] == p.seats[..2] && AllEmpty(p.seats[..3]);
  }
  if n == 4 {
    assert p.seats[..4][..3] == p.seats[..3] && AllEmpty(p.seats[..4]);
  }
  assert p.seats[..n] == p.seats;
}

lemma EmptySeatsHoldNoToken(seats: seq<Seat>)
  requires AllEmpty(seats)
  ensures SeatTokens(seats) == None()
{
}

lemma EmptySeatsHoldNoCard(seats: seq<Seat>)
  requires AllEmpty(seats)
  ensures SeatCards(seats) == multiset{} && Hands(seats) == 0
{
}

lemma EmptySeatsHoldNoNoble(seats: seq<Seat>)
  requires AllEmpty(seats)
  ensures SeatNobles(seats) == multiset{}
{
}

// The cards of a game: those of the base game, and with Orient those of the module.
function CardsOfGame(p: Position, box: Box): set<Card>
{
  if p.modules.orient then box.cards + box.orient_cards else box.cards
}

// The cards of a setup are those of the game, each in one place.
lemma SetupHasCards(p: Position, box: Box)
  requires IsSetup(p, box) && box.cards !! box.orient_cards
  ensures AllCards(p) == multiset(CardsOfGame(p, box)) && cards_in_one_place(p)
{
  SeatsAreEmpty(p);
  EmptySeatsHoldNoCard(p.seats);
  assert AllCards(p) == TableCards(p);
  if p.modules.orient {
    assert multiset(box.cards + box.orient_cards) ==
      multiset(box.cards) + multiset(box.orient_cards);
  } else {
    assert TableCards(p) == BaseCards(p);
  }
}

lemma SetupHasNobles(p: Position, box: Box)
  requires IsSetup(p, box)
  ensures nobles_in_one_place(p)
{
  SeatsAreEmpty(p);
  EmptySeatsHoldNoNoble(p.seats);
  assert AllNobles(p) == p.nobles;
}

lemma SetupHasFullMarket(p: Position, box: Box)
  requires IsSetup(p, box)
  ensures market_full(p)
{
  forall level: Level
    ensures RowFull(RowAt(p, level), Width(level))
  {
    if IsOrient(level) && !p.modules.orient {
      assert RowCards(RowAt(p, level)) <= OrientCards(p);
      assert |RowCards(RowAt(p, level))| == 0;
    }
  }
}

lemma NothingMeetsNoPost(post: Post)
  ensures !PostMet(None(), post)
{
}

lemma SetupHasNoPosts(p: Position, box: Box)
  requires IsSetup(p, box)
  ensures posts_met(p)
{
  forall i, post | 0 <= i < |p.seats|
    ensures post !in p.seats[i].posts && !PostMet(Counts(p.seats[i].bought), post)
  {
    NothingMeetsNoPost(post);
  }
}

// Theorem: a setup satisfies the invariants.
lemma SetupIsValid(p: Position, box: Box)
  requires IsSetup(p, box) && box.cards !! box.orient_cards
  ensures Valid(p)
{
  SetupHasCards(p, box);
  SetupHasNobles(p, box);
  SetupHasFullMarket(p, box);
  SetupHasNoPosts(p, box);
}

// Theorem: every position that legal turns reach from a setup is valid, and has the cards of the
// game.
lemma GameIsValid(p: Position, box: Box, turns: seq<Turn>)
  requires IsSetup(p, box) && box.cards !! box.orient_cards && LegalTurns(p, turns)
  ensures Valid(After(p, turns)) && AllCards(After(p, turns)) == multiset(CardsOfGame(p, box))
{
  SetupIsValid(p, box);
  SetupHasCards(p, box);
  ReachedIsValid(p, turns);
  ReachedHasTheSameBox(p, turns);
}

// The tokens of a setup: 25, 30 or 40.
lemma SupplyOfSetup(seats: nat, all: Tokens)
  requires all == Plus(SetupSupply(seats), None())
  ensures seats == 2 ==> Total(all) == 25
  ensures seats == 3 ==> Total(all) == 30
  ensures seats == 4 ==> Total(all) == 40
{
}

lemma TokensOfSetup(p: Position)
  requires 2 <= |p.seats| <= 4 && Unplayed(p)
  ensures AllTokens(p) == Plus(SetupSupply(|p.seats|), None())
{
  SeatsAreEmpty(p);
  EmptySeatsHoldNoToken(p.seats);
}

// Theorem: three seats have 30 tokens and four have 40, as many as they may keep; two have 25.
lemma SetupHasFewTokens(p: Position, all: Tokens)
  requires 2 <= |p.seats| <= 4 && Unplayed(p) && all == AllTokens(p)
  ensures Total(all) == if |p.seats| == 2 then 25 else 10 * |p.seats|
{
  assert all == Plus(SetupSupply(|p.seats|), None()) by { TokensOfSetup(p); }
  SupplyOfSetup(|p.seats|, all);
}

lemma TableOfSetup(p: Position, box: Box)
  requires IsSetup(p, box) && box.cards !! box.orient_cards
  ensures TableSize(p) == |CardsOfGame(p, box)| && Hands(p.seats) == 0
{
  SeatsAreEmpty(p);
  EmptySeatsHoldNoCard(p.seats);
  SetupHasCards(p, box);
  assert AllCards(p) == TableCards(p);
}

// The most turns of a game with the cards of the published boxes.
function TurnsAtMost(seats: nat, orient: bool, posts: bool): nat
{
  if seats == 3 then
    if orient then if posts then 25219 else 23764 else if posts then 19399 else 17944
  else
    if orient then if posts then 44953 else 41573 else if posts then 34813 else 31433
}

lemma BoxBoundsTurns(seats: nat, cards: nat, orient: bool, posts: bool)
  requires 3 <= seats <= 4 && cards <= if orient then 120 else 90
  ensures MostTurns(seats, LeftAtFirst(seats, cards, posts)) <= TurnsAtMost(seats, orient, posts)
{
}

lemma CardsOfBox(p: Position, box: Box)
  requires |box.cards| <= 90 && |box.orient_cards| <= 30
  ensures |CardsOfGame(p, box)| <= if p.modules.orient then 120 else 90
{
}

// Theorem 4 of the book: a game of three seats has at most 17 944 turns, and one of four at most
// 31 433; with Orient 23 764 and 41 573. If passes can bring posts, 19 399 and 34 813; with Orient
// 25 219 and 44 953.
lemma GameFromSetupIsBounded(p: Position, box: Box, turns: seq<Turn>)
  requires IsSetup(p, box) && box.cards !! box.orient_cards && |p.seats| >= 3
  requires |box.cards| <= 90 && |box.orient_cards| <= 30
  requires NoDelay(p.rulings) && LegalTurns(p, turns)
  ensures |turns| <= TurnsAtMost(|p.seats|, p.modules.orient, PassBringsPost(p))
{
  SetupIsValid(p, box);
  SetupHasFewTokens(p, AllTokens(p));
  TableOfSetup(p, box);
  CardsBoundTurns(p, turns);
  CardsOfBox(p, box);
  BoxBoundsTurns(|p.seats|, TableSize(p), p.modules.orient, PassBringsPost(p));
}
