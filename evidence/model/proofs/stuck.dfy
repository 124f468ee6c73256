// A legal turn exists in every unfinished position, and it is a pass only if the mover is stuck.
include "actions.dfy"
include "duty.dfy"

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

// Whether some nobles may come to a seat with some cards, at the end of a turn in which nobles come
// if `due`.
predicate NoblesFit(p: Position, cards: Tokens, due: bool, nobles: seq<Noble>)
{
  multiset(nobles) <= p.nobles &&
  (forall noble :: noble in nobles ==> Meets(cards, noble)) &&
  (nobles != [] ==> due) && (!p.rulings.noble_choice.AllMet? ==> |nobles| <= 1) &&
  (p.rulings.noble_choice.FirstListed? && nobles != [] ==>
    forall noble :: noble in p.nobles && Meets(cards, noble) ==> nobles[0].id <= noble.id) &&
  (p.rulings.noble_choice.AllMet? && nobles != [] ==>
    forall noble :: noble in p.nobles && Meets(cards, noble) ==> noble in nobles) &&
  (due && nobles == [] ==> forall noble :: noble in p.nobles ==> !Meets(cards, noble))
}

// Under each ruling some nobles, or none, may come at the end of a turn.
lemma Visitors(p: Position, cards: Tokens, due: bool) returns (nobles: seq<Noble>)
  ensures NoblesFit(p, cards, due, nobles)
{
  nobles := [];
  if due && exists noble :: noble in p.nobles && Meets(cards, noble) {
    if p.rulings.noble_choice.AllMet? {
      nobles := EveryMet(p.nobles, cards);
    } else {
      var noble := FirstMet(p.nobles, cards);
      nobles := [noble];
      assert multiset(nobles) == multiset{noble};
    }
  }
}

// Then the clauses on nobles hold.
lemma FittingNobles(p: Position, t: Turn)
  requires Seated(p) && NoblesFit(p, CountsAfter(p, t), NobleTurn(p, t), t.nobles)
  ensures noble_present(p, t) && noble_earned(p, t) && noble_time(p, t) && noble_one(p, t)
  ensures noble_choice(p, t) && noble_mandatory(p, t)
{
}

// A turn of nothing but an action.
function Bare(p: Position, action: Action): Turn
{
  Turn(p.next, action, NoEffects(), Nothing, None(), [], {})
}

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

// Whether some posts may be gained with some cards.
predicate PostsFit(p: Position, cards: Tokens, posts: set<Post>)
  requires Seated(p)
{
  |posts| <= 1 && (forall post :: post in posts ==> PostMet(cards, post)) &&
  (forall post :: post in posts ==> post !in Mover(p).posts) &&
  (p.modules.trading_posts && posts == {} ==>
    forall post :: PostMet(cards, post) ==> post in Mover(p).posts) &&
  (!p.modules.trading_posts ==> posts == {})
}

// At the end of each turn some post is gained, or none.
lemma NewPosts(p: Position, cards: Tokens) returns (posts: set<Post>)
  requires Seated(p)
  ensures PostsFit(p, cards, posts)
{
  posts := {};
  if p.modules.trading_posts {
    if post :| PostMet(cards, post) && post !in Mover(p).posts {
      posts := {post};
    }
  }
}

// Then the clauses on posts hold.
lemma FittingPosts(p: Position, t: Turn)
  requires Seated(p) && PostsFit(p, CountsAfter(p, t), t.posts)
  ensures post_one(p, t) && post_earned(p, t) && post_once(p, t) && post_mandatory(p, t)
{
}

// Two turns that differ only at their ends.
predicate SameStart(t: Turn, u: Turn)
{
  u.seat == t.seat && u.action == t.action && u.effects == t.effects && u.conquest == t.conquest
}

// The action and the conquest do not depend on the end of the turn.
lemma BeforeDecides(p: Position, t: Turn, u: Turn)
  requires Seated(p) && SameStart(t, u)
  ensures Done(p, u) == Done(p, t) && BeforeConquest(p, u) == BeforeConquest(p, t)
{
  if t.action.Purchase? {
    assert FirstBuy(u) == FirstBuy(t);
  }
  assert Done(p, u) == Done(p, t);
  assert RefillsFirst(p, u) == RefillsFirst(p, t);
}

lemma ConqueredDecides(p: Position, t: Turn, u: Turn)
  requires Seated(p) && SameStart(t, u)
  ensures Conquered(p, u) == Conquered(p, t)
{
  if t.conquest.Just? {
    assert SecondBuy(u) == SecondBuy(t);
  }
}

