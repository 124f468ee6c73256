// The end of the game is never untriggered, and it comes within a round.
include "limits.dfy"
include "plain.dfy"

lemma NoblesAdd(nobles: seq<Noble>, more: seq<Noble>)
  ensures NoblePrestige(nobles + more) == NoblePrestige(nobles) + NoblePrestige(more)
{
  if more == [] {
    assert nobles + more == nobles;
  } else {
    var n := |more| - 1;
    assert (nobles + more)[..|nobles| + n] == nobles + more[..n];
    NoblesAdd(nobles, more[..n]);
  }
}

// More posts bring no less prestige.
lemma PostsOnlyAdd(posts: set<Post>, more: set<Post>)
  ensures post_point_per_post(posts + more) >= post_point_per_post(posts)
{
  assert posts + more == posts + (more - posts);
}

// Theorem: without Orient no seat loses prestige in a legal turn, its own or that of another seat.
lemma PrestigeNeverFalls(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats| && (p.modules.orient ==> i != p.next)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Prestige(Apply(p, t).seats[i]) >= Prestige(p.seats[i])
{
  EndingOfTurn(p, t);
  if i == p.next {
    PlainTurnAdds(p, t);
    PrestigeOfMore(Mover(p).bought, Gains(t));
    NoblesAdd(Mover(p).nobles, t.nobles);
    PostsOnlyAdd(Mover(p).posts, t.posts);
  }
}

// Theorem: without Orient no seat loses a card or a bonus in a legal turn.
lemma BonusesNeverFall(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats| && (p.modules.orient ==> i != p.next)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Covers(Counts(Apply(p, t).seats[i].bought), Counts(p.seats[i].bought))
  ensures Covers(Bonuses(Apply(p, t).seats[i].bought), Bonuses(p.seats[i].bought))
{
  EndingOfTurn(p, t);
  if i == p.next {
    PlainTurnAdds(p, t);
    CountsOfMore(Mover(p).bought, Gains(t));
    BonusesOfMore(Mover(p).bought, Gains(t));
  }
}

// With more cards a seat still has the further cards of a city.
lemma FurtherStays(few: Tokens, many: Tokens, city: City)
  requires city_further_color(few, city) && Covers(many, few)
  ensures city_further_color(many, city)
{
  if city.further > 0 {
    var color :| Count(city.demand, color) == 0 && Count(few, color) >= city.further;
    assert Count(many, color) >= Count(few, color);
  }
}

// With more prestige and more cards a seat still calls for the end.
lemma CallStays(p: Position, seat: Seat, later: Seat)
  requires CallsEnd(p, seat) && Prestige(later) >= Prestige(seat)
  requires Covers(Counts(later.bought), Counts(seat.bought))
  ensures CallsEnd(p, later)
{
  if p.modules.cities {
    var city :| city in p.cities && city_met(seat, city);
    FurtherStays(Counts(seat.bought), Counts(later.bought), city);
    assert city_met(later, city);
  }
}

// Whether a seat calls for the end depends on the seat, the cities and the rulings only.
lemma CallOfSeat(p: Position, q: Position, seat: Seat)
  requires q.cities == p.cities && q.modules == p.modules && q.rulings == p.rulings
  ensures CallsEnd(p, seat) == CallsEnd(q, seat)
{
}

// A seat that calls for the end still calls for it after a turn. With Orient it may lose cards, but
// only in its own turn.
lemma CallIsKept(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats| && (p.modules.orient ==> i != p.next)
  requires CallsEnd(p, p.seats[i])
  ensures |Apply(p, t).seats| == |p.seats| && CallsEnd(Apply(p, t), Apply(p, t).seats[i])
{
  EndingOfTurn(p, t);
  PrestigeNeverFalls(p, t, i);
  BonusesNeverFall(p, t, i);
  CallStays(p, p.seats[i], Apply(p, t).seats[i]);
  CallOfSeat(p, Apply(p, t), Apply(p, t).seats[i]);
}

// A legal turn comes before the end, and the next seat follows.
lemma TurnBeforeEnd(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures !Ended(p) && Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).next == if p.next + 1 == |p.seats| then 0 else p.next + 1
{
  EndingOfTurn(p, t);
}

// Only the mover can come to call for the end, so in the last round only seats that had their turn
// call for it.
lemma EndStaysCalled(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && end_called(p)
  ensures end_called(Apply(p, t))
{
  var q := Apply(p, t);
  TurnBeforeEnd(p, t);
  EndingOfTurn(p, t);
  forall i | q.rulings.end_time.AfterRound? && 0 < q.next <= i < |q.seats|
    ensures !CallsEnd(q, q.seats[i])
  {
    assert q.seats[i] == p.seats[i];
    if p.next == 0 {
      assert !end_trigger(p);
    }
    CallOfSeat(p, q, p.seats[i]);
  }
}

// Theorem: a triggered end stays triggered.
lemma NeverUntriggered(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && end_trigger(p) && (p.modules.orient ==> end_called(p))
  ensures end_trigger(Apply(p, t))
{
  var i :| 0 <= i < |p.seats| && CallsEnd(p, p.seats[i]);
  TurnBeforeEnd(p, t);
  CallIsKept(p, t, i);
}

// The position after several turns, each of them legal.
predicate LegalTurns(p: Position, turns: seq<Turn>)
  requires Seated(p)
  decreases |turns|
{
  turns == [] ||
  (Legal(p, turns[0]) && Seated(Apply(p, turns[0])) &&
    LegalTurns(Apply(p, turns[0]), turns[1..]))
}

// Theorem: after the trigger, only the seats that are left in the round take a turn.
lemma EndWithinTheRound(p: Position, turns: seq<Turn>)
  requires Seated(p) && LegalTurns(p, turns) && p.rulings.end_time.AfterRound?
  requires end_trigger(p) && (p.modules.orient ==> end_called(p))
  ensures p.next == 0 ==> turns == []
  ensures p.next > 0 ==> |turns| <= |p.seats| - p.next
  decreases |turns|
{
  if turns != [] {
    var q := Apply(p, turns[0]);
    TurnBeforeEnd(p, turns[0]);
    EndingOfTurn(p, turns[0]);
    NeverUntriggered(p, turns[0]);
    if p.modules.orient {
      EndStaysCalled(p, turns[0]);
    }
    EndWithinTheRound(q, turns[1..]);
  }
}

// Theorem: under the ruling `end-time` = `at-once` no turn follows the trigger.
lemma EndAtTheTrigger(p: Position, t: Turn)
  requires Seated(p) && end_trigger(p) && p.rulings.end_time.AtOnce?
  ensures !Legal(p, t)
{
  if Legal(p, t) {
    TurnBeforeEnd(p, t);
  }
}

// How many turns come before the next one of seat `i`.
function TurnsBefore(next: nat, i: nat, n: nat): nat
  requires next < n && i < n
{
  if next <= i then i - next else n - next + i
}

// Theorem: under the ruling `end-time` = `others-once` a seat that calls for the end takes no turn, so
// every other seat takes at most one.
lemma EndBeforeTheNextTurn(p: Position, turns: seq<Turn>, i: nat)
  requires Seated(p) && LegalTurns(p, turns) && p.rulings.end_time.OthersOnce?
  requires i < |p.seats| && CallsEnd(p, p.seats[i])
  ensures |turns| <= TurnsBefore(p.next, i, |p.seats|)
  decreases |turns|
{
  if turns != [] {
    var q := Apply(p, turns[0]);
    TurnBeforeEnd(p, turns[0]);
    EndingOfTurn(p, turns[0]);
    CallIsKept(p, turns[0], i);
    EndBeforeTheNextTurn(q, turns[1..], i);
  }
}
