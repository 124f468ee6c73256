// The conquest, and the parts of a turn that only Orient and Strongholds have.
include "turn.dfy"

// A card is conquered after an action, from the market, with all three own strongholds on it.
predicate stronghold_conquest(p: Position, t: Turn)
  requires Seated(p)
{
  t.conquest.Just? ==>
    !t.action.Pass? && Own(BeforeConquest(p, t))[t.conquest.value.card] == 3 &&
    FaceUp(BeforeConquest(p, t), t.conquest.value.card)
}

predicate stronghold_blocked_reserve(p: Position, t: Turn)
{
  t.action.ReserveMarket? ==> !RivalOn(p, t.action.face)
}

predicate stronghold_step(p: Position, t: Turn)
{
  !t.action.Purchase? ==> t.effects.step == NoStep
}

// Only a purchase brings a copied color or a free card.
predicate orient_no_effects(p: Position, t: Turn)
{
  !t.action.Purchase? ==> t.effects.copy == NoCopy && t.effects.free_cards == []
}

predicate stronghold_present(p: Position, t: Turn)
{
  !p.modules.strongholds ==> t.conquest.Nothing? && t.effects.step == NoStep
}

predicate UsesOrient(pay: Payment, effects: Effects)
{
  pay.spent != [] || pay.discarded != [] || effects.copy != NoCopy || effects.free_cards != []
}

predicate orient_present(p: Position, t: Turn)
{
  !p.modules.orient ==>
    t.effects.copy == NoCopy && t.effects.free_cards == [] &&
    (t.action.ReserveDeck? ==> !IsOrient(t.action.deck)) &&
    (t.action.Purchase? ==> !UsesOrient(t.action.pay, t.effects)) &&
    (t.conquest.Just? ==> !UsesOrient(t.conquest.value.pay, t.conquest.value.effects))
}
