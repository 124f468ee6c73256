// False: a seat takes no gem after a purchase if the supply has none.
include "../proofs/posts.dfy"

lemma FalseGemAfterEveryPurchase(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && GemFollowsPurchase(p, t) && p.rulings.powers.Mandatory?
  ensures Total(t.gem) == 1
{
}

// The supply has no gem after the payment.
lemma CounterExample(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && GemFollowsPurchase(p, t)
  requires Gems(Done(p, t.action).supply) == 0
  ensures t.gem == None()
{
}
