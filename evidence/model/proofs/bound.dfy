// Three and four seats cannot play for ever: theorem 4 of the book, and a bound on the turns.
include "actions.dfy"
include "end.dfy"
include "tokens.dfy"
include "usecards.dfy"
include "valid.dfy"

// The rulings of the theorem.
predicate NoDelay(rulings: Rulings)
{
  rulings.returning.Exact? && !rulings.pass.Always? && rulings.stalemate.Ends?
}

// Three seats play with 30 tokens and four with 40, as many as they may keep.
predicate FewTokens(p: Position)
  requires Seated(p)
{
  NoDelay(p.rulings) && 3 <= |p.seats| <= 4 && Total(AllTokens(p)) <= 10 * |p.seats|
}

function HeldByAll(p: Position): nat { Total(SeatTokens(p.seats)) }

// Whether the seat that acts after `turns` more turns has ten tokens.
predicate FullAfter(p: Position, turns: nat)
  requires Seated(p) && turns < |p.seats|
{
  var i := p.next + turns;
  Total(p.seats[if i < |p.seats| then i else i - |p.seats|].tokens) >= 10
}

// The turns until a seat with fewer than ten tokens acts; three if there is none.
function Wait(p: Position): nat
  requires Seated(p) && |p.seats| >= 3
{
  if !FullAfter(p, 0) then 0 else if !FullAfter(p, 1) then 1 else if !FullAfter(p, 2) then 2 else 3
}

// How many takes can follow at most, or passes if no take is possible.
function TakesLeft(p: Position): nat
  requires Seated(p) && |p.seats| >= 3
{
  if !CanTake(p) then Less(|p.seats|, p.passes)
  else if |p.seats| == 3 then 4 + 3 * Less(30, HeldByAll(p)) + Wait(p)
  else 5 + 4 * Less(40, HeldByAll(p)) + Wait(p)
}

// While the supply has a gem, some seat has fewer than ten tokens.
lemma SomebodyHasRoom(p: Position)
  requires Valid(p) && FewTokens(p) && Gems(p.supply) > 0
  ensures HeldByAll(p) < 10 * |p.seats|
  ensures exists i :: 0 <= i < |p.seats| && Total(p.seats[i].tokens) < 10
{
  assert Total(AllTokens(p)) == Total(p.supply) + HeldByAll(p);
  if forall i :: 0 <= i < |p.seats| ==> Total(p.seats[i].tokens) == 10 {
    TenEachInAll(p.seats);
  }
}

// A seat with room waits no longer than its own turn.
lemma WaitAtMost(p: Position, turns: nat)
  requires Seated(p) && |p.seats| >= 3 && turns < |p.seats| && !FullAfter(p, turns)
  ensures Wait(p) <= turns
  ensures Wait(p) == 3 ==> !FullAfter(p, 3)
{
}

// So its turn comes within a round.
lemma RoomIsNear(p: Position, i: nat)
  requires Seated(p) && |p.seats| >= 3 && i < |p.seats| && Total(p.seats[i].tokens) < 10
  ensures Wait(p) < |p.seats|
  ensures Wait(p) == 3 ==> !FullAfter(p, 3)
{
  var turns := if i < p.next then i + |p.seats| - p.next else i - p.next;
  assert !FullAfter(p, turns);
  WaitAtMost(p, turns);
}

lemma WaitIsShort(p: Position)
  requires Valid(p) && FewTokens(p) && Gems(p.supply) > 0
  ensures Wait(p) < |p.seats|
  ensures Wait(p) == 3 ==> !FullAfter(p, 3)
{
  SomebodyHasRoom(p);
  var i :| 0 <= i < |p.seats| && Total(p.seats[i].tokens) < 10;
  RoomIsNear(p, i);
}

// The tokens of the mover after a take: more than before, or ten as before.
lemma TakeFillsMover(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t) && t.action.Take? && t.conquest.Nothing?
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures FullAfter(p, 0) ==> Total(Apply(p, t).seats[p.next].tokens) == Total(Mover(p).tokens)
  ensures !FullAfter(p, 0) ==> Total(Apply(p, t).seats[p.next].tokens) > Total(Mover(p).tokens)
{
  TokensAfterAction(p, t);
  TokensAfterConquest(p, t);
  EndingOfTurn(p, t);
  assert Total(Held(p, t)) > Total(Mover(p).tokens);
}

