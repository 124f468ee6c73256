// Strongholds: blocked cards, and the step after a purchase.
include "orient.dfy"

// The cards on which the strongholds of the mover stand.
function Own(p: Position): multiset<Card> requires Seated(p) { p.strongholds[p.next] }

function InStock(p: Position): nat requires Seated(p) { Less(3, |Own(p)|) }

// Neither the bought card nor a free card is under a rival stronghold.
predicate stronghold_blocked(p: Position, b: Buy)
{
  !RivalOn(p, b.card) &&
  forall i :: 0 <= i < |b.effects.free_cards| ==> !RivalOn(p, b.effects.free_cards[i].card)
}

// The position at the step: the seat has all cards of the purchase.
function AtStep(p: Position, b: Buy): Position
  requires Seated(p)
{
  Moment(p, b, |b.effects.free_cards|)
}

predicate stronghold_face_up(p: Position, b: Buy)
  requires Seated(p)
{
  match b.effects.step
  case NoStep => true
  case PlaceOn(to) => FaceUp(AtStep(p, b), to)
  case MoveOn(left, to) => FaceUp(AtStep(p, b), left) && FaceUp(AtStep(p, b), to)
  case RemoveFrom(off, owner) => FaceUp(AtStep(p, b), off)
}

// The card to which a step brings a stronghold has no rival stronghold.
predicate stronghold_rival(p: Position, b: Buy)
  requires Seated(p)
{
  match b.effects.step
  case NoStep => true
  case PlaceOn(to) => !RivalOn(AtStep(p, b), to)
  case MoveOn(left, to) => !RivalOn(AtStep(p, b), to)
  case RemoveFrom(off, owner) => true
}

predicate stronghold_stock(p: Position, b: Buy)
  requires Seated(p)
{
  b.effects.step.PlaceOn? ==> InStock(AtStep(p, b)) > 0
}

predicate MayMove(p: Position)
  requires Seated(p)
{
  p.rulings.move.AnyTime? || InStock(p) == 0
}

predicate stronghold_move(p: Position, b: Buy)
  requires Seated(p)
{
  b.effects.step.MoveOn? ==>
    b.effects.step.left in Own(AtStep(p, b)) && b.effects.step.left != b.effects.step.to &&
    MayMove(AtStep(p, b))
}

// Whether strongholds of a seat stand on a card and one of them may be removed.
predicate MayRemove(p: Position, owner: nat, card: Card)
{
  owner < |p.strongholds| && owner != p.next && card in p.strongholds[owner] &&
  (p.rulings.remove.AnyRival? || p.strongholds[owner][card] == 1)
}

predicate stronghold_remove(p: Position, b: Buy)
  requires Seated(p)
{
  b.effects.step.RemoveFrom? ==>
    MayRemove(AtStep(p, b), b.effects.step.owner, b.effects.step.off)
}

// Whether a stronghold can come to a card of a level.
predicate CanPlaceAt(p: Position, level: Level)
  requires Seated(p)
{
  OpenAt(p, level) && InStock(p) > 0
}

// Whether a stronghold can move from some card to one of a level.
predicate CanMoveTo(p: Position, level: Level)
  requires Seated(p)
{
  MayMove(p) && exists to :: to in RowAt(p, level).market && !RivalOn(p, to) &&
    exists left :: left in Own(p) && left != to
}

predicate CanRemove(p: Position)
{
  exists i :: 0 <= i < |p.strongholds| &&
    exists card :: card in p.strongholds[i] && MayRemove(p, i, card)
}

predicate CanStep(p: Position)
  requires Seated(p)
{
  (exists level :: CanPlaceAt(p, level)) || (exists level :: CanMoveTo(p, level)) || CanRemove(p)
}

predicate stronghold_mandatory(p: Position, b: Buy)
  requires Seated(p)
{
  p.modules.strongholds && b.effects.step.NoStep? && p.rulings.stronghold_step.StepMandatory? ==>
    !CanStep(AtStep(p, b))
}

function WithStrongholds(p: Position, owner: nat, cards: multiset<Card>): Position
  requires owner < |p.strongholds|
{
  p.(strongholds := p.strongholds[owner := cards])
}

function Stepped(p: Position, step: Step): Position
  requires Seated(p)
{
  match step
  case NoStep => p
  case PlaceOn(to) => WithStrongholds(p, p.next, Own(p) + multiset{to})
  case MoveOn(left, to) => WithStrongholds(p, p.next, Own(p) - multiset{left} + multiset{to})
  case RemoveFrom(off, owner) =>
    if owner < |p.strongholds| then WithStrongholds(p, owner, p.strongholds[owner] - multiset{off})
    else p
}

function Counted(p: Position): Position
  requires Seated(p)
{
  WithMover(p, Mover(p).(purchases := Mover(p).purchases + 1))
}

// The position after a purchase with all that follows it; the empty places are not refilled yet.
function Bought(p: Position, b: Buy): Position
  requires Seated(p)
  ensures Seated(Bought(p, b)) && Bought(p, b).next == p.next
{
  Stepped(Taken(Counted(AtStep(p, b)), b.effects.gem), b.effects.step)
}
