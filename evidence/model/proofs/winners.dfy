// Somebody wins: theorem 9 of the book.
include "../rules/winner.dfy"

// The seat with the most prestige of those below `n` that can win.
lemma MostPrestige(p: Position, n: nat) returns (best: nat)
  requires n <= |p.seats| && exists i :: 0 <= i < n && city_winner(p, i)
  ensures best < n && city_winner(p, best)
  ensures forall i :: 0 <= i < n && city_winner(p, i) ==>
    Prestige(p.seats[i]) <= Prestige(p.seats[best])
{
  best := n - 1;
  if exists i :: 0 <= i < n - 1 && city_winner(p, i) {
    best := MostPrestige(p, n - 1);
    if city_winner(p, n - 1) && Prestige(p.seats[n - 1]) > Prestige(p.seats[best]) {
      best := n - 1;
    }
  }
}

// The seat with the fewest cards of those below `n` that lead.
lemma FewestCards(p: Position, n: nat) returns (best: nat)
  requires n <= |p.seats| && exists i :: 0 <= i < n && end_winner(p, i)
  ensures best < n && end_winner(p, best)
  ensures forall i :: 0 <= i < n && end_winner(p, i) ==>
    CardsInTie(p, best) <= CardsInTie(p, i)
{
  best := n - 1;
  if exists i :: 0 <= i < n - 1 && end_winner(p, i) {
    best := FewestCards(p, n - 1);
    if end_winner(p, n - 1) && CardsInTie(p, n - 1) < CardsInTie(p, best) {
      best := n - 1;
    }
  }
}

// If some seat can win, some seat leads.
lemma SomebodyLeads(p: Position)
  requires exists i :: 0 <= i < |p.seats| && city_winner(p, i)
  ensures exists i :: 0 <= i < |p.seats| && end_winner(p, i)
  ensures exists i :: 0 <= i < |p.seats| && end_fewest_cards(p, i)
{
  var most := MostPrestige(p, |p.seats|);
  assert end_winner(p, most);
  var fewest := FewestCards(p, |p.seats|);
  assert end_fewest_cards(p, fewest);
}

// The first of the seats below `n` that lead.
lemma FirstLeader(p: Position, n: nat) returns (first: nat)
  requires n <= |p.seats| && exists i :: 0 <= i < n && end_winner(p, i)
  ensures first < n && end_winner(p, first)
  ensures forall j :: 0 <= j < first ==> !end_winner(p, j)
{
  first := n - 1;
  if exists i :: 0 <= i < n - 1 && end_winner(p, i) {
    first := FirstLeader(p, n - 1);
  }
}

// The last of them.
lemma LastLeader(p: Position, n: nat) returns (last: nat)
  requires n <= |p.seats| && exists i :: 0 <= i < n && end_winner(p, i)
  ensures last < n && end_winner(p, last)
  ensures forall j :: last < j < n ==> !end_winner(p, j)
{
  var i :| 0 <= i < n && end_winner(p, i);
  last := n - 1;
  if !end_winner(p, n - 1) {
    assert i < n - 1;
    last := LastLeader(p, n - 1);
  }
}

// The first of the seats below `n` that lead with the fewest cards.
lemma FirstWithFewest(p: Position, n: nat) returns (first: nat)
  requires n <= |p.seats| && exists i :: 0 <= i < n && end_fewest_cards(p, i)
  ensures first < n && end_fewest_cards(p, first)
  ensures forall j :: 0 <= j < first ==> !end_fewest_cards(p, j)
{
  first := n - 1;
  if exists i :: 0 <= i < n - 1 && end_fewest_cards(p, i) {
    first := FirstWithFewest(p, n - 1);
  }
}

// Theorem: if some seat can win, some seat wins, under every value of the ruling `tie`.
lemma SomebodyWins(p: Position)
  requires !NobodyWins(p) && exists i :: 0 <= i < |p.seats| && city_winner(p, i)
  ensures exists i :: 0 <= i < |p.seats| && Wins(p, i)
{
  SomebodyLeads(p);
  var first := FirstLeader(p, |p.seats|);
  var last := LastLeader(p, |p.seats|);
  var fewest := FirstWithFewest(p, |p.seats|);
  var shared :| 0 <= shared < |p.seats| && end_fewest_cards(p, shared);
  match p.rulings.tie
  case FewestCardsThenShared => assert Wins(p, shared);
  case MostPrestigeShared => assert Wins(p, shared);
  case LastSeat => assert Wins(p, last);
  case FirstSeat => assert Wins(p, first);
  case FewestCardsThenFirstSeat => assert Wins(p, fewest);
}

// Theorem 9 of the book: a completed game has a winner. A stalemate has one without The Cities.
lemma EndedGameHasWinner(p: Position)
  requires Seated(p) && Ended(p)
  requires end_round(p) || !(p.modules.cities || p.rulings.stalemate.PassedRound?)
  ensures Winners(p) != {}
{
  if end_round(p) && p.modules.cities {
    var i :| 0 <= i < |p.seats| && CallsEnd(p, p.seats[i]);
    assert city_winner(p, i);
  } else {
    assert city_winner(p, 0);
  }
  SomebodyWins(p);
  var i :| 0 <= i < |p.seats| && Wins(p, i);
  assert i in Winners(p);
}

// Theorem: a stalemate with The Cities has no winner, and none under `stalemate` = `passed-round`.
lemma StalemateWithoutWinner(p: Position)
  requires Seated(p) && end_stalemate(p) && !end_trigger(p)
  requires p.modules.cities || p.rulings.stalemate.PassedRound?
  ensures Winners(p) == {}
{
  if p.modules.cities && !p.rulings.stalemate.PassedRound? {
    forall i | 0 <= i < |p.seats|
      ensures !city_winner(p, i)
    {
      assert !CallsEnd(p, p.seats[i]);
    }
  }
}

// Theorem: no seat that can win has more prestige than a winner; with as much, by default, it has
// no fewer cards.
lemma WinnerHasMost(p: Position, i: nat, j: nat)
  requires i < |p.seats| && j < |p.seats| && i in Winners(p) && city_winner(p, j)
  ensures city_winner(p, i) && Prestige(p.seats[j]) <= Prestige(p.seats[i])
  ensures (p.rulings.tie.FewestCardsThenShared? || p.rulings.tie.FewestCardsThenFirstSeat?) &&
    Prestige(p.seats[j]) == Prestige(p.seats[i]) ==>
    CardsInTie(p, i) <= CardsInTie(p, j)
{
  if Prestige(p.seats[j]) == Prestige(p.seats[i]) {
    assert end_winner(p, j);
  }
}

// Theorem: seats share a victory only under two values of the ruling `tie`, and only if they tie.
lemma SharedIfTied(p: Position, i: nat, j: nat)
  requires i < |p.seats| && j < |p.seats| && i in Winners(p) && j in Winners(p) && i != j
  ensures p.rulings.tie.FewestCardsThenShared? || p.rulings.tie.MostPrestigeShared?
  ensures Prestige(p.seats[i]) == Prestige(p.seats[j])
  ensures p.rulings.tie.FewestCardsThenShared? ==> CardsInTie(p, i) == CardsInTie(p, j)
{
}
