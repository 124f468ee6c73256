// A position with full information, and a turn.
include "parts.dfy"
include "rulings.dfy"

// The first card of the deck is its top.
datatype Row = Row(deck: seq<Card>, market: multiset<Card>)

datatype Seat = Seat(
  tokens: Tokens, hand: multiset<Card>, bought: seq<Card>, nobles: seq<Noble>, posts: set<Post>)

// Whether each module is in play.
datatype Modules = Modules(cities: bool, trading_posts: bool)

// Without the module The Cities there are no `cities`, and with it there are no `nobles`.
// `passes` counts the passes in a row that lead to a stalemate.
datatype Position = Position(
  supply: Tokens, first: Row, second: Row, third: Row, nobles: multiset<Noble>,
  cities: set<City>, seats: seq<Seat>, next: nat, passes: nat, modules: Modules, rulings: Rulings)

datatype Place = Market(level: Level) | Hand

// How many cards a seat draws from a deck: one, or two of which it keeps the first or the second.
datatype Draw = OneCard | KeepFirst | KeepSecond

datatype Action =
  | Take(taken: Tokens)
  | ReserveMarket(from: Level, face: Card)
  | ReserveDeck(deck: Level, draw: Draw)
  | Purchase(card: Card, place: Place, pay: Tokens)
  | Pass

// `gem` is what the power of a post gives.
datatype Turn = Turn(
  seat: nat, action: Action, gem: Tokens, returned: Tokens, nobles: seq<Noble>, posts: set<Post>)

function RowAt(p: Position, level: Level): Row
{
  match level
  case First => p.first
  case Second => p.second
  case Third => p.third
}

function WithRow(p: Position, level: Level, row: Row): Position
{
  match level
  case First => p.(first := row)
  case Second => p.(second := row)
  case Third => p.(third := row)
}

predicate Seated(p: Position) { 2 <= |p.seats| <= 4 && p.next < |p.seats| }

// The seat whose turn it is.
function Mover(p: Position): Seat requires Seated(p) { p.seats[p.next] }

function WithMover(p: Position, seat: Seat): Position
  requires Seated(p)
{
  p.(seats := p.seats[p.next := seat])
}

function Bonuses(cards: seq<Card>): Tokens
{
  if cards == [] then None()
  else Plus(Bonuses(cards[..|cards| - 1]), One(cards[|cards| - 1].color))
}

function CardPrestige(cards: seq<Card>): nat
{
  if cards == [] then 0
  else CardPrestige(cards[..|cards| - 1]) + cards[|cards| - 1].prestige
}

function NoblePrestige(nobles: seq<Noble>): nat
{
  if nobles == [] then 0
  else NoblePrestige(nobles[..|nobles| - 1]) + nobles[|nobles| - 1].prestige
}

function post_point_per_post(posts: set<Post>): nat { if PointPerPost in posts then |posts| else 0 }

function Prestige(seat: Seat): nat
{
  CardPrestige(seat.bought) + NoblePrestige(seat.nobles) + post_point_per_post(seat.posts)
}
