// The end of the game is never untriggered, and it comes within a round.
include "invariant.dfy"

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

lemma CardsOnlyAdd(cards: seq<Card>, card: Card)
  ensures CardPrestige(cards + [card]) >= CardPrestige(cards)
{
  assert (cards + [card])[..|cards|] == cards;
}

// What an action changes of the prestige: at most one more card of the mover.
lemma ActionPrestige(p: Position, action: Action, i: nat)
  requires Seated(p) && i < |p.seats|
  ensures |Acted(p, action).seats| == |p.seats| && Acted(p, action).next == p.next
  ensures Acted(p, action).seats[i].nobles == p.seats[i].nobles
  ensures CardPrestige(Acted(p, action).seats[i].bought) >= CardPrestige(p.seats[i].bought)
{
  if action.Purchase? {
    CardsOnlyAdd(p.seats[i].bought, action.card);
  }
}

// Theorem: no seat loses prestige in a legal turn, its own or that of another seat.
lemma PrestigeNeverFalls(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats|
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Prestige(Apply(p, t).seats[i]) >= Prestige(p.seats[i])
{
  ActionPrestige(p, t.action, i);
  NoblesAdd(p.seats[i].nobles, t.nobles);
}

// Theorem: a triggered end stays triggered.
lemma NeverUntriggered(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && end_trigger(p)
  ensures end_trigger(Apply(p, t))
{
  var i :| 0 <= i < |p.seats| && Prestige(p.seats[i]) >= p.rulings.target;
  PrestigeNeverFalls(p, t, i);
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
  requires Seated(p) && end_trigger(p) && LegalTurns(p, turns)
  ensures p.next == 0 ==> turns == []
  ensures p.next > 0 ==> |turns| <= |p.seats| - p.next
  decreases |turns|
{
  if turns != [] {
    PrestigeNeverFalls(p, turns[0], 0);
    NeverUntriggered(p, turns[0]);
    EndWithinTheRound(Apply(p, turns[0]), turns[1..]);
  }
}
