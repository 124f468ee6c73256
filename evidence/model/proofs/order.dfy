// The order of the turns, the last round, and the row of passes that ends a game.
include "valid.dfy"

// The seat that acts after so many turns, if seat `next` is next of `n`.
function SeatAt(next: nat, turns: nat, n: nat): nat
  requires n > 0
{
  (next + turns) % n
}

lemma SeatAtSteps(next: nat, turns: nat, n: nat)
  requires 2 <= n <= 4 && next < n
  ensures SeatAt(next, 0, n) == next
  ensures SeatAt(next, turns + 1, n) == SeatAt(if next + 1 == n then 0 else next + 1, turns, n)
{
  if n == 2 {
  } else if n == 3 {
  } else {
  }
}

lemma NextSeat(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).next == if p.next + 1 == |p.seats| then 0 else p.next + 1
{
  TurnBeforeEnd(p, t);
}

// Theorem: the seats take turns in order, round after round.
lemma SeatsTakeTurns(p: Position, turns: seq<Turn>, i: nat)
  requires Seated(p) && LegalTurns(p, turns) && i < |turns|
  ensures turns[i].seat == SeatAt(p.next, i, |p.seats|)
  decreases |turns|
{
  NextSeat(p, turns[0]);
  if i == 0 {
    SeatAtSteps(p.next, 0, |p.seats|);
  } else {
    SeatsTakeTurns(Apply(p, turns[0]), turns[1..], i - 1);
    SeatAtSteps(p.next, i - 1, |p.seats|);
  }
}

// Theorem: the turn in which the mover reaches the target, or meets a city, triggers the end.
lemma CalledWhenDue(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !end_trigger(p)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures !p.modules.cities ==>
    (end_trigger(Apply(p, t)) <==> Prestige(Apply(p, t).seats[p.next]) >= p.rulings.target)
  ensures p.modules.cities ==>
    (end_trigger(Apply(p, t)) <==> city_trigger(p, Apply(p, t).seats[p.next]))
{
  var q := Apply(p, t);
  EndingOfTurn(p, t);
  forall i | 0 <= i < |p.seats| && i != p.next
    ensures !CallsEnd(q, q.seats[i])
  {
    OnlyTheMover(p, t, i);
    CallOfSeat(p, q, p.seats[i]);
  }
  CallOfSeat(p, q, q.seats[p.next]);
}

// Theorem: the last round is played to its end, unless all seats pass.
lemma LastRoundGoesOn(p: Position)
  requires Seated(p) && end_trigger(p) && p.passes < |p.seats|
  requires match p.rulings.end_time
    case AfterRound => p.next > 0
    case AtOnce => false
    case OthersOnce => !CallsEnd(p, Mover(p))
  ensures !Ended(p)
{
}

lemma PassesCounted(p: Position, t: Turn)
  requires Seated(p)
  ensures Apply(p, t).passes <= p.passes + 1
  ensures Apply(p, t).passes > 0 ==>
    t.action.Pass? &&
    (p.rulings.stalemate.PassedRound? || (Stuck(p) && t.nobles == [] && t.posts == {}))
  ensures !p.rulings.stalemate.PassedRound? && Apply(p, t).passes > 1 ==>
    Apply(p, t).passes == p.passes + 1
{
}

// Theorem: under the ruling `stalemate` = `continues` passes do not end the game.
lemma ContinuesWithoutStalemate(p: Position)
  requires Seated(p) && p.rulings.stalemate.Continues? && !end_trigger(p)
  ensures !Ended(p)
{
}

// Theorem: under the ruling `stalemate` = `passed-round` only the passes of one round count.
lemma PassedRoundIsOneRound(p: Position, t: Turn)
  requires Seated(p) && p.rulings.stalemate.PassedRound? && (p.next == 0 || p.passes <= p.next)
  ensures Apply(p, t).passes <= p.next + 1
{
}

// Theorem: the counted passes are the last turns, one after the other, and none brought a noble or
// a post unless the ruling `stalemate` counts all passes.
lemma PassesAreTheLastTurns(p: Position, turns: seq<Turn>, i: nat)
  requires Seated(p) && LegalTurns(p, turns)
  ensures After(p, turns).passes <= p.passes + |turns|
  ensures i < |turns| <= i + After(p, turns).passes ==>
    turns[i].action.Pass? &&
    (p.rulings.stalemate.PassedRound? || (turns[i].nobles == [] && turns[i].posts == {}))
  decreases |turns|
{
  if turns != [] {
    var q := Apply(p, turns[0]);
    PassesCounted(p, turns[0]);
    EndingOfTurn(p, turns[0]);
    assert After(p, turns) == After(q, turns[1..]);
    if i == 0 {
      PassesAreTheLastTurns(q, turns[1..], 0);
    } else {
      PassesAreTheLastTurns(q, turns[1..], i - 1);
    }
  }
}
