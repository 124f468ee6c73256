// The parts of the game: tokens, cards and nobles.

datatype Color = Diamond | Sapphire | Emerald | Ruby | Onyx

// So many tokens of each kind. Costs, demands and bonuses have no gold.
datatype Tokens = Tokens(
  diamond: nat, sapphire: nat, emerald: nat, ruby: nat, onyx: nat, gold: nat)

// A value, or none.
datatype Maybe<T> = Nothing | Just(value: T)

// The levels of the base game, and those of Orient: each has a deck and a row of the market.
datatype Level = First | Second | Third | OrientFirst | OrientSecond | OrientThird

// What an Orient card can do: it counts as two bonuses, brings a free card, pays as two gold, takes
// the color of another card, or does that and brings a free card.
datatype Power = NoPower | DoubleBonus | BringsFree | VirtualGold | Copies | CopiesAndBringsFree

// A card of virtual gold and a copy card have no color of their own. `discard` is the color of the
// two cards that some Orient cards cost in place of gems.
datatype Card = Card(
  id: nat, level: Level, color: Maybe<Color>, prestige: nat, cost: Tokens, power: Power,
  discard: Maybe<Color>)

predicate IsOrient(level: Level) { level.OrientFirst? || level.OrientSecond? || level.OrientThird? }

predicate IsCopyCard(card: Card) { card.power.Copies? || card.power.CopiesAndBringsFree? }

// A card in front of a seat, with the color that it counts as. A double card brings two bonuses.
datatype Played = Played(card: Card, color: Maybe<Color>, double: bool)

// The ids follow the list of nobles in the setup.
datatype Noble = Noble(id: nat, demand: Tokens, prestige: nat)

// A face of a city tile. `further` is the number of further cards, all of one color.
datatype City = City(tile: nat, prestige: nat, demand: Tokens, further: nat)

// A trading post, named by its power.
datatype Post = GemAfterPurchase | ThirdGem | DoubleGold | DrawTwo | PointPerPost

function None(): Tokens { Tokens(0, 0, 0, 0, 0, 0) }

function OneGold(): Tokens { Tokens(0, 0, 0, 0, 0, 1) }

function One(color: Color): Tokens
{
  match color
  case Diamond => Tokens(1, 0, 0, 0, 0, 0)
  case Sapphire => Tokens(0, 1, 0, 0, 0, 0)
  case Emerald => Tokens(0, 0, 1, 0, 0, 0)
  case Ruby => Tokens(0, 0, 0, 1, 0, 0)
  case Onyx => Tokens(0, 0, 0, 0, 1, 0)
}

function Count(a: Tokens, color: Color): nat
{
  match color
  case Diamond => a.diamond
  case Sapphire => a.sapphire
  case Emerald => a.emerald
  case Ruby => a.ruby
  case Onyx => a.onyx
}

function Least(a: nat, b: nat): nat { if a < b then a else b }

function Less(a: nat, b: nat): nat { if a < b then 0 else a - b }

function Plus(a: Tokens, b: Tokens): Tokens
{
  Tokens(a.diamond + b.diamond, a.sapphire + b.sapphire, a.emerald + b.emerald,
    a.ruby + b.ruby, a.onyx + b.onyx, a.gold + b.gold)
}

// What is left of `a` without `b`, kind by kind and never below zero.
function Minus(a: Tokens, b: Tokens): Tokens
{
  Tokens(Less(a.diamond, b.diamond), Less(a.sapphire, b.sapphire), Less(a.emerald, b.emerald),
    Less(a.ruby, b.ruby), Less(a.onyx, b.onyx), Less(a.gold, b.gold))
}

predicate Covers(a: Tokens, b: Tokens)
{
  a.diamond >= b.diamond && a.sapphire >= b.sapphire && a.emerald >= b.emerald &&
  a.ruby >= b.ruby && a.onyx >= b.onyx && a.gold >= b.gold
}

function Gems(a: Tokens): nat { a.diamond + a.sapphire + a.emerald + a.ruby + a.onyx }

function Total(a: Tokens): nat { Gems(a) + a.gold }

function Some(count: nat): nat { Least(count, 1) }

// One token of each kind that `a` has, without gold.
function EachColor(a: Tokens): Tokens
{
  Tokens(Some(a.diamond), Some(a.sapphire), Some(a.emerald), Some(a.ruby), Some(a.onyx), 0)
}

function Colors(a: Tokens): nat { Gems(EachColor(a)) }