lemma ActedDecides(p: Position, t: Turn, u: Turn)
  requires Seated(p) && SameStart(t, u)
  ensures Acted(p, u) == Acted(p, t)
{
  BeforeDecides(p, t, u);
  ConqueredDecides(BeforeConquest(p, t), t, u);
}

lemma ActionDecides(p: Position, t: Turn, u: Turn)
  requires Seated(p) && SameStart(t, u) && LegalAction(p, t)
  ensures LegalAction(p, u)
{
  if t.action.Purchase? {
    assert FirstBuy(u) == FirstBuy(t);
  }
}

lemma PowersDecide(p: Position, t: Turn, u: Turn)
  requires Seated(p) && SameStart(t, u) && LegalPowers(p, t)
  requires !p.modules.trading_posts ==> u.posts == {}
  ensures LegalPowers(p, u)
{
}

// The end of a turn is legal if its parts fit.
lemma EndingFits(p: Position, t: Turn)
  requires Seated(p) && !(Reserves(t) && Forbidden(p))
  requires t.returned == FirstTokens(Held(p, t), Less(Total(Held(p, t)), 10))
  requires NoblesFit(p, CountsAfter(p, t), NobleTurn(p, t), t.nobles)
  requires PostsFit(p, CountsAfter(p, t), t.posts)
  ensures LegalEnding(p, t)
{
  ExcessLeavesTen(Held(p, t));
  FittingNobles(p, t);
  FittingPosts(p, t);
}

// A legal action with its effects can be completed to a legal turn.
lemma Complete(p: Position, t: Turn) returns (u: Turn)
  requires Seated(p) && !Ended(p) && t.seat == p.next && t.conquest.Nothing?
  requires LegalAction(p, t) && LegalPowers(p, t) && !(Reserves(t) && Forbidden(p))
  ensures Legal(p, u) && u.action == t.action
{
  var held, cards := Held(p, t), CountsAfter(p, t);
  var nobles := Visitors(p, cards, NobleTurn(p, t));
  var posts := NewPosts(p, cards);
  var returned := FirstTokens(held, Less(Total(held), 10));
  u := Turn(t.seat, t.action, t.effects, t.conquest, returned, nobles, posts);
  ActedDecides(p, t, u);
  assert Held(p, u) == held && CountsAfter(p, u) == cards;
  assert NobleTurn(p, u) == NobleTurn(p, t) && Reserves(u) == Reserves(t);
  EndingFits(p, u);
  ActionDecides(p, t, u);
  PowersDecide(p, t, u);
  assert LegalConquest(p, u);
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
  var gem := None();
  if GemFollowsPair(p, Bare(p, Take(gems))) {
    gem := OneGemOf(p.rulings.powers, OtherColors(p.supply, gems));
  }
  t := Bare(p, Take(gems)).(effects := NoEffects().(gem := gem));
  t := Complete(p, t);
}

