// Turns without Orient: a purchase adds its card to the cards of the seat, and no card leaves them.
include "frame.dfy"

// A card as it comes in front of a seat without copying.
function Plain(card: Card): Played { Played(card, card.color, card.power.DoubleBonus?) }

// The cards that a turn without Orient brings.
function Gains(t: Turn): seq<Played>
{
  (if t.action.Purchase? then [Plain(t.action.card)] else []) +
  (if t.conquest.Just? then [Plain(t.conquest.value.card)] else [])
}

// A purchase that gives no card and brings no free card adds its own card.
lemma PlainBuyAdds(p: Position, b: Buy)
  requires Seated(p) && !UsesOrient(b.pay, b.effects)
  ensures Seated(Bought(p, b)) && Mover(Bought(p, b)).bought == Mover(p).bought + [Plain(b.card)]
{
  assert WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded) == Mover(p).bought;
  OpenedFollows(p, b);
  var taken := Taken(Counted(AtStep(p, b)), b.effects.gem);
  SteppedFollows(taken, b.effects.step);
}

// The cards that the action and the conquest of a turn without Orient bring.
function FirstGain(t: Turn): seq<Played>
{
  if t.action.Purchase? then [Plain(t.action.card)] else []
}

function SecondGain(t: Turn): seq<Played>
{
  if t.conquest.Just? then [Plain(t.conquest.value.card)] else []
}

lemma PlainDoneAdds(p: Position, t: Turn)
  requires Seated(p) && orient_present(p, t) && !p.modules.orient
  ensures Seated(Done(p, t)) && Mover(Done(p, t)).bought == Mover(p).bought + FirstGain(t)
{
  if t.action.Purchase? {
    PlainBuyAdds(p, FirstBuy(t));
    DoneBuys(p, t);
  } else {
    OthersKeepBought(p, t);
  }
}

lemma PlainConquestAdds(p: Position, t: Turn)
  requires Seated(p)
  requires t.conquest.Just? ==> !UsesOrient(t.conquest.value.pay, t.conquest.value.effects)
  ensures Seated(Conquered(p, t))
  ensures Mover(Conquered(p, t)).bought == Mover(p).bought + SecondGain(t)
{
  if t.conquest.Just? {
    PlainBuyAdds(p, SecondBuy(t));
  }
}

// Theorem: without Orient a turn adds the cards of its purchases to those of the mover.
lemma PlainTurnAdds(p: Position, t: Turn)
  requires Seated(p) && orient_present(p, t) && !p.modules.orient
  ensures Seated(Acted(p, t)) && Mover(Acted(p, t)).bought == Mover(p).bought + Gains(t)
{
  PlainDoneAdds(p, t);
  RefilledFollows(Done(p, t));
  var before := BeforeConquest(p, t);
  assert Mover(before).bought == Mover(p).bought + FirstGain(t);
  PlainConquestAdds(before, t);
  RefilledFollows(Conquered(before, t));
  assert Gains(t) == FirstGain(t) + SecondGain(t);
}

// More cards bring no less prestige.
lemma PrestigeOfMore(cards: seq<Played>, more: seq<Played>)
  ensures CardPrestige(cards + more) == CardPrestige(cards) + CardPrestige(more)
{
  if more == [] {
    assert cards + more == cards;
  } else {
    var n := |more| - 1;
    assert (cards + more)[..|cards| + n] == cards + more[..n];
    PrestigeOfMore(cards, more[..n]);
  }
}

lemma PlusInTurn(a: Tokens, b: Tokens, c: Tokens)
  ensures Plus(Plus(a, b), c) == Plus(a, Plus(b, c)) && Plus(a, None()) == a
{
}

// The cards of both count together.
lemma CountsOfMore(cards: seq<Played>, more: seq<Played>)
  ensures Counts(cards + more) == Plus(Counts(cards), Counts(more))
{
  if more == [] {
    assert cards + more == cards;
    PlusInTurn(Counts(cards), None(), None());
  } else {
    var n, all := |more| - 1, cards + more;
    assert all[..|all| - 1] == cards + more[..n] && all[|all| - 1] == more[n];
    CountsOfMore(cards, more[..n]);
    assert Counts(all) == Plus(Counts(cards + more[..n]), CountOf(more[n]));
    PlusInTurn(Counts(cards), Counts(more[..n]), CountOf(more[n]));
  }
}

lemma BonusesOfMore(cards: seq<Played>, more: seq<Played>)
  ensures Bonuses(cards + more) == Plus(Bonuses(cards), Bonuses(more))
{
  if more == [] {
    assert cards + more == cards;
    PlusInTurn(Bonuses(cards), None(), None());
  } else {
    var n, all := |more| - 1, cards + more;
    assert all[..|all| - 1] == cards + more[..n] && all[|all| - 1] == more[n];
    BonusesOfMore(cards, more[..n]);
    assert Bonuses(all) == Plus(Bonuses(cards + more[..n]), BonusOf(more[n]));
    PlusInTurn(Bonuses(cards), Bonuses(more[..n]), BonusOf(more[n]));
  }
}
