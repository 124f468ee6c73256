// Reserving a card.
include "market.dfy"

predicate Reserves(t: Turn) { t.action.ReserveMarket? || t.action.ReserveDeck? }

predicate reserve_hand_limit(p: Position, t: Turn)
  requires Seated(p)
{
  Reserves(t) ==> |Mover(p).hand| < 3
}

predicate reserve_face_up(p: Position, t: Turn)
{
  t.action.ReserveMarket? ==> t.action.face in RowAt(p, t.action.from).market
}

predicate reserve_deck(p: Position, t: Turn)
{
  t.action.ReserveDeck? ==> RowAt(p, t.action.deck).deck != []
}

predicate HasTen(seat: Seat) { Total(seat.tokens) >= 10 }

// Under the ruling `gold-at-ten` = `withheld` a seat with ten tokens gets no gold.
predicate Withheld(p: Position)
  requires Seated(p)
{
  p.rulings.gold_at_ten.GoldWithheld? && HasTen(Mover(p))
}

// Under the ruling `gold-at-ten` = `forbidden` a seat with ten tokens reserves only if no gold
// comes.
predicate Forbidden(p: Position)
  requires Seated(p)
{
  p.rulings.gold_at_ten.GoldForbidden? && HasTen(Mover(p)) && p.supply.gold > 0
}

// The gold that a reservation brings.
function reserve_gold(p: Position): Tokens
  requires Seated(p)
{
  if p.supply.gold > 0 && !Withheld(p) then OneGold() else None()
}

function IntoHand(p: Position, card: Card): Position
  requires Seated(p)
{
  var seat := Mover(p);
  var gold := reserve_gold(p);
  WithMover(p.(supply := Minus(p.supply, gold)),
    seat.(tokens := Plus(seat.tokens, gold), hand := seat.hand + multiset{card}))
}

// The place of the card is refilled later.
function ReservedMarket(p: Position, level: Level, card: Card): Position
  requires Seated(p)
{
  IntoHand(Lifted(p, level, card), card)
}

// The card that a seat keeps.
function Drawn(deck: seq<Card>, draw: Draw): Card
  requires deck != []
{
  if draw.KeepSecond? && |deck| >= 2 then deck[1] else deck[0]
}

// The deck after the draw: of two cards, the other one goes under it.
function DeckAfter(deck: seq<Card>, draw: Draw): seq<Card>
  requires deck != []
{
  if draw.OneCard? || |deck| == 1 then deck[1..]
  else deck[2..] + [if draw.KeepFirst? then deck[1] else deck[0]]
}

function ReservedDeck(p: Position, level: Level, draw: Draw): Position
  requires Seated(p)
{
  var row := RowAt(p, level);
  if row.deck == [] then p
  else IntoHand(WithRow(p, level, row.(deck := DeckAfter(row.deck, draw))), Drawn(row.deck, draw))
}
