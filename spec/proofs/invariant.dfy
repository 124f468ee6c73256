// The invariants of a position.
include "../rules/apply.dfy"

function SeatTokens(seats: seq<Seat>): Tokens
{
  if seats == [] then None()
  else Plus(SeatTokens(seats[..|seats| - 1]), seats[|seats| - 1].tokens)
}

function AllTokens(p: Position): Tokens { Plus(p.supply, SeatTokens(p.seats)) }

function SeatCards(seats: seq<Seat>): multiset<Card>
{
  if seats == [] then multiset{}
  else SeatCards(seats[..|seats| - 1]) + CardsOf(seats[|seats| - 1])
}

function CardsOf(seat: Seat): multiset<Card> { seat.hand + multiset(seat.bought) }

function RowCards(row: Row): multiset<Card> { multiset(row.deck) + row.market }

function AllCards(p: Position): multiset<Card>
{
  RowCards(p.first) + RowCards(p.second) + RowCards(p.third) + SeatCards(p.seats)
}

function SeatNobles(seats: seq<Seat>): multiset<Noble>
{
  if seats == [] then multiset{}
  else SeatNobles(seats[..|seats| - 1]) + multiset(seats[|seats| - 1].nobles)
}

function AllNobles(p: Position): multiset<Noble> { p.nobles + SeatNobles(p.seats) }

// Four cards lie open while the deck lasts.
predicate RowFull(row: Row) { |row.market| <= 4 && (row.deck != [] ==> |row.market| == 4) }

predicate MarketFull(p: Position) { RowFull(p.first) && RowFull(p.second) && RowFull(p.third) }

predicate TenAtMost(p: Position)
{
  forall i :: 0 <= i < |p.seats| ==> Total(p.seats[i].tokens) <= 10
}

predicate ThreeInHand(p: Position)
{
  forall i :: 0 <= i < |p.seats| ==> |p.seats[i].hand| <= 3
}

predicate OnePlaceACard(p: Position)
{
  forall card :: card in AllCards(p) ==> AllCards(p)[card] == 1
}

predicate OnePlaceANoble(p: Position)
{
  forall noble :: noble in AllNobles(p) ==> AllNobles(p)[noble] == 1
}

predicate Valid(p: Position)
{
  Seated(p) && MarketFull(p) && TenAtMost(p) && ThreeInHand(p) && OnePlaceACard(p) &&
  OnePlaceANoble(p)
}
