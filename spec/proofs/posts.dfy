// Trading posts: a turn meets at most one new post, and a seat has exactly the posts that it meets.
include "visits.dfy"

// One card more meets at most one post that was not met before.
lemma OneCardMeetsOnePost(bonuses: Tokens, color: Color, one: Post, other: Post)
  requires !PostMet(bonuses, one) && PostMet(Plus(bonuses, One(color)), one)
  requires !PostMet(bonuses, other) && PostMet(Plus(bonuses, One(color)), other)
  ensures one == other
{
  match color
  case Diamond =>
  case Sapphire =>
  case Emerald =>
  case Ruby =>
  case Onyx =>
}

// Theorem: a turn meets at most one new post.
lemma TurnMeetsOnePost(p: Position, t: Turn, one: Post, other: Post)
  requires Seated(p) && Legal(p, t) && p.modules.trading_posts && posts_met(p)
  requires PostMet(BonusesAfter(p, t), one) && one !in Mover(p).posts
  requires PostMet(BonusesAfter(p, t), other) && other !in Mover(p).posts
  ensures one == other
{
  BonusesGrow(p, t);
  assert !PostMet(Bonuses(Mover(p).bought), one) && !PostMet(Bonuses(Mover(p).bought), other);
  OneCardMeetsOnePost(Bonuses(Mover(p).bought), t.action.card.color, one, other);
}

// More bonuses still meet a post.
lemma PostStaysMet(few: Tokens, many: Tokens, post: Post)
  requires Covers(many, few) && PostMet(few, post)
  ensures PostMet(many, post)
{
}

lemma BonusesGrowOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Covers(BonusesAfter(p, t), Bonuses(Mover(p).bought))
{
  BonusesGrow(p, t);
}

// A turn brings every post that it newly meets.
lemma NewPostComes(p: Position, t: Turn, post: Post)
  requires Seated(p) && Legal(p, t) && p.modules.trading_posts && posts_met(p)
  requires PostMet(BonusesAfter(p, t), post) && post !in Mover(p).posts
  ensures post in t.posts
{
  var other :| other in t.posts;
  TurnMeetsOnePost(p, t, post, other);
}

// After a legal turn the mover has exactly the posts whose demand its cards meet.
lemma MoverHasMetPosts(p: Position, t: Turn, post: Post)
  requires Seated(p) && Legal(p, t) && posts_met(p)
  ensures post in Mover(p).posts + t.posts <==>
    p.modules.trading_posts && PostMet(BonusesAfter(p, t), post)
{
  BonusesGrowOnly(p, t);
  if post in Mover(p).posts {
    PostStaysMet(Bonuses(Mover(p).bought), BonusesAfter(p, t), post);
  } else if p.modules.trading_posts && PostMet(BonusesAfter(p, t), post) {
    NewPostComes(p, t, post);
  }
}

// Theorem: after each legal turn a seat has exactly the posts whose demand its cards meet.
lemma PostsStayMet(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && posts_met(p)
  ensures |Apply(p, t).seats| == |p.seats| && posts_met(Apply(p, t))
{
  var q := Apply(p, t);
  EndingKeepsBonuses(p, t);
  CitiesStay(p, t);
  forall i, post | 0 <= i < |p.seats|
    ensures post in q.seats[i].posts <==>
      q.modules.trading_posts && PostMet(Bonuses(q.seats[i].bought), post)
  {
    if i == p.next {
      MoverHasMetPosts(p, t, post);
    } else {
      OnlyTheMover(p, t, i);
    }
  }
}

// Theorem: a legal turn takes no post away, and brings at most one.
lemma OnePostATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).seats[p.next].posts == Mover(p).posts + t.posts && |t.posts| <= 1
{
  EndingKeepsBonuses(p, t);
}

// Theorem: the power of a post gives at most one gem, never gold, and only to a seat that has the
// post before its turn.
lemma GemByPostOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.gem != None()
  ensures Total(t.gem) == 1 && t.gem.gold == 0
  ensures (GemAfterPurchase in Mover(p).posts && t.action.Purchase?) ||
    (ThirdGem in Mover(p).posts && t.action.Take? && IsPair(t.action.taken))
{
}

// Theorem: a third gem is of another color than the pair.
lemma ThirdGemIsAnother(p: Position, t: Turn, color: Color)
  requires Seated(p) && Legal(p, t) && t.action.Take? && Count(t.action.taken, color) > 0
  ensures t.gem != None() ==> Count(t.gem, color) == 0
{
  match color
  case Diamond =>
  case Sapphire =>
  case Emerald =>
  case Ruby =>
  case Onyx =>
}

// Theorem: a seat that must use its power takes a gem after a purchase while the supply has one.
lemma GemAfterPurchaseComes(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && GemFollowsPurchase(p, t) && p.rulings.powers.Mandatory?
  requires Gems(Done(p, t.action).supply) > 0
  ensures Total(t.gem) == 1
{
}

// Theorem: without the module no seat has a post, a gem of one, or a second drawn card.
lemma NoPostsWithoutModule(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.trading_posts
  ensures t.posts == {} && t.gem == None()
  ensures t.action.ReserveDeck? ==> t.action.draw.OneCard?
{
}

// Theorem: a seat with the post `draw-two` keeps one of two cards, if the deck has two and it must
// use its power; the other one is the last card of the deck then.
lemma SecondCardGoesUnder(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.ReserveDeck? && p.rulings.powers.Mandatory?
  requires DrawTwo in Mover(p).posts && |RowAt(p, t.action.deck).deck| >= 2
  ensures var deck := RowAt(p, t.action.deck).deck;
    var left := DeckAfter(deck, t.action.draw);
    |left| == |deck| - 1 &&
    multiset{Drawn(deck, t.action.draw), left[|left| - 1]} == multiset{deck[0], deck[1]}
{
}
