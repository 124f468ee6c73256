// What it takes to meet a city.
include "invariant.dfy"

// Every card counts at most once.
lemma CardsCountOnce(cards: seq<Played>)
  ensures Total(Counts(cards)) <= |cards|
{
}

// The cards of one color that a city does not name are none of those that it names.
lemma FurtherCardsCount(cards: Tokens, city: City)
  requires Covers(cards, city.demand.(gold := 0)) && city_further_color(cards, city)
  ensures Total(cards) >= Gems(city.demand) + city.further
{
  if city.further > 0 {
    var color :| Count(city.demand, color) == 0 && Count(cards, color) >= city.further;
    match color
    case Diamond =>
    case Sapphire =>
    case Emerald =>
    case Ruby =>
    case Onyx =>
  }
}

// Theorem: a seat that meets a city has its prestige, and a card for each that the city asks for.
lemma CityNeedsCards(seat: Seat, city: City)
  requires city_met(seat, city)
  ensures Prestige(seat) >= city.prestige
  ensures |seat.bought| >= Gems(city.demand) + city.further
{
  CardsCountOnce(seat.bought);
  FurtherCardsCount(Counts(seat.bought), city);
}

// Theorem: the target does not matter with the module The Cities.
lemma CitiesReplaceTarget(p: Position, target: nat)
  requires p.modules.cities && end_trigger(p)
  ensures end_trigger(p.(rulings := p.rulings.(target := target)))
{
  var q := p.(rulings := p.rulings.(target := target));
  var i :| 0 <= i < |p.seats| && CallsEnd(p, p.seats[i]);
  assert city_trigger(q, q.seats[i]);
}
