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
lemma ActionPrestige(p: Position, t: Turn, i: nat)
  requires Seated(p) && i < |p.seats|
  ensures |Acted(p, t).seats| == |p.seats| && Acted(p, t).next == p.next
  ensures Acted(p, t).seats[i].nobles == p.seats[i].nobles
  ensures Acted(p, t).seats[i].posts == p.seats[i].posts
  ensures CardPrestige(Acted(p, t).seats[i].bought) >= CardPrestige(p.seats[i].bought)
{
  if t.action.Purchase? {
    CardsOnlyAdd(p.seats[i].bought, t.action.card);
  }
}

// More posts bring no less prestige.
lemma PostsOnlyAdd(posts: set<Post>, more: set<Post>)
  ensures post_point_per_post(posts + more) >= post_point_per_post(posts)
{
  assert posts + more == posts + (more - posts);
}

// Theorem: no seat loses prestige in a legal turn, its own or that of another seat.
lemma PrestigeNeverFalls(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats|
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Prestige(Apply(p, t).seats[i]) >= Prestige(p.seats[i])
{
  ActionPrestige(p, t, i);
  NoblesAdd(p.seats[i].nobles, t.nobles);
  PostsOnlyAdd(p.seats[i].posts, t.posts);
}

lemma CardAdds(cards: seq<Card>, card: Card)
  ensures Bonuses(cards + [card]) == Plus(Bonuses(cards), One(card.color))
{
  assert (cards + [card])[..|cards|] == cards;
}

lemma ActionBonuses(p: Position, t: Turn, i: nat)
  requires Seated(p) && i < |p.seats|
  ensures |Acted(p, t).seats| == |p.seats|
  ensures Covers(Bonuses(Acted(p, t).seats[i].bought), Bonuses(p.seats[i].bought))
{
  if t.action.Purchase? {
    CardAdds(p.seats[i].bought, t.action.card);
  }
}

// Theorem: no seat loses a bonus in a legal turn.
lemma BonusesNeverFall(p: Position, t: Turn, i: nat)
  requires Seated(p) && Legal(p, t) && i < |p.seats|
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Covers(Bonuses(Apply(p, t).seats[i].bought), Bonuses(p.seats[i].bought))
{
  ActionPrestige(p, t, i);
  ActionBonuses(p, t, i);
}

// With more bonuses a seat still has the further cards of a city.
lemma FurtherStays(few: Tokens, many: Tokens, city: City)
  requires city_further_color(few, city) && Covers(many, few)
  ensures city_further_color(many, city)
{
  if city.further > 0 {
    var color :| Count(city.demand, color) == 0 && Count(few, color) >= city.further;
    assert Count(many, color) >= Count(few, color);
  }
}

// With more prestige and more bonuses a seat still calls for the end.
lemma CallStays(p: Position, seat: Seat, later: Seat)
  requires CallsEnd(p, seat) && Prestige(later) >= Prestige(seat)
  requires Covers(Bonuses(later.bought), Bonuses(seat.bought))
  ensures CallsEnd(p, later)
{
  if p.modules.cities {
    var city :| city in p.cities && city_met(seat, city);
    FurtherStays(Bonuses(seat.bought), Bonuses(later.bought), city);
    assert city_met(later, city);
  }
}

// Whether a seat calls for the end depends on the seat, the cities and the rulings only.
lemma CallOfSeat(p: Position, q: Position, seat: Seat)
  requires q.cities == p.cities && q.modules == p.modules && q.rulings == p.rulings
  ensures CallsEnd(p, seat) == CallsEnd(q, seat)
{
}

// A turn changes neither the cities nor the modules nor the rulings.
lemma CitiesStay(p: Position, t: Turn)
  requires Seated(p)
  ensures Apply(p, t).cities == p.cities && Apply(p, t).modules == p.modules
  ensures Apply(p, t).rulings == p.rulings
{
  var acted := Acted(p, t);
  assert acted.cities == p.cities && acted.modules == p.modules && acted.rulings == p.rulings;
}

// Theorem: a triggered end stays triggered.
lemma NeverUntriggered(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && end_trigger(p)
  ensures end_trigger(Apply(p, t))
{
  var i :| 0 <= i < |p.seats| && CallsEnd(p, p.seats[i]);
  PrestigeNeverFalls(p, t, i);
  BonusesNeverFall(p, t, i);
  CallStays(p, p.seats[i], Apply(p, t).seats[i]);
  CitiesStay(p, t);
  CallOfSeat(p, Apply(p, t), Apply(p, t).seats[i]);
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

// A legal turn comes before the end, and the next seat follows.
lemma TurnBeforeEnd(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures !Ended(p) && |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).next == if p.next + 1 == |p.seats| then 0 else p.next + 1
{
  ActionPrestige(p, t, 0);
}

// Theorem: after the trigger, only the seats that are left in the round take a turn.
lemma EndWithinTheRound(p: Position, turns: seq<Turn>)
  requires Seated(p) && end_trigger(p) && LegalTurns(p, turns)
  ensures p.next == 0 ==> turns == []
  ensures p.next > 0 ==> |turns| <= |p.seats| - p.next
  decreases |turns|
{
  if turns != [] {
    TurnBeforeEnd(p, turns[0]);
    NeverUntriggered(p, turns[0]);
    EndWithinTheRound(Apply(p, turns[0]), turns[1..]);
  }
}
