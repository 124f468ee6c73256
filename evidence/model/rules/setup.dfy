// The setup: the positions before the first turn.
include "position.dfy"

// The cards of the base game and of Orient, the nobles of the declared boxes, and the faces of the
// city tiles.
datatype Box = Box(
  cards: set<Card>, orient_cards: set<Card>, nobles: set<Noble>, cities: set<City>)

function RowCards(row: Row): multiset<Card> { multiset(row.deck) + row.market }

function BaseCards(p: Position): multiset<Card>
{
  RowCards(p.first) + RowCards(p.second) + RowCards(p.third)
}

function OrientCards(p: Position): multiset<Card>
{
  RowCards(p.orient_first) + RowCards(p.orient_second) + RowCards(p.orient_third)
}

function TableCards(p: Position): multiset<Card> { BaseCards(p) + OrientCards(p) }

predicate setup_seats(p: Position) { 2 <= |p.seats| <= 4 }

// How many gems of each color the supply has.
function GemsOfEach(seats: nat): nat { if seats == 2 then 4 else if seats == 3 then 5 else 7 }

function SetupSupply(seats: nat): Tokens
{
  var n := GemsOfEach(seats);
  Tokens(n, n, n, n, n, 5)
}

// Each card is in the game exactly once.
predicate setup_cards(p: Position, box: Box) { BaseCards(p) == multiset(box.cards) }

predicate setup_level(p: Position)
{
  forall level, card :: card in RowCards(RowAt(p, level)) && !IsOrient(level) ==>
    card.level == level
}

predicate setup_market(p: Position)
{
  forall level :: !IsOrient(level) ==> |RowAt(p, level).market| == 4
}

// With the module each Orient card is in the row or the deck of its level; without it there are
// none.
predicate orient_cards(p: Position, box: Box)
{
  OrientCards(p) == (if p.modules.orient then multiset(box.orient_cards) else multiset{}) &&
  forall level, card :: card in RowCards(RowAt(p, level)) && IsOrient(level) ==>
    card.level == level
}

predicate orient_market(p: Position)
{
  p.modules.orient ==> forall level :: IsOrient(level) ==> |RowAt(p, level).market| == 2
}

predicate setup_nobles(p: Position)
{
  |p.nobles| == if p.modules.cities then 0 else |p.seats| + 1
}

predicate setup_noble_once(p: Position)
{
  forall noble :: noble in p.nobles ==> p.nobles[noble] == 1
}

predicate setup_noble_box(p: Position, box: Box)
{
  forall noble :: noble in p.nobles ==> noble in box.nobles
}

predicate setup_cities(p: Position, box: Box)
{
  p.cities <= box.cities && |p.cities| == if p.modules.cities then 3 else 0
}

// No two faces are of one tile.
predicate setup_city_tiles(p: Position)
{
  forall one, other :: one in p.cities && other in p.cities && one != other ==>
    one.tile != other.tile
}

function EmptySeat(): Seat { Seat(None(), multiset{}, [], [], {}, 0) }

// Nobody has anything, and seat 0 begins.
predicate Unplayed(p: Position)
{
  p.supply == SetupSupply(|p.seats|) && p.next == 0 && p.passes == 0 && p.gone == multiset{} &&
  |p.strongholds| == |p.seats| && forall i :: 0 <= i < |p.seats| ==>
    p.seats[i] == EmptySeat() && p.strongholds[i] == multiset{}
}

predicate IsSetup(p: Position, box: Box)
{
  setup_seats(p) && setup_cards(p, box) && setup_level(p) && setup_market(p) &&
  orient_cards(p, box) && orient_market(p) && setup_nobles(p) &&
  setup_noble_once(p) && setup_noble_box(p, box) && setup_cities(p, box) && setup_city_tiles(p) &&
  Unplayed(p)
}
