// A position with full information, and a turn.
include "parts.dfy"
include "rulings.dfy"

// The first card of the deck is its top.
datatype Row = Row(deck: seq<Card>, market: multiset<Card>)

// `purchases` counts the cards that the seat bought, also those that it gave up since then.
datatype Seat = Seat(
  tokens: Tokens, hand: multiset<Card>, bought: seq<Played>, nobles: seq<Noble>, posts: set<Post>,
  purchases: nat)

// Whether each module is in play.
datatype Modules = Modules(cities: bool, trading_posts: bool, orient: bool, strongholds: bool)

// Without the module The Cities there are no `cities`, and with it there are no `nobles`.
// `strongholds` are the cards on which those of each seat stand, once for each stronghold; `gone`
// are the cards that left the game. `passes` counts the passes in a row that lead to a stalemate.
datatype Position = Position(
  supply: Tokens, first: Row, second: Row, third: Row,
  orient_first: Row, orient_second: Row, orient_third: Row, nobles: multiset<Noble>,
  cities: set<City>, seats: seq<Seat>, strongholds: seq<multiset<Card>>, gone: multiset<Card>,
  next: nat, passes: nat, modules: Modules, rulings: Rulings)

datatype Place = Market(level: Level) | Hand

// How many cards a seat draws from a deck: one, or two of which it keeps the first or the second.
datatype Draw = OneCard | KeepFirst | KeepSecond

// The tokens that a purchase costs, the cards of virtual gold, and the cards given up as the price.
datatype Payment = Payment(tokens: Tokens, spent: seq<Card>, discarded: seq<Card>)

datatype Action =
  | Take(taken: Tokens)
  | ReserveMarket(from: Level, face: Card)
  | ReserveDeck(deck: Level, draw: Draw)
  | Purchase(card: Card, place: Place, pay: Payment)
  | Pass

// The card whose color a copy card takes.
datatype Copy = NoCopy | CopyOf(source: Card)

// A card that comes without payment, by the power of the card before it.
datatype FreeCard = FreeCard(card: Card, copy: Copy)

// A step with a stronghold.
datatype Step =
  | NoStep
  | PlaceOn(to: Card)
  | MoveOn(left: Card, to: Card)
  | RemoveFrom(off: Card, owner: nat)

// What follows an action: the copied color, the free cards, the gem of a post, and the step.
datatype Effects = Effects(copy: Copy, free_cards: seq<FreeCard>, gem: Tokens, step: Step)

// A second purchase in a turn: of a card on which all strongholds of the seat stand.
datatype Conquest = Conquest(card: Card, pay: Payment, effects: Effects)

datatype Turn = Turn(
  seat: nat, action: Action, effects: Effects, conquest: Maybe<Conquest>, returned: Tokens,
  nobles: seq<Noble>, posts: set<Post>)

// A purchase with what follows it, by the action or by the conquest of a turn.
datatype Buy = Buy(card: Card, place: Place, pay: Payment, effects: Effects)

function NoEffects(): Effects { Effects(NoCopy, [], None(), NoStep) }

function Tokened(tokens: Tokens): Payment { Payment(tokens, [], []) }

function RowAt(p: Position, level: Level): Row
{
  match level
  case First => p.first
  case Second => p.second
  case Third => p.third
  case OrientFirst => p.orient_first
  case OrientSecond => p.orient_second
  case OrientThird => p.orient_third
}

function WithRow(p: Position, level: Level, row: Row): Position
{
  match level
  case First => p.(first := row)
  case Second => p.(second := row)
  case Third => p.(third := row)
  case OrientFirst => p.(orient_first := row)
  case OrientSecond => p.(orient_second := row)
  case OrientThird => p.(orient_third := row)
}

predicate Seated(p: Position)
{
  2 <= |p.seats| <= 4 && p.next < |p.seats| && |p.strongholds| == |p.seats|
}

// The seat whose turn it is.
function Mover(p: Position): Seat requires Seated(p) { p.seats[p.next] }

function WithMover(p: Position, seat: Seat): Position
  requires Seated(p)
{
  p.(seats := p.seats[p.next := seat])
}

// A card without a color counts for nothing.
function CountOf(played: Played): Tokens
{
  match played.color
  case Nothing => None()
  case Just(color) => One(color)
}

function BonusOf(played: Played): Tokens
{
  if played.double then Plus(CountOf(played), CountOf(played)) else CountOf(played)
}

// The cards of each color, each as one: for nobles, posts, cities and discards.
function Counts(cards: seq<Played>): Tokens
{
  if cards == [] then None()
  else Plus(Counts(cards[..|cards| - 1]), CountOf(cards[|cards| - 1]))
}

// The bonuses in a price.
function Bonuses(cards: seq<Played>): Tokens
{
  if cards == [] then None()
  else Plus(Bonuses(cards[..|cards| - 1]), BonusOf(cards[|cards| - 1]))
}

function CardPrestige(cards: seq<Played>): nat
{
  if cards == [] then 0
  else CardPrestige(cards[..|cards| - 1]) + cards[|cards| - 1].card.prestige
}

function NoblePrestige(nobles: seq<Noble>): nat
{
  if nobles == [] then 0
  else NoblePrestige(nobles[..|nobles| - 1]) + nobles[|nobles| - 1].prestige
}

function post_point_per_post(posts: set<Post>): nat { if PointPerPost in posts then |posts| else 0 }

function score_sum(seat: Seat): nat
{
  CardPrestige(seat.bought) + NoblePrestige(seat.nobles) + post_point_per_post(seat.posts)
}

function Prestige(seat: Seat): nat { score_sum(seat) }

// The cards in front of a seat.
function PlayedCards(cards: seq<Played>): multiset<Card>
{
  if cards == [] then multiset{}
  else PlayedCards(cards[..|cards| - 1]) + multiset{cards[|cards| - 1].card}
}
