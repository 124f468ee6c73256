// A legal turn exists in every unfinished position, and it is a pass only if the mover is stuck.
include "actions.dfy"
include "payment.dfy"

// The first `count` of some tokens, in the order of their kinds.
function FirstTokens(a: Tokens, count: nat): Tokens
{
  var d := Least(a.diamond, count);
  var s := Least(a.sapphire, count - d);
  var e := Least(a.emerald, count - d - s);
  var r := Least(a.ruby, count - d - s - e);
  var o := Least(a.onyx, count - d - s - e - r);
  Tokens(d, s, e, r, o, Least(a.gold, count - d - s - e - r - o))
}

// If there are enough tokens, the first so many can be returned.
lemma FirstTokensAreSoMany(a: Tokens, count: nat)
  requires count <= Total(a)
  ensures Covers(a, FirstTokens(a, count)) && Total(FirstTokens(a, count)) == count
{
}

// What is left after the return of the excess is ten tokens or fewer.
lemma ExcessLeavesTen(held: Tokens)
  ensures Covers(held, FirstTokens(held, Less(Total(held), 10)))
  ensures Total(FirstTokens(held, Less(Total(held), 10))) <= Less(Total(held), 10)
  ensures Total(Minus(held, FirstTokens(held, Less(Total(held), 10)))) <= 10
{
  FirstTokensAreSoMany(held, Less(Total(held), 10));
}

// Whether an action is legal does not depend on the end of the turn.
lemma ActionDecides(p: Position, t: Turn, u: Turn)
  requires Seated(p) && LegalAction(p, t) && u.action == t.action
  ensures LegalAction(p, u)
{
}

// Of some nobles, the one that the setup lists first of those whose demand is met.
lemma FirstMet(nobles: multiset<Noble>, bonuses: Tokens) returns (first: Noble)
  requires exists noble :: noble in nobles && Meets(bonuses, noble)
  ensures first in nobles && Meets(bonuses, first)
  ensures forall noble :: noble in nobles && Meets(bonuses, noble) ==> first.id <= noble.id
  decreases |nobles|
{
  first :| first in nobles && Meets(bonuses, first);
  var others := nobles - multiset{first};
  if exists noble :: noble in others && Meets(bonuses, noble) {
    var other := FirstMet(others, bonuses);
    first := if other.id < first.id then other else first;
  }
}

// All nobles whose demand is met, in some order.
lemma EveryMet(nobles: multiset<Noble>, bonuses: Tokens) returns (met: seq<Noble>)
  ensures multiset(met) <= nobles
  ensures forall noble :: noble in met ==> Meets(bonuses, noble)
  ensures forall noble :: noble in nobles && Meets(bonuses, noble) ==> noble in met
  decreases |nobles|
{
  met := [];
  if noble :| noble in nobles && Meets(bonuses, noble) {
    var others := EveryMet(nobles - multiset{noble}, bonuses);
    met := others + [noble];
  }
}

// Under each ruling some nobles, or none, may come at the end of a turn.
lemma Visitors(p: Position, t: Turn) returns (nobles: seq<Noble>)
  requires Seated(p)
  ensures var u := t.(nobles := nobles);
    noble_present(p, u) && noble_earned(p, u) && noble_time(p, u) && noble_one(p, u) &&
    noble_choice(p, u) && noble_mandatory(p, u)
{
  var bonuses := BonusesAfter(p, t);
  nobles := [];
  if NobleTurn(p, t) && exists noble :: noble in p.nobles && Meets(bonuses, noble) {
    if p.rulings.noble_choice.AllMet? {
      nobles := EveryMet(p.nobles, bonuses);
    } else {
      var noble := FirstMet(p.nobles, bonuses);
      nobles := [noble];
    }
  }
}

// A turn of nothing but an action.
function Bare(p: Position, action: Action): Turn { Turn(p.next, action, None(), None(), [], {}) }

// One gem of those that a power offers, or none if it offers none.
lemma OneGemOf(ruling: Powers, offered: Tokens) returns (gem: Tokens)
  ensures OneOf(ruling, offered, gem)
{
  gem := None();
  if Gems(offered) > 0 {
    FirstTokensAreSoMany(offered.(gold := 0), 1);
    gem := FirstTokens(offered.(gold := 0), 1);
  }
}

// After each action the power of a post has a gem, or none, that it may give.
lemma GemOfPost(p: Position, t: Turn) returns (gem: Tokens)
  requires Seated(p) && posts_met(p)
  ensures var u := t.(gem := gem);
    post_gem(p, u) && post_gem_after_purchase(p, u) && post_third_gem(p, u) &&
    (!p.modules.trading_posts ==> gem == None())
{
  gem := None();
  if GemFollowsPurchase(p, t) {
    gem := OneGemOf(p.rulings.powers, Done(p, t.action).supply);
  } else if GemFollowsPair(p, t) {
    gem := OneGemOf(p.rulings.powers, OtherColors(p.supply, t.action.taken));
  }
}

// At the end of each turn some post is gained, or none.
lemma NewPosts(p: Position, t: Turn) returns (posts: set<Post>)
  requires Seated(p)
  ensures var u := t.(posts := posts);
    post_one(p, u) && post_earned(p, u) && post_once(p, u) && post_mandatory(p, u) &&
    (!p.modules.trading_posts ==> posts == {})
{
  posts := {};
  if p.modules.trading_posts {
    if post :| PostMet(BonusesAfter(p, t), post) && post !in Mover(p).posts {
      posts := {post};
    }
  }
}

