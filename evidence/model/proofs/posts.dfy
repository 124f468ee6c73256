// Trading posts: what the powers give, and which posts a seat has.
include "visits.dfy"

// One card more meets at most one post that was not met before.
lemma OneCardMeetsOnePost(cards: Tokens, color: Color, one: Post, other: Post)
  requires !PostMet(cards, one) && PostMet(Plus(cards, One(color)), one)
  requires !PostMet(cards, other) && PostMet(Plus(cards, One(color)), other)
  ensures one == other
{
  match color
  case Diamond =>
  case Sapphire =>
  case Emerald =>
  case Ruby =>
  case Onyx =>
}

// Without Orient and Strongholds a turn brings one card or none.
lemma GainsOfBase(p: Position, t: Turn)
  requires stronghold_present(p, t) && !p.modules.strongholds
  ensures t.conquest.Nothing? && |Gains(t)| <= 1
  ensures Gains(t) == [] ==> Counts(Gains(t)) == None()
  ensures Gains(t) != [] ==> Counts(Gains(t)) == CountOf(Gains(t)[0])
{
  if t.action.Purchase? {
    assert Gains(t) == [Plain(t.action.card)] && Gains(t)[..0] == [];
    assert Counts(Gains(t)) == Plus(Counts([]), CountOf(Gains(t)[0]));
  } else {
    assert Gains(t) == [];
  }
}

// At most one more card meets at most one new post.
lemma GainMeetsOnePost(cards: Tokens, gains: seq<Played>, one: Post, other: Post)
  requires |gains| <= 1
  requires gains == [] ==> Counts(gains) == None()
  requires gains != [] ==> Counts(gains) == CountOf(gains[0])
  requires !PostMet(cards, one) && PostMet(Plus(cards, Counts(gains)), one)
  requires !PostMet(cards, other) && PostMet(Plus(cards, Counts(gains)), other)
  ensures one == other
{
  assert Plus(cards, None()) == cards;
  if gains != [] && gains[0].color.Just? {
    OneCardMeetsOnePost(cards, gains[0].color.value, one, other);
  }
}

// A post that a seat does not have is not met before the turn.
lemma MissingIsUnmet(p: Position, post: Post)
  requires Seated(p) && posts_met(p) && p.modules.trading_posts
  requires !p.modules.orient && !p.modules.strongholds && post !in Mover(p).posts
  ensures !PostMet(Counts(Mover(p).bought), post)
{
}

// Theorem: without Orient and Strongholds a turn meets at most one new post.
lemma TurnMeetsOnePost(p: Position, t: Turn, one: Post, other: Post)
  requires Seated(p) && Legal(p, t) && p.modules.trading_posts && posts_met(p)
  requires !p.modules.orient && !p.modules.strongholds
  requires PostMet(CountsAfter(p, t), one) && one !in Mover(p).posts
  requires PostMet(CountsAfter(p, t), other) && other !in Mover(p).posts
  ensures one == other
{
  BonusesGrow(p, t);
  GainsOfBase(p, t);
  MissingIsUnmet(p, one);
  MissingIsUnmet(p, other);
  GainMeetsOnePost(Counts(Mover(p).bought), Gains(t), one, other);
}

// More cards still meet a post.
lemma PostStaysMet(few: Tokens, many: Tokens, post: Post)
  requires Covers(many, few) && PostMet(few, post)
  ensures PostMet(many, post)
{
}

lemma CountsGrowOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures Covers(CountsAfter(p, t), Counts(Mover(p).bought))
{
  BonusesGrow(p, t);
}

// A turn brings the post that it newly meets.
lemma NewPostComes(p: Position, t: Turn, post: Post)
  requires Seated(p) && Legal(p, t) && p.modules.trading_posts && posts_met(p)
  requires !p.modules.orient && !p.modules.strongholds
  requires PostMet(CountsAfter(p, t), post) && post !in Mover(p).posts
  ensures post in t.posts
{
  var other :| other in t.posts;
  TurnMeetsOnePost(p, t, post, other);
}