// The tokens of all seats grow as those of the mover do.
lemma TakeFillsAll(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t) && t.action.Take? && t.conquest.Nothing?
  ensures Seated(Apply(p, t))
  ensures FullAfter(p, 0) ==> HeldByAll(Apply(p, t)) == HeldByAll(p)
  ensures !FullAfter(p, 0) ==> HeldByAll(Apply(p, t)) > HeldByAll(p)
{
  TakeFillsMover(p, t);
  EndingOfTurn(p, t);
  TokensMoved(p.seats, p.next, Apply(p, t).seats[p.next]);
}

// If the mover has ten tokens, the others wait one turn less after its take.
lemma TakeShortensWait(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t) && t.action.Take? && t.conquest.Nothing?
  requires FullAfter(p, 0)
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures Wait(Apply(p, t)) == Wait(p) - 1
{
  var q := Apply(p, t);
  WaitIsShort(p);
  TakeFillsMover(p, t);
  EndingOfTurn(p, t);
  assert FullAfter(q, 0) == FullAfter(p, 1);
  assert FullAfter(q, 1) == FullAfter(p, 2);
  if |p.seats| == 4 {
    assert FullAfter(q, 2) == FullAfter(p, 3);
  }
}

// A turn keeps the tokens few.
lemma TokensStayFew(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t)
  ensures Valid(Apply(p, t)) && FewTokens(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
{
  ApplyKeepsValid(p, t);
  TokensConserved(p, t);
  EndingOfTurn(p, t);
}

lemma CanTakeNeedsGems(p: Position)
  requires CanTake(p)
  ensures Gems(p.supply) > 0
{
  if p.rulings.fewer.Never? && Colors(p.supply) < 3 {
    var color :| Count(p.supply, color) >= 4;
    assert Gems(p.supply) >= Count(p.supply, color);
  }
}

lemma TakeNeedsGems(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.Take?
  ensures CanTake(p) && Gems(p.supply) > 0
{
  TakesAreOfThreeKinds(p, t);
  StackOfPair(p.supply, t.action.taken);
}

// A take lowers the number of takes that can follow.
lemma TakesRunOut(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t) && t.action.Take? && t.conquest.Nothing?
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures TakesLeft(Apply(p, t)) < TakesLeft(p)
{
  var q := Apply(p, t);
  TakeNeedsGems(p, t);
  TokensStayFew(p, t);
  TakeFillsAll(p, t);
  if FullAfter(p, 0) {
    TakeShortensWait(p, t);
  }
  if CanTake(q) {
    CanTakeNeedsGems(q);
    WaitIsShort(q);
    SomebodyHasRoom(q);
    SomebodyHasRoom(p);
  }
}

// Without Orient and Strongholds no pass brings a post.
lemma PassBringsNoPost(p: Position, t: Turn)
  requires Valid(p) && Legal(p, t) && t.action.Pass? && !PassBringsPost(p)
  ensures t.posts == {}
{
  if p.modules.trading_posts && t.posts != {} {
    var post :| post in t.posts;
    MoverHasMetPosts(p, t, post);
    MissingIsUnmet(p, post);
    RefilledFollows(p);
    RefilledFollows(Refilled(p));
    assert Mover(Acted(p, t)) == Mover(p);
  }
}

// A pass without a noble and a post lowers the number of passes that can follow.
lemma PassesRunOut(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t) && t.action.Pass?
  requires t.nobles == [] && t.posts == {}
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures TakesLeft(Apply(p, t)) < TakesLeft(p)
{
  RefilledFollows(p);
  RefilledFollows(Refilled(p));
  EndingOfTurn(p, t);
  var q := Apply(p, t);
  assert Stuck(p) && t.conquest.Nothing?;
  assert Mover(Acted(p, t)) == Mover(p) && Acted(p, t).supply == p.supply;
  assert Total(t.returned) == 0;
  assert q.supply == p.supply && q.rulings == p.rulings;
  assert !CanTake(q);
  assert q.passes == p.passes + 1;
}

// At most so many takes or passes can follow each other.
lemma TakesLeftAtMost(p: Position)
  requires Valid(p) && FewTokens(p)
  ensures TakesLeft(p) <= if |p.seats| == 3 then 96 else 168
{
  if CanTake(p) {
    CanTakeNeedsGems(p);
    WaitIsShort(p);
  }
}

// How many turns can follow at most.
function TurnsLeft(p: Position): nat
  requires Seated(p) && |p.seats| >= 3
{
  if |p.seats| == 3 then 97 * Left(p) + TakesLeft(p) else 169 * Left(p) + TakesLeft(p)
}

// A card, a noble or a post less outweighs all takes that may follow.
lemma Outweighs(left: nat, takes: nat, left': nat, takes': nat)
  requires left' <= left && (left' < left || takes' < takes)
  ensures takes' <= 96 ==> 97 * left' + takes' < 97 * left + takes
  ensures takes' <= 168 ==> 169 * left' + takes' < 169 * left + takes
{
}

// Every legal turn uses up a card, a noble, a post, a take or a pass.
lemma TurnUsesSomething(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t)
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures Left(Apply(p, t)) <= Left(p)
  ensures Left(Apply(p, t)) < Left(p) || TakesLeft(Apply(p, t)) < TakesLeft(p)
{
  LeftFalls(p, t);
  if UsesCard(t) || t.nobles != [] || (t.posts != {} && PassBringsPost(p)) {
    TokensStayFew(p, t);
  } else if t.action.Take? {
    TakesRunOut(p, t);
  } else {
    if !PassBringsPost(p) {
      PassBringsNoPost(p, t);
    }
    PassesRunOut(p, t);
  }
}

// Theorem: each legal turn of three or four seats lowers the number of turns that can follow.
lemma TurnsRunOut(p: Position, t: Turn)
  requires Valid(p) && FewTokens(p) && Legal(p, t)
  ensures Valid(Apply(p, t)) && FewTokens(Apply(p, t))
  ensures TurnsLeft(Apply(p, t)) < TurnsLeft(p)
{
  var q := Apply(p, t);
  TokensStayFew(p, t);
  TakesLeftAtMost(q);
  TurnUsesSomething(p, t);
  Outweighs(Left(p), TakesLeft(p), Left(q), TakesLeft(q));
}

// So no game of three or four seats has more turns than that.
lemma GameIsBounded(p: Position, turns: seq<Turn>)
  requires Valid(p) && FewTokens(p) && LegalTurns(p, turns)
  ensures |turns| <= TurnsLeft(p)
  decreases |turns|
{
  if turns != [] {
    TurnsRunOut(p, turns[0]);
    GameIsBounded(Apply(p, turns[0]), turns[1..]);
  }
}

// The most turns from so many cards, nobles and posts.
function MostTurns(seats: nat, left: nat): nat
{
  if seats == 3 then 97 * left + 96 else 169 * left + 168
}

lemma TurnsLeftAtMost(p: Position, left: nat)
  requires Valid(p) && FewTokens(p) && Left(p) <= left
  ensures TurnsLeft(p) <= MostTurns(|p.seats|, left)
{
  TakesLeftAtMost(p);
}

// Before the first turn, two for each card, and one for each noble and each post. There is at most
// one noble more than seats.
function LeftAtFirst(seats: nat, cards: nat, posts: bool): nat
{
  2 * cards + seats + 1 + if posts then 5 * seats else 0
}

// Theorem: so many turns follow at most before which all cards are on the table.
lemma CardsBoundTurns(p: Position, turns: seq<Turn>)
  requires Valid(p) && FewTokens(p) && LegalTurns(p, turns)
  requires Hands(p.seats) == 0 && |p.nobles| <= |p.seats| + 1
  ensures |turns| <=
    MostTurns(|p.seats|, LeftAtFirst(|p.seats|, TableSize(p), PassBringsPost(p)))
{
  GameIsBounded(p, turns);
  MissingAtMost(p.seats);
  TurnsLeftAtMost(p, LeftAtFirst(|p.seats|, TableSize(p), PassBringsPost(p)));
}
