// The powers of trading posts.
include "reserve.dfy"
include "stronghold.dfy"

// Whether the seat draws two cards, if it reserves from the deck of a level.
predicate CanDrawTwo(p: Position, level: Level)
  requires Seated(p)
{
  DrawTwo in Mover(p).posts && |RowAt(p, level).deck| >= 2
}

predicate post_draw_two(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.ReserveDeck? ==>
    if CanDrawTwo(p, t.action.deck) then p.rulings.powers.Optional? || !t.action.draw.OneCard?
    else t.action.draw.OneCard?
}

// The gem is one of those offered. Nothing is taken if none is offered, or if the seat may decline.
predicate OneOf(ruling: Powers, offered: Tokens, gem: Tokens)
{
  if gem == None() then ruling.Optional? || Gems(offered) == 0
  else Total(gem) == 1 && gem.gold == 0 && Covers(offered, gem)
}

// The payment is in the supply already.
predicate post_gem_after_purchase(p: Position, b: Buy)
  requires Seated(p)
{
  GemAfterPurchase in Mover(p).posts ==>
    OneOf(p.rulings.powers, Plus(p.supply, b.pay.tokens), b.effects.gem)
}

predicate GemFollowsPair(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Take? && IsPair(t.action.taken) && ThirdGem in Mover(p).posts
}

// The gems of a supply of other colors than those of a pair.
function OtherColors(supply: Tokens, pair: Tokens): Tokens
{
  Tokens(
    if pair.diamond > 0 then 0 else supply.diamond,
    if pair.sapphire > 0 then 0 else supply.sapphire,
    if pair.emerald > 0 then 0 else supply.emerald, if pair.ruby > 0 then 0 else supply.ruby,
    if pair.onyx > 0 then 0 else supply.onyx, 0)
}

predicate post_third_gem(p: Position, t: Turn)
  requires Seated(p)
{
  GemFollowsPair(p, t) ==>
    OneOf(p.rulings.powers, OtherColors(p.supply, t.action.taken), t.effects.gem)
}

// A gem comes only by the power of a post, after a purchase or after a pair.
predicate post_gem(p: Position, t: Turn)
  requires Seated(p)
{
  t.effects.gem != None() ==>
    GemFollowsPair(p, t) || (t.action.Purchase? && GemAfterPurchase in Mover(p).posts)
}

predicate post_gem_of_conquest(p: Position, c: Conquest)
  requires Seated(p)
{
  c.effects.gem != None() ==> GemAfterPurchase in Mover(p).posts
}
