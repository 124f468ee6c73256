// Meeting a city: the module The Cities.
include "position.dfy"

// The further cards are of one color that the city does not name.
predicate city_further_color(cards: Tokens, city: City)
{
  city.further == 0 ||
  exists color :: Count(city.demand, color) == 0 && Count(cards, color) >= city.further
}

predicate city_met(seat: Seat, city: City)
{
  Prestige(seat) >= city.prestige && Covers(Counts(seat.bought), city.demand.(gold := 0)) &&
  city_further_color(Counts(seat.bought), city)
}

predicate city_trigger(p: Position, seat: Seat)
{
  exists city :: city in p.cities && city_met(seat, city)
}
