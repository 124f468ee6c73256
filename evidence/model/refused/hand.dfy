// False: without reserve.hand-limit, a hand could grow to four cards.
include "../proofs/limits.dfy"

lemma FalseThreeInHand(p: Position, card: Card)
  requires Seated(p) && |Mover(p).hand| <= 3
  ensures |Mover(IntoHand(p, card)).hand| <= 3
{
}

// A seat with three cards in hand reserves a fourth.
lemma CounterExample(p: Position, card: Card)
  requires Seated(p) && |Mover(p).hand| == 3
  ensures |Mover(IntoHand(p, card)).hand| == 4
{
}
