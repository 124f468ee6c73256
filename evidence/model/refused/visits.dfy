// False: under the ruling `noble-choice` = `all` several nobles can come in a turn.
include "../rules/noble.dfy"

lemma FalseOneNobleAlways(p: Position, t: Turn)
  requires Seated(p) && noble_one(p, t) && noble_choice(p, t) && noble_mandatory(p, t)
  ensures |t.nobles| <= 1
{
}

// The mover meets the demands of two nobles.
lemma CounterExample(p: Position, t: Turn, one: Noble, other: Noble)
  requires Seated(p) && noble_one(p, t) && noble_choice(p, t) && noble_mandatory(p, t)
  requires p.rulings.noble_choice.AllMet? && NobleTurn(p, t)
  requires one in p.nobles && Meets(CountsAfter(p, t), one)
  requires other in p.nobles && Meets(CountsAfter(p, t), other) && one != other
  ensures |t.nobles| > 1
{
  assert one in t.nobles && other in t.nobles;
}
