// Gaining a trading post at the end of a turn.
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

predicate PostMet(cards: Tokens, post: Post) { Covers(cards, Demand(post)) }

// Only with The Trading Posts a post is gained, a gem taken by its power, or a second card drawn.
predicate post_present(p: Position, t: Turn)
{
  !p.modules.trading_posts ==>
    t.posts == {} && t.effects.gem == None() &&
    (t.conquest.Just? ==> t.conquest.value.effects.gem == None()) &&
    (t.action.ReserveDeck? ==> t.action.draw.OneCard?)
}

predicate post_one(p: Position, t: Turn) { |t.posts| <= 1 }

predicate post_earned(p: Position, t: Turn)
  requires Seated(p)
{
  forall post :: post in t.posts ==> PostMet(CountsAfter(p, t), post)
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
    forall post :: PostMet(CountsAfter(p, t), post) ==> post in Mover(p).posts
}

function Gained(p: Position, posts: set<Post>): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p, seat.(posts := seat.posts + posts))
}
