// The winners of a game that has ended.
include "end.dfy"

// With The Cities only a seat that meets a city can win.
predicate city_winner(p: Position, i: nat)
  requires i < |p.seats|
{
  p.modules.cities ==> city_trigger(p, p.seats[i])
}

// The seat has the most prestige of those that can win.
predicate end_winner(p: Position, i: nat)
  requires i < |p.seats|
{
  city_winner(p, i) && forall j :: 0 <= j < |p.seats| && city_winner(p, j) ==>
    Prestige(p.seats[j]) <= Prestige(p.seats[i])
}

// How many cards of a seat count in a tie. Only with Orient or Strongholds the cards that it bought
// can differ from those in front of it.
function CardsInTie(p: Position, i: nat): nat
  requires i < |p.seats|
{
  if p.rulings.tie_cards.Gained? && (p.modules.orient || p.modules.strongholds) then
    p.seats[i].purchases
  else |p.seats[i].bought|
}

// The seat has the fewest bought cards of those with the most prestige.
predicate end_fewest_cards(p: Position, i: nat)
  requires i < |p.seats|
{
  end_winner(p, i) && forall j :: 0 <= j < |p.seats| && end_winner(p, j) ==>
    CardsInTie(p, i) <= CardsInTie(p, j)
}

// The seat leads by the ruling `tie`. By default, all seats that are still equal share the victory.
predicate end_shared(p: Position, i: nat)
  requires i < |p.seats|
{
  match p.rulings.tie
  case FewestCardsThenShared => end_fewest_cards(p, i)
  case MostPrestigeShared => end_winner(p, i)
  case LastSeat => end_winner(p, i) && forall j :: i < j < |p.seats| ==> !end_winner(p, j)
  case FirstSeat => end_winner(p, i) && forall j :: 0 <= j < i ==> !end_winner(p, j)
  case FewestCardsThenFirstSeat =>
    end_fewest_cards(p, i) && forall j :: 0 <= j < i ==> !end_fewest_cards(p, j)
}

// Under the ruling `stalemate` = `passed-round` nobody wins after a round of passes.
predicate NobodyWins(p: Position)
{
  p.rulings.stalemate.PassedRound? && end_stalemate(p) && !end_round(p)
}

predicate Wins(p: Position, i: nat)
  requires i < |p.seats|
{
  !NobodyWins(p) && end_shared(p, i)
}

function Winners(p: Position): set<nat>
{
  set i | 0 <= i < |p.seats| && Wins(p, i)
}
