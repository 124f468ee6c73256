// Every position that legal turns reach satisfies the invariants.
include "cards.dfy"
include "end.dfy"
include "limits.dfy"
include "posts.dfy"
include "tokens.dfy"

// Theorem: a legal turn keeps every invariant of a position.
lemma ApplyKeepsValid(p: Position, t: Turn)
  requires Valid(p) && Legal(p, t)
  ensures Valid(Apply(p, t))
{
  CardsConserved(p, t);
  NoblesConserved(p, t);
  MarketStaysFull(p, t);
  TenStayAtMost(p, t);
  ThreeStayInHand(p, t);
  PostsStayMet(p, t);
  EndStaysCalled(p, t);
}

// The position after several legal turns.
function After(p: Position, turns: seq<Turn>): Position
  requires Seated(p) && LegalTurns(p, turns)
  decreases |turns|
{
  if turns == [] then p else After(Apply(p, turns[0]), turns[1..])
}

// Theorem: by induction over the turns, every position that legal turns reach satisfies the invariants.
lemma ReachedIsValid(p: Position, turns: seq<Turn>)
  requires Valid(p) && LegalTurns(p, turns)
  ensures Valid(After(p, turns))
  decreases |turns|
{
  if turns != [] {
    ApplyKeepsValid(p, turns[0]);
    ReachedIsValid(Apply(p, turns[0]), turns[1..]);
  }
}

// Theorem: the tokens, cards and nobles of the game are those of its start.
lemma ReachedHasTheSameBox(p: Position, turns: seq<Turn>)
  requires Seated(p) && LegalTurns(p, turns)
  ensures AllTokens(After(p, turns)) == AllTokens(p)
  ensures AllCards(After(p, turns)) == AllCards(p)
  ensures AllNobles(After(p, turns)) == AllNobles(p)
  decreases |turns|
{
  if turns != [] {
    TokensConserved(p, turns[0]);
    CardsConserved(p, turns[0]);
    NoblesConserved(p, turns[0]);
    ReachedHasTheSameBox(Apply(p, turns[0]), turns[1..]);
  }
}
