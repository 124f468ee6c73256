// The invariants of a position, named after their ids in the book.
include "../rules/apply.dfy"
include "../rules/setup.dfy"

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

function CardsOf(seat: Seat): multiset<Card> { seat.hand + PlayedCards(seat.bought) }

// The cards on the table, those of the seats, and those that left the game.
function AllCards(p: Position): multiset<Card> { TableCards(p) + SeatCards(p.seats) + p.gone }

function SeatNobles(seats: seq<Seat>): multiset<Noble>
{
  if seats == [] then multiset{}
  else SeatNobles(seats[..|seats| - 1]) + multiset(seats[|seats| - 1].nobles)
}

function AllNobles(p: Position): multiset<Noble> { p.nobles + SeatNobles(p.seats) }

// A level shows its full width of cards while the deck lasts.
predicate RowFull(row: Row, width: nat)
{
  |row.market| <= width && (row.deck != [] ==> |row.market| == width)
}

predicate market_full(p: Position)
{
  forall level :: RowFull(RowAt(p, level), Width(level))
}

// Under the ruling `return` = `up-to` a seat may keep more tokens.
predicate ten_at_most(p: Position)
{
  p.rulings.returning.UpTo? || forall i :: 0 <= i < |p.seats| ==> Total(p.seats[i].tokens) <= 10
}

predicate three_in_hand(p: Position)
{
  forall i :: 0 <= i < |p.seats| ==> |p.seats[i].hand| <= 3
}

predicate cards_in_one_place(p: Position)
{
  forall card :: card in AllCards(p) ==> AllCards(p)[card] == 1
}

predicate nobles_in_one_place(p: Position)
{
  forall noble :: noble in AllNobles(p) ==> AllNobles(p)[noble] == 1
}

// Without Orient and Strongholds a seat has exactly the posts whose demand its cards meet.
predicate posts_met(p: Position)
{
  forall i, post :: 0 <= i < |p.seats| ==>
    (post in p.seats[i].posts ==> p.modules.trading_posts) &&
    (p.modules.trading_posts && !p.modules.orient && !p.modules.strongholds ==>
      (post in p.seats[i].posts <==> PostMet(Counts(p.seats[i].bought), post)))
}

// In the last round only seats that had their turn in this round call for the end.
predicate end_called(p: Position)
{
  p.rulings.end_time.AfterRound? && p.next > 0 ==>
    forall i :: p.next <= i < |p.seats| ==> !CallsEnd(p, p.seats[i])
}

// The invariants of the book that speak of one position; `Seated` is `mover-seated`.
predicate Valid(p: Position)
{
  Seated(p) && market_full(p) && ten_at_most(p) && three_in_hand(p) && cards_in_one_place(p) &&
  nobles_in_one_place(p) && posts_met(p) && end_called(p)
}
