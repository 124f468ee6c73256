// Every copy card of a game is backed.
include "backed.dfy"
include "setup.dfy"

// By induction over the turns, the copies stay backed in every position that legal turns reach.
lemma ReachedIsBacked(p: Position, turns: seq<Turn>)
  requires Seated(p) && LegalTurns(p, turns) && copies_backed(p) && CardsRight(AllCards(p))
  ensures copies_backed(After(p, turns))
  decreases |turns|
{
  if turns != [] {
    CopiesStayBacked(p, turns[0]);
    ReachedIsBacked(Apply(p, turns[0]), turns[1..]);
  }
}

// Theorem: in a game whose cards of virtual gold have no color, every position has the invariant
// `copies-backed`.
lemma GameIsBacked(p: Position, box: Box, turns: seq<Turn>)
  requires IsSetup(p, box) && box.cards !! box.orient_cards && LegalTurns(p, turns)
  requires forall card :: card in box.cards + box.orient_cards && card.power.VirtualGold? ==>
    card.color.Nothing?
  ensures copies_backed(After(p, turns))
{
  SeatsAreEmpty(p);
  SetupHasCards(p, box);
  assert copies_backed(p);
  assert CardsRight(AllCards(p));
  ReachedIsBacked(p, turns);
}
