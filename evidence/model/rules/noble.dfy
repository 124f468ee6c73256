// Nobles at the end of a turn.
include "turn.dfy"

function CountsAfter(p: Position, t: Turn): Tokens
  requires Seated(p)
{
  Counts(Mover(Acted(p, t)).bought)
}

predicate Meets(cards: Tokens, noble: Noble)
{
  Covers(cards, noble.demand.(gold := 0))
}

predicate noble_present(p: Position, t: Turn) { multiset(t.nobles) <= p.nobles }

predicate noble_earned(p: Position, t: Turn)
  requires Seated(p)
{
  forall noble :: noble in t.nobles ==> Meets(CountsAfter(p, t), noble)
}

// Whether the mover takes a noble at the end of such a turn, if it meets the demand of one.
predicate NobleTurn(p: Position, t: Turn)
{
  match p.rulings.noble_time
  case EveryTurn => true
  case AfterAction => !t.action.Pass?
  case AfterPurchase => t.action.Purchase? || t.conquest.Just?
}

predicate noble_time(p: Position, t: Turn) { t.nobles != [] ==> NobleTurn(p, t) }

predicate noble_one(p: Position, t: Turn)
{
  !p.rulings.noble_choice.AllMet? ==> |t.nobles| <= 1
}

predicate noble_choice(p: Position, t: Turn)
  requires Seated(p)
{
  match p.rulings.noble_choice
  case SeatChooses => true
  case FirstListed =>
    t.nobles != [] ==> forall noble :: noble in p.nobles && Meets(CountsAfter(p, t), noble) ==>
      t.nobles[0].id <= noble.id
  case AllMet =>
    t.nobles != [] ==> forall noble :: noble in p.nobles && Meets(CountsAfter(p, t), noble) ==>
      noble in t.nobles
}

predicate noble_mandatory(p: Position, t: Turn)
  requires Seated(p)
{
  NobleTurn(p, t) && t.nobles == [] ==>
    forall noble :: noble in p.nobles ==> !Meets(CountsAfter(p, t), noble)
}

function Visited(p: Position, nobles: seq<Noble>): Position
  requires Seated(p)
{
  var seat := Mover(p);
  WithMover(p.(nobles := p.nobles - multiset(nobles)), seat.(nobles := seat.nobles + nobles))
}
