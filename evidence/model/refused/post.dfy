// False: a seat takes no gem after a purchase if the supply has none.
include "../proofs/posts.dfy"

lemma FalseGemAfterEveryPurchase(p: Position, b: Buy)
  requires Seated(p) && post_gem_after_purchase(p, b) && p.rulings.powers.Mandatory?
  requires GemAfterPurchase in Mover(p).posts
  ensures Total(b.effects.gem) == 1
{
}

// The supply has no gem after the payment.
lemma CounterExample(p: Position, b: Buy)
  requires Seated(p) && post_gem_after_purchase(p, b) && GemAfterPurchase in Mover(p).posts
  requires Gems(Plus(p.supply, b.pay.tokens)) == 0
  ensures b.effects.gem == None()
{
}