// Without Orient and Strongholds the mover has exactly the posts whose demand its cards meet.
lemma MoverHasMetPosts(p: Position, t: Turn, post: Post)
  requires Seated(p) && Legal(p, t) && posts_met(p) && p.modules.trading_posts
  requires !p.modules.orient && !p.modules.strongholds
  ensures post in Mover(p).posts + t.posts <==> PostMet(CountsAfter(p, t), post)
{
  CountsGrowOnly(p, t);
  if post in Mover(p).posts {
    PostStaysMet(Counts(Mover(p).bought), CountsAfter(p, t), post);
  } else if PostMet(CountsAfter(p, t), post) {
    NewPostComes(p, t, post);
  }
}

// Theorem: after each legal turn a seat has exactly the posts whose demand its cards meet; with
// Orient and Strongholds it can have others, but none without The Trading Posts.
lemma PostsStayMet(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && posts_met(p)
  ensures |Apply(p, t).seats| == |p.seats| && posts_met(Apply(p, t))
{
  var q := Apply(p, t);
  EndingOfTurn(p, t);
  forall i, post | 0 <= i < |p.seats|
    ensures post in q.seats[i].posts ==> q.modules.trading_posts
    ensures q.modules.trading_posts && !q.modules.orient && !q.modules.strongholds ==>
      (post in q.seats[i].posts <==> PostMet(Counts(q.seats[i].bought), post))
  {
    if i != p.next {
      assert q.seats[i] == p.seats[i];
    } else if p.modules.trading_posts && !p.modules.orient && !p.modules.strongholds {
      MoverHasMetPosts(p, t, post);
    }
  }
}

// Theorem: a legal turn takes no post away, and brings at most one.
lemma OnePostATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).seats[p.next].posts == Mover(p).posts + t.posts && |t.posts| <= 1
{
  EndingOfTurn(p, t);
}

// Theorem: the power of a post gives at most one gem, never gold, and only to a seat that has the
// post before its turn.
lemma GemByPostOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.effects.gem != None()
  ensures Total(t.effects.gem) == 1 && t.effects.gem.gold == 0
  ensures (GemAfterPurchase in Mover(p).posts && t.action.Purchase?) ||
    (ThirdGem in Mover(p).posts && t.action.Take? && IsPair(t.action.taken))
{
}

// Theorem: a third gem is of another color than the pair.
lemma ThirdGemIsAnother(p: Position, t: Turn, color: Color)
  requires Seated(p) && Legal(p, t) && t.action.Take? && Count(t.action.taken, color) > 0
  ensures t.effects.gem != None() ==> Count(t.effects.gem, color) == 0
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
  requires Seated(p) && Legal(p, t) && t.action.Purchase? && p.rulings.powers.Mandatory?
  requires GemAfterPurchase in Mover(p).posts && Gems(Plus(p.supply, t.action.pay.tokens)) > 0
  ensures Total(t.effects.gem) == 1
{
}

// Theorem: without the module no seat has a post, a gem of one, or a second drawn card.
lemma NoPostsWithoutModule(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.trading_posts
  ensures t.posts == {} && t.effects.gem == None()
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

// Theorem: a seat draws two cards only with the post `draw-two` and from a deck of two or more.
lemma TwoCardsByPostOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.ReserveDeck? && !t.action.draw.OneCard?
  ensures DrawTwo in Mover(p).posts && |RowAt(p, t.action.deck).deck| >= 2
{
}

// Theorem: the power of a post gives a gem after a conquest, too, under the same conditions.
lemma GemOfConquestByPostOnly(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.conquest.Just? && t.conquest.value.effects.gem != None()
  ensures GemAfterPurchase in Mover(p).posts && p.modules.trading_posts
  ensures Total(t.conquest.value.effects.gem) == 1 && t.conquest.value.effects.gem.gold == 0
{
  BeforeConquestFollows(p, t);
}
