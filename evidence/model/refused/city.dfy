// False: further cards do not count if they have a color that the city names.
include "../proofs/cities.dfy"

lemma FalseAnyColorIsFurther(bonuses: Tokens, city: City)
  requires Covers(bonuses, city.demand.(gold := 0))
  requires Total(bonuses) >= Gems(city.demand) + city.further
  ensures city_further_color(bonuses, city)
{
}

// Eight diamond cards do not meet a city that asks for four of them and four of a further color.
lemma CounterExample(bonuses: Tokens, city: City)
  requires city.demand == Tokens(4, 0, 0, 0, 0, 0) && city.further == 4
  requires bonuses == Tokens(8, 0, 0, 0, 0, 0)
  ensures !city_further_color(bonuses, city)
{
}