// A legal action can be completed to a legal turn.
lemma Complete(p: Position, action: Action) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && LegalAction(p, Bare(p, action))
  requires post_double_gold(p, Bare(p, action)) && post_draw_two(p, Bare(p, action))
  requires !(Reserves(Bare(p, action)) && Forbidden(p))
  ensures Legal(p, t) && t.action == action
{
  t := Bare(p, action);
  var gem := GemOfPost(p, t);
  t := t.(gem := gem);
  var held := Held(p, t);
  ExcessLeavesTen(held);
  t := t.(returned := FirstTokens(held, Less(Total(held), 10)));
  var nobles := Visitors(p, t);
  t := t.(nobles := nobles);
  var posts := NewPosts(p, t);
  t := t.(posts := posts);
  ActionDecides(p, Bare(p, action), t);
}

// Gems of different colors are no pair.
lemma DifferentIsNoPair(gems: Tokens)
  requires AtMostOneEach(gems)
  ensures !IsPair(gems)
{
  forall color
    ensures gems != Plus(One(color), One(color))
  {
    match color
    case Diamond =>
    case Sapphire =>
    case Emerald =>
    case Ruby =>
    case Onyx =>
  }
}

// Three gems of different colors, or one of each color if there are fewer colors.
function UpToThree(supply: Tokens): Tokens
{
  FirstTokens(EachColor(supply), Least(3, Colors(supply)))
}

lemma PairOfColor(color: Color)
  ensures IsPair(Plus(One(color), One(color))) && !AtMostOneEach(Plus(One(color), One(color)))
  ensures Total(Plus(One(color), One(color))) == 2 && Plus(One(color), One(color)).gold == 0
{
  match color
  case Diamond =>
  case Sapphire =>
  case Emerald =>
  case Ruby =>
  case Onyx =>
}

// While the supply has enough gems, a seat can take some.
lemma CanTakeTakes(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanTake(p)
  ensures Legal(p, t) && t.action.Take?
{
  var gems := UpToThree(p.supply);
  FirstTokensAreSoMany(EachColor(p.supply), Least(3, Colors(p.supply)));
  DifferentIsNoPair(gems);
  if p.rulings.fewer.Never? && Colors(p.supply) < 3 {
    var color :| Count(p.supply, color) >= 4;
    gems := Plus(One(color), One(color));
    PairOfColor(color);
  }
  t := Complete(p, Take(gems));
}

// With fewer than three cards in hand, a seat can reserve any card that is left.
lemma CanReserveReserves(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanReserve(p)
  ensures Legal(p, t) && Reserves(t)
{
  var level :| CardIn(RowAt(p, level));
  if RowAt(p, level).deck != [] {
    var draw := if CanDrawTwo(p, level) then KeepFirst else OneCard;
    t := Complete(p, ReserveDeck(level, draw));
  } else {
    var card :| card in RowAt(p, level).market;
    t := Complete(p, ReserveMarket(level, card));
  }
}

// A card that passes the test of a purchase can be bought.
lemma CanBuyBuys(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanBuy(p)
  ensures Legal(p, t) && t.action.Purchase?
{
  var place: Place, card: Card;
  if level, some :| some in RowAt(p, level).market && Affordable(Mover(p), some) {
    place, card := Market(level), some;
  } else {
    place := Hand;
    card :| card in Mover(p).hand && Affordable(Mover(p), card);
  }
  var pay := GemsFirst(p.rulings, Mover(p), Price(Mover(p), card));
  GemsFirstPays(p.rulings, Mover(p), card);
  t := Complete(p, Purchase(card, place, pay));
}

// Theorem: every unfinished position has a legal turn, unless the mover is stuck and the ruling
// `pass` forbids a pass; it is a pass only if the mover is stuck.
lemma LegalTurnExists(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && !(Stuck(p) && p.rulings.pass.Never?)
  ensures Legal(p, t) && (t.action.Pass? <==> Stuck(p))
{
  if CanTake(p) {
    t := CanTakeTakes(p);
  } else if CanReserve(p) {
    t := CanReserveReserves(p);
  } else if CanBuy(p) {
    t := CanBuyBuys(p);
  } else {
    t := Complete(p, Pass);
  }
}

// A stuck seat has no action.
lemma StuckCannotAct(p: Position, t: Turn)
  requires Seated(p) && Stuck(p) && Legal(p, t)
  ensures t.action.Pass? && !p.rulings.pass.Never?
{
  if t.action.Take? {
    TakesAreOfThreeKinds(p, t);
    StackOfPair(p.supply, t.action.taken);
  } else if t.action.Purchase? {
    var price := Price(Mover(p), t.action.card);
    MoreTokensLeaveLess(Mover(p), price, t.action.pay, Mover(p).tokens);
    match t.action.place {
      case Market(level) => assert t.action.card in RowAt(p, level).market;
      case Hand => assert t.action.card in Mover(p).hand;
    }
  }
}

// Theorem 1 of the book: a seat is stuck exactly if all its legal turns are passes, and by default
// only then it may pass.
lemma StuckIfOnlyPasses(p: Position)
  requires Seated(p) && !Ended(p) && posts_met(p)
  ensures Stuck(p) <==> forall t :: Legal(p, t) ==> t.action.Pass?
  ensures p.rulings.pass.WhenStuck? ==> (Stuck(p) <==> exists t :: Legal(p, t) && t.action.Pass?)
  ensures p.rulings.pass.Never? ==> (Stuck(p) <==> forall t :: !Legal(p, t))
{
  if !(Stuck(p) && p.rulings.pass.Never?) {
    var t := LegalTurnExists(p);
  }
  forall t | Stuck(p) && Legal(p, t)
    ensures t.action.Pass? && !p.rulings.pass.Never?
  {
    StuckCannotAct(p, t);
  }
}
