// The market.
include "position.dfy"

// The top card of the deck takes the place of a card that leaves the market.
function market_refill(row: Row, card: Card): Row
{
  var left := row.market - multiset{card};
  if row.deck == [] then row.(market := left)
  else Row(row.deck[1..], left + multiset{row.deck[0]})
}