// With fewer than three cards in hand, a seat can reserve any card that is left and not blocked.
lemma CanReserveReserves(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanReserve(p)
  requires !p.modules.orient ==> OrientCards(p) == multiset{}
  ensures Legal(p, t) && Reserves(t)
{
  var level :| CardAt(p, level);
  if RowAt(p, level).deck != [] {
    if IsOrient(level) {
      assert RowAt(p, level).deck[0] in OrientCards(p);
    }
    var draw := if CanDrawTwo(p, level) then KeepFirst else OneCard;
    t := Complete(p, Bare(p, ReserveDeck(level, draw)));
  } else {
    var card :| card in RowAt(p, level).market && !RivalOn(p, card);
    t := Complete(p, Bare(p, ReserveMarket(level, card)));
  }
}

// A game without Orient has its cards nowhere.
predicate WithoutOrient(p: Position)
  requires Seated(p)
{
  !p.modules.orient && OrientCards(p) == multiset{} && VirtualCards(Mover(p).bought) == 0 &&
  (forall card :: card in Mover(p).hand ==> Ordinary(card)) &&
  forall level, card :: card in RowAt(p, level).market ==> Ordinary(card)
}

// Without Orient a card that passes the test of a purchase can be bought.
lemma CanBuyBuys(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && CanBuy(p)
  requires WithoutOrient(p) && StrongholdsFit(p)
  ensures Legal(p, t) && t.action.Purchase?
{
  var place: Place, card: Card;
  if level, some :| some in RowAt(p, level).market && !RivalOn(p, some) &&
    Affordable(Mover(p), some)
  {
    place, card := Market(level), some;
  } else {
    place := Hand;
    card :| card in Mover(p).hand && Affordable(Mover(p), card);
    HandIsFree(p, card);
  }
  t := BuyingTurn(p, place, card);
  t := Complete(p, t);
}

// The purchase of such a card with as many gems as possible, and the step that it needs.
lemma OrdinaryBuy(p: Position, place: Place, card: Card) returns (b: Buy)
  requires Seated(p) && VirtualCards(Mover(p).bought) == 0 && StrongholdsFit(p)
  requires Within(p, place, card) && Ordinary(card) && Affordable(Mover(p), card)
  requires !RivalOn(p, card)
  ensures LegalBuy(p, b) && !UsesOrient(b.pay, b.effects)
  ensures !p.modules.strongholds ==> b.effects.step == NoStep
  ensures b.effects.gem != None() ==> GemAfterPurchase in Mover(p).posts
{
  var pay := CardsLast(p.rulings, Mover(p), card);
  GemsFirstPays(p.rulings, Mover(p), card);
  VirtualAreOwned(Mover(p).bought);
  var gem := None();
  if GemAfterPurchase in Mover(p).posts {
    gem := OneGemOf(p.rulings.powers, Plus(p.supply, pay.tokens));
  }
  b := DutyStep(p, Buy(card, place, pay, NoEffects().(gem := gem)));
  PaymentFits(p, b);
  OrdinaryFits(p, b);
}

// A turn that buys such a card.
lemma BuyingTurn(p: Position, place: Place, card: Card) returns (t: Turn)
  requires Seated(p) && posts_met(p) && WithoutOrient(p) && StrongholdsFit(p)
  requires Within(p, place, card) && Ordinary(card) && Affordable(Mover(p), card)
  requires !RivalOn(p, card)
  ensures t.action.Purchase? && t.seat == p.next
  ensures t.conquest.Nothing? && t.posts == {}
  ensures LegalAction(p, t) && LegalPowers(p, t)
{
  var b := OrdinaryBuy(p, place, card);
  t := Bare(p, Purchase(b.card, b.place, b.pay)).(effects := b.effects);
  assert FirstBuy(t) == b;
}

// Theorem: every unfinished position has a legal turn, unless the mover is stuck and the ruling
// `pass` forbids a pass; it is a pass only if the mover is stuck. A seat that can only buy needs a
// game without Orient.
lemma LegalTurnExists(p: Position) returns (t: Turn)
  requires Seated(p) && !Ended(p) && posts_met(p) && !(Stuck(p) && p.rulings.pass.Never?)
  requires !p.modules.orient ==> OrientCards(p) == multiset{}
  requires CanTake(p) || CanReserve(p) || Stuck(p) ||
    (WithoutOrient(p) && StrongholdsFit(p))
  ensures Legal(p, t) && (t.action.Pass? <==> Stuck(p))
{
  if CanTake(p) {
    t := CanTakeTakes(p);
  } else if CanReserve(p) {
    t := CanReserveReserves(p);
  } else if CanBuy(p) {
    t := CanBuyBuys(p);
  } else {
    t := Complete(p, Bare(p, Pass));
  }
}

// A card that is bought without Orient passes the test of a purchase.
lemma BoughtIsAffordable(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && !UsesOrient(b.pay, b.effects)
  ensures Affordable(Mover(p), b.card) && !RivalOn(p, b.card)
{
  var price := Price(Mover(p), b.card);
  MoreTokensLeaveLess(Mover(p), price, b.pay.tokens, Mover(p).tokens);
}

// A stuck seat has no action.
lemma StuckCannotAct(p: Position, t: Turn)
  requires Seated(p) && Stuck(p) && Legal(p, t) && (p.modules.orient ==> !t.action.Purchase?)
  ensures t.action.Pass? && !p.rulings.pass.Never?
{
  if t.action.Take? {
    TakesAreOfThreeKinds(p, t);
    StackOfPair(p.supply, t.action.taken);
  } else if t.action.Purchase? {
    BoughtIsAffordable(p, FirstBuy(t));
    match t.action.place {
      case Market(level) => assert t.action.card in RowAt(p, level).market;
      case Hand => assert t.action.card in Mover(p).hand;
    }
  } else if t.action.ReserveMarket? {
    assert OpenAt(p, t.action.from);
    assert CardAt(p, t.action.from);
  } else if t.action.ReserveDeck? {
    assert CardAt(p, t.action.deck);
  }
}

// Theorem 1 of the book, without Orient: a seat is stuck exactly if all its legal turns are passes,
// and by default only then it may pass.
lemma StuckIfOnlyPasses(p: Position)
  requires Seated(p) && !Ended(p) && posts_met(p) && WithoutOrient(p) && StrongholdsFit(p)
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
