// The step with a stronghold after a purchase.
include "standing.dfy"

// Theorem: a seat places a stronghold only if it has one in stock, and it moves one of its own to
// another card; under `move` = `stock-empty` it moves only if its stock is empty.
lemma StepsAreOfTheSeat(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures b.effects.step.PlaceOn? ==> |Own(AtStep(p, b))| < 3
  ensures b.effects.step.MoveOn? ==>
    b.effects.step.left in Own(AtStep(p, b)) && b.effects.step.left != b.effects.step.to
  ensures b.effects.step.MoveOn? && p.rulings.move.StockEmpty? ==> |Own(AtStep(p, b))| >= 3
{
  MomentFollows(p, b, |b.effects.free_cards|);
}

// Theorem: a removal takes a stronghold of another seat; by default one that is alone on its card.
lemma RemovalTakesRival(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && b.effects.step.RemoveFrom?
  ensures var all, owner := AtStep(p, b).strongholds, b.effects.step.owner;
    owner != p.next && owner < |all| && b.effects.step.off in all[owner] &&
    (p.rulings.remove.Lone? ==> all[owner][b.effects.step.off] == 1)
{
  MomentFollows(p, b, |b.effects.free_cards|);
}

// Theorem: by default a purchase with Strongholds has a step if the seat can place a stronghold,
// move one or remove one.
lemma StepMustCome(p: Position, b: Buy, level: Level, to: Card, left: Card, owner: nat, off: Card)
  requires Seated(p) && LegalBuy(p, b) && p.modules.strongholds
  requires p.rulings.stronghold_step.StepMandatory? && p.rulings.move.AnyTime?
  requires var q := AtStep(p, b);
    (to in RowAt(q, level).market && !RivalOn(q, to) &&
      (|Own(q)| < 3 || (left in Own(q) && left != to))) ||
    (owner < |q.strongholds| && owner != p.next && q.strongholds[owner][off] == 1)
  ensures b.effects.step != NoStep
{
  MomentFollows(p, b, |b.effects.free_cards|);
  var q := AtStep(p, b);
  if to in RowAt(q, level).market && !RivalOn(q, to) && |Own(q)| < 3 {
    assert CanPlaceAt(q, level);
  } else if to in RowAt(q, level).market && !RivalOn(q, to) && left in Own(q) && left != to {
    assert CanMoveTo(q, level);
  } else {
    assert off in q.strongholds[owner] && MayRemove(q, owner, off);
    assert CanRemove(q);
  }
}

// The step does not change what is before it.
lemma MomentBeforeStep(p: Position, b: Buy, c: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  requires c == b.(effects := b.effects.(step := c.effects.step))
  ensures Moment(p, c, i) == Moment(p, b, i)
{
  if i > 0 {
    MomentBeforeStep(p, b, c, i - 1);
  }
}

// Each face-up card is in the row of its level.
predicate LevelsFit(p: Position)
{
  forall level, card :: card in RowAt(p, level).market ==> card.level == level
}

// Theorem: a seat has to take a step only if there is one that it may take.
lemma CanStepSteps(p: Position, b: Buy) returns (c: Buy)
  requires Seated(p) && CanStep(AtStep(p, b)) && StandsFaceUp(AtStep(p, b))
  requires LevelsFit(AtStep(p, b))
  ensures c == b.(effects := b.effects.(step := c.effects.step)) && c.effects.step != NoStep
  ensures stronghold_face_up(p, c) && stronghold_rival(p, c) && stronghold_stock(p, c)
  ensures stronghold_move(p, c) && stronghold_remove(p, c)
{
  var q := AtStep(p, b);
  var step: Step;
  if level :| CanPlaceAt(q, level) {
    var to :| to in RowAt(q, level).market && !RivalOn(q, to);
    step := PlaceOn(to);
  } else if level :| CanMoveTo(q, level) {
    var to :| to in RowAt(q, level).market && !RivalOn(q, to) &&
      exists left :: left in Own(q) && left != to;
    var left :| left in Own(q) && left != to;
    step := MoveOn(left, to);
  } else {
    var owner :| 0 <= owner < |q.strongholds| &&
      exists card :: card in q.strongholds[owner] && MayRemove(q, owner, card);
    var off :| off in q.strongholds[owner] && MayRemove(q, owner, off);
    step := RemoveFrom(off, owner);
  }
  c := b.(effects := b.effects.(step := step));
  MomentBeforeStep(p, b, c, |b.effects.free_cards|);
}

// Theorem: a step places one stronghold, moves one or removes one.
lemma StepMovesOne(p: Position, step: Step)
  requires Seated(p)
  ensures step.PlaceOn? ==> Own(Stepped(p, step)) == Own(p) + multiset{step.to}
  ensures step.MoveOn? && step.left in Own(p) ==>
    Own(Stepped(p, step)) + multiset{step.left} == Own(p) + multiset{step.to}
  ensures step.RemoveFrom? && step.owner < |p.strongholds| && step.off in p.strongholds[step.owner]
    ==> Stepped(p, step).strongholds[step.owner] + multiset{step.off} == p.strongholds[step.owner]
{
}

// Theorem: only a purchase has a step, and without the module there is none.
lemma StepAfterPurchase(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.effects.step != NoStep
  ensures t.action.Purchase? && p.modules.strongholds
{
}

// Theorem: a seat reserves no card on which a rival stronghold stands.
lemma RivalsKeepReserved(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && t.action.ReserveMarket?
  ensures !RivalOn(p, t.action.face)
{
}

lemma MomentKeepsPurchases(p: Position, b: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Mover(Moment(p, b, i)).purchases == Mover(p).purchases
{
  if i == 0 {
    assert Mover(Paid(p, b.pay)).purchases == Mover(p).purchases;
    if b.place.Market? {
      LiftedFollows(Paid(p, b.pay), b.place.level, b.card);
    }
  } else {
    MomentKeepsPurchases(p, b, i - 1);
    var taken := b.effects.free_cards[i - 1];
    LiftedFollows(Moment(p, b, i - 1), taken.card.level, taken.card);
  }
}

lemma BoughtCountsOne(p: Position, b: Buy)
  requires Seated(p)
  ensures Mover(Bought(p, b)).purchases == Mover(p).purchases + 1
{
  MomentKeepsPurchases(p, b, |b.effects.free_cards|);
  SteppedFollows(Taken(Counted(AtStep(p, b)), b.effects.gem), b.effects.step);
}

lemma DoneCounts(p: Position, t: Turn)
  requires Seated(p)
  ensures Mover(Done(p, t)).purchases ==
    Mover(p).purchases + if t.action.Purchase? then 1 else 0
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) => LiftedFollows(p, level, card);
  case ReserveDeck(level, draw) =>
  case Purchase(card, place, pay) => BoughtCountsOne(p, FirstBuy(t));
  case Pass =>
}

// Theorem: a turn counts its purchases, and no free card.
lemma PurchasesAreCounted(p: Position, t: Turn)
  requires Seated(p)
  ensures |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).seats[p.next].purchases == Mover(p).purchases +
    (if t.action.Purchase? then 1 else 0) + if t.conquest.Just? then 1 else 0
{
  DoneCounts(p, t);
  RefilledFollows(Done(p, t));
  var before := BeforeConquest(p, t);
  if t.conquest.Just? {
    BoughtCountsOne(before, SecondBuy(t));
  }
  RefilledFollows(Conquered(before, t));
  EndingOfTurn(p, t);
}
