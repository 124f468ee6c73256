// What it takes to meet a city.
include "invariant.dfy"

// Every bought card is a bonus.
lemma CardsAreBonuses(cards: seq<Card>)
  ensures Total(Bonuses(cards)) == |cards|
{
}

// The cards of one color that a city does not name are none of those that it names.
lemma FurtherCardsCount(bonuses: Tokens, city: City)
  requires Covers(bonuses, city.demand.(gold := 0)) && city_further_color(bonuses, city)
  ensures Total(bonuses) >= Gems(city.demand) + city.further
{
  if city.further > 0 {
    var color :| Count(city.demand, color) == 0 && Count(bonuses, color) >= city.further;
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
  CardsAreBonuses(seat.bought);
  FurtherCardsCount(Bonuses(seat.bought), city);
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
