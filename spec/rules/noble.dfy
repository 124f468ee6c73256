// Nobles at the end of a turn.
include "turn.dfy"

function BonusesAfter(p: Position, t: Turn): Tokens
  requires Seated(p)
{
  Bonuses(Mover(Acted(p, t.action)).bought)
}

predicate Meets(bonuses: Tokens, noble: Noble)
{
  Covers(bonuses, noble.demand.(gold := 0))
}

predicate noble_present(p: Position, t: Turn)
{
  forall noble :: noble in t.nobles ==> noble in p.nobles
}

predicate noble_earned(p: Position, t: Turn)
  requires Seated(p)
{
  forall noble :: noble in t.nobles ==> Meets(BonusesAfter(p, t), noble)
}

predicate noble_one(p: Position, t: Turn) { |t.nobles| <= 1 }

predicate noble_mandatory(p: Position, t: Turn)
  requires Seated(p)
{
  t.nobles == [] ==> forall noble :: noble in p.nobles ==> !Meets(BonusesAfter(p, t), noble)
}

function Visited(p: Position, nobles: seq<Noble>): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p.(nobles := p.nobles - multiset(nobles)), seat.(nobles := seat.nobles + nobles))
}
