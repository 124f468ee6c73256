// Meeting a city: the module The Cities.
include "position.dfy"

// The further cards are of one color that the city does not name.
predicate city_further_color(bonuses: Tokens, city: City)
{
  city.further == 0 ||
  exists color :: Count(city.demand, color) == 0 && Count(bonuses, color) >= city.further
}

predicate city_met(seat: Seat, city: City)
{
  Prestige(seat) >= city.prestige && Covers(Bonuses(seat.bought), city.demand.(gold := 0)) &&
  city_further_color(Bonuses(seat.bought), city)
}

predicate city_trigger(p: Position, seat: Seat)
{
  exists city :: city in p.cities && city_met(seat, city)
}
