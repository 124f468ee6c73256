// Nobles and, without Orient, bought cards stay with their seat; a turn brings few of each.
include "plain.dfy"

// Theorem: a legal turn takes no noble away, and brings at most one, unless a ruling says otherwise.
lemma OneNobleATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Mover(p).nobles <= Apply(p, t).seats[p.next].nobles
  ensures !p.rulings.noble_choice.AllMet? ==>
    |Apply(p, t).seats[p.next].nobles| <= |Mover(p).nobles| + 1
{
  EndingOfTurn(p, t);
}

// Theorem: without Orient a legal turn takes no card away, and brings at most one, or two with
// Strongholds.
lemma OneCardATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Mover(p).bought <= Apply(p, t).seats[p.next].bought
  ensures |Apply(p, t).seats[p.next].bought| <=
    |Mover(p).bought| + if p.modules.strongholds then 2 else 1
{
  PlainTurnAdds(p, t);
  EndingOfTurn(p, t);
}

// Theorem: no conquest follows a pass, and there is none without Strongholds.
lemma ConquestAfterAction(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.conquest.Just?
  ensures !t.action.Pass? && p.modules.strongholds
{
}
