// Bought cards and nobles stay with their seat, and a turn brings at most one of each.
include "limits.dfy"

lemma ActionKeepsBought(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Acted(p, t)) && Acted(p, t).next == p.next
  ensures Mover(p).bought <= Mover(Acted(p, t)).bought
  ensures |Mover(Acted(p, t)).bought| <= |Mover(p).bought| + 1
  ensures Mover(Acted(p, t)).nobles == Mover(p).nobles
  ensures Mover(Acted(p, t)).posts == Mover(p).posts
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) =>
  case ReserveDeck(level, draw) =>
  case Purchase(card, place, pay) =>
  case Pass =>
}

// Theorem: a legal turn takes no noble away, and brings at most one, unless a ruling says otherwise.
lemma OneNobleATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Mover(p).nobles <= Apply(p, t).seats[p.next].nobles
  ensures !p.rulings.noble_choice.AllMet? ==>
    |Apply(p, t).seats[p.next].nobles| <= |Mover(p).nobles| + 1
{
  ActionKeepsBought(p, t);
}

// Theorem: a legal turn brings at most one card to the bought cards, and takes none away.
lemma OneCardATurn(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Mover(p).bought <= Apply(p, t).seats[p.next].bought
  ensures |Apply(p, t).seats[p.next].bought| <= |Mover(p).bought| + 1
{
  ActionKeepsBought(p, t);
}
