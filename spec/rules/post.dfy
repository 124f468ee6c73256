// Trading posts: the powers after an action, and gaining a post at the end of a turn.
include "noble.dfy"

function Demand(post: Post): Tokens
{
  match post
  case GemAfterPurchase => Tokens(1, 0, 0, 3, 0, 0)
  case ThirdGem => Tokens(2, 0, 0, 0, 0, 0)
  case DoubleGold => Tokens(0, 3, 0, 0, 1, 0)
  case DrawTwo => Tokens(0, 0, 0, 0, 3, 0)
  case PointPerPost => Tokens(0, 0, 5, 0, 0, 0)
}

predicate PostMet(bonuses: Tokens, post: Post) { Covers(bonuses, Demand(post)) }

predicate post_present(p: Position, t: Turn)
{
  !p.modules.trading_posts ==>
    t.gem == None() && t.posts == {} && (t.action.ReserveDeck? ==> t.action.draw.OneCard?)
}

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

predicate GemFollowsPurchase(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Purchase? && GemAfterPurchase in Mover(p).posts
}

predicate GemFollowsPair(p: Position, t: Turn)
  requires Seated(p)
{
  t.action.Take? && IsPair(t.action.taken) && ThirdGem in Mover(p).posts
}

predicate post_gem(p: Position, t: Turn)
  requires Seated(p)
{
  t.gem != None() ==> GemFollowsPurchase(p, t) || GemFollowsPair(p, t)
}

// The gem is one of those offered. Nothing is taken if none is offered, or if the seat may decline.
predicate OneOf(ruling: Powers, offered: Tokens, gem: Tokens)
{
  if gem == None() then ruling.Optional? || Gems(offered) == 0
  else Total(gem) == 1 && gem.gold == 0 && Covers(offered, gem)
}

// The payment is in the supply already.
predicate post_gem_after_purchase(p: Position, t: Turn)
  requires Seated(p)
{
  GemFollowsPurchase(p, t) ==> OneOf(p.rulings.powers, Done(p, t.action).supply, t.gem)
}

// The gems of a supply of other colors than those of a pair.
function OtherColors(supply: Tokens, pair: Tokens): Tokens
{
  Tokens(
    if pair.diamond > 0 then 0 else supply.diamond, if pair.sapphire > 0 then 0 else supply.sapphire,
    if pair.emerald > 0 then 0 else supply.emerald, if pair.ruby > 0 then 0 else supply.ruby,
    if pair.onyx > 0 then 0 else supply.onyx, 0)
}

predicate post_third_gem(p: Position, t: Turn)
  requires Seated(p)
{
  GemFollowsPair(p, t) ==>
    OneOf(p.rulings.powers, OtherColors(p.supply, t.action.taken), t.gem)
}

predicate post_one(p: Position, t: Turn) { |t.posts| <= 1 }

predicate post_earned(p: Position, t: Turn)
  requires Seated(p)
{
  forall post :: post in t.posts ==> PostMet(BonusesAfter(p, t), post)
}

predicate post_once(p: Position, t: Turn)
  requires Seated(p)
{
  forall post :: post in t.posts ==> post !in Mover(p).posts
}

predicate post_mandatory(p: Position, t: Turn)
  requires Seated(p)
{
  p.modules.trading_posts && t.posts == {} ==>
    forall post :: PostMet(BonusesAfter(p, t), post) ==> post in Mover(p).posts
}

function Gained(p: Position, posts: set<Post>): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p, seat.(posts := seat.posts + posts))
}
