// The market: cards that leave it, and the refill.
include "position.dfy"

predicate FaceUp(p: Position, card: Card) { card in RowAt(p, card.level).market }

// Without a card, however often it is there.
function WithoutCard(cards: multiset<Card>, card: Card): multiset<Card>
{
  if card in cards then WithoutCard(cards - multiset{card}, card) else cards
}

// All strongholds on a card return to the stocks of their seats.
function Cleared(strongholds: seq<multiset<Card>>, card: Card): seq<multiset<Card>>
  ensures |Cleared(strongholds, card)| == |strongholds|
{
  if strongholds == [] then []
  else
    var last := |strongholds| - 1;
    Cleared(strongholds[..last], card) + [WithoutCard(strongholds[last], card)]
}

// A card leaves the market, and the strongholds on it return.
function Lifted(p: Position, level: Level, card: Card): Position
{
  var row := RowAt(p, level);
  WithRow(p.(strongholds := Cleared(p.strongholds, card)), level,
    row.(market := row.market - multiset{card}))
}

// How many cards of a level are face up.
function Width(level: Level): nat { if IsOrient(level) then 2 else 4 }

// The top cards of the deck fill the empty places of the market.
function market_refill(row: Row, width: nat): Row
  decreases |row.deck|
{
  if row.deck == [] || |row.market| >= width then row
  else market_refill(Row(row.deck[1..], row.market + multiset{row.deck[0]}), width)
}

function RefilledAt(p: Position, level: Level): Position
{
  WithRow(p, level, market_refill(RowAt(p, level), Width(level)))
}

function Refilled(p: Position): Position
  ensures Seated(p) ==> Seated(Refilled(p)) && Refilled(p).next == p.next
{
  var base := RefilledAt(RefilledAt(RefilledAt(p, First), Second), Third);
  RefilledAt(RefilledAt(RefilledAt(base, OrientFirst), OrientSecond), OrientThird)
}
