// What no action and no conquest changes: the other seats, nobles, posts, cities and rules.
include "invariant.dfy"

// From `p` to `q`, within a turn, only the table and the cards and tokens of the mover change.
predicate Follows(p: Position, q: Position)
  requires Seated(p)
{
  Seated(q) && q.next == p.next && q.seats == p.seats[p.next := Mover(q)] &&
  q.nobles == p.nobles && q.cities == p.cities && q.modules == p.modules &&
  q.rulings == p.rulings && q.passes == p.passes &&
  Mover(q).nobles == Mover(p).nobles && Mover(q).posts == Mover(p).posts
}

lemma FollowsOn(p: Position, q: Position, r: Position)
  requires Seated(p) && Follows(p, q) && Follows(q, r)
  ensures Follows(p, r)
{
}

lemma LiftedFollows(p: Position, level: Level, card: Card)
  requires Seated(p)
  ensures Follows(p, Lifted(p, level, card)) && Mover(Lifted(p, level, card)) == Mover(p)
{
}

lemma RefilledAtFollows(p: Position, level: Level)
  requires Seated(p)
  ensures Follows(p, RefilledAt(p, level)) && Mover(RefilledAt(p, level)) == Mover(p)
  ensures RefilledAt(p, level).supply == p.supply
{
}

// The position after the refill of some rows.
lemma RefilledFollows(p: Position)
  requires Seated(p)
  ensures Follows(p, Refilled(p)) && Mover(Refilled(p)) == Mover(p)
  ensures Refilled(p).supply == p.supply
{
  var one := RefilledAt(p, First);
  var two := RefilledAt(one, Second);
  var three := RefilledAt(two, Third);
  var four := RefilledAt(three, OrientFirst);
  var five := RefilledAt(four, OrientSecond);
  RefilledAtFollows(p, First);
  RefilledAtFollows(one, Second);
  RefilledAtFollows(two, Third);
  RefilledAtFollows(three, OrientFirst);
  RefilledAtFollows(four, OrientSecond);
  RefilledAtFollows(five, OrientThird);
}

lemma OpenedFollows(p: Position, b: Buy)
  requires Seated(p)
  ensures Follows(p, Opened(p, b))
{
  assert Follows(p, Paid(p, b.pay));
  match b.place
  case Market(level) => LiftedFollows(Paid(p, b.pay), level, b.card);
  case Hand =>
}

lemma JoinedFollows(p: Position, card: Card, copy: Copy)
  requires Seated(p)
  ensures Follows(p, Joined(p, card, copy))
{
}

lemma MomentFollows(p: Position, b: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Follows(p, Moment(p, b, i))
{
  if i == 0 {
    OpenedFollows(p, b);
    JoinedFollows(Opened(p, b), b.card, b.effects.copy);
  } else {
    MomentFollows(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedFollows(before, taken.card.level, taken.card);
    var lifted := Lifted(before, taken.card.level, taken.card);
    JoinedFollows(lifted, taken.card, taken.copy);
    FollowsOn(before, lifted, Moment(p, b, i));
    FollowsOn(p, before, Moment(p, b, i));
  }
}

lemma SteppedFollows(p: Position, step: Step)
  requires Seated(p)
  ensures Follows(p, Stepped(p, step)) && Mover(Stepped(p, step)) == Mover(p)
  ensures Stepped(p, step).supply == p.supply
{
}

lemma BoughtFollows(p: Position, b: Buy)
  requires Seated(p)
  ensures Follows(p, Bought(p, b))
{
  var all := AtStep(p, b);
  MomentFollows(p, b, |b.effects.free_cards|);
  var taken := Taken(Counted(all), b.effects.gem);
  assert Follows(all, taken);
  SteppedFollows(taken, b.effects.step);
  FollowsOn(all, taken, Bought(p, b));
  FollowsOn(p, all, Bought(p, b));
}

lemma IntoHandFollows(p: Position, card: Card)
  requires Seated(p)
  ensures Follows(p, IntoHand(p, card))
{
}

lemma DoneFollows(p: Position, t: Turn)
  requires Seated(p)
  ensures Follows(p, Done(p, t))
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) =>
    LiftedFollows(p, level, card);
    IntoHandFollows(Lifted(p, level, card), card);
  case ReserveDeck(level, draw) =>
  case Purchase(card, place, pay) => BoughtFollows(p, FirstBuy(t));
  case Pass =>
}

// Only a purchase changes the bought cards.
lemma OthersKeepBought(p: Position, t: Turn)
  requires Seated(p) && !t.action.Purchase?
  ensures Seated(Done(p, t)) && Mover(Done(p, t)).bought == Mover(p).bought
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) => LiftedFollows(p, level, card);
  case ReserveDeck(level, draw) =>
  case Pass =>
}

// The action of a purchase is the purchase.
lemma DoneBuys(p: Position, t: Turn)
  requires Seated(p) && t.action.Purchase?
  ensures Done(p, t) == Bought(p, FirstBuy(t))
{
}

lemma BeforeConquestFollows(p: Position, t: Turn)
  requires Seated(p)
  ensures Follows(p, BeforeConquest(p, t))
{
  DoneFollows(p, t);
  RefilledFollows(Done(p, t));
}

// The action and the conquest change only the table and the cards and tokens of the mover.
lemma ActedFollows(p: Position, t: Turn)
  requires Seated(p)
  ensures Follows(p, Acted(p, t))
{
  var before := BeforeConquest(p, t);
  BeforeConquestFollows(p, t);
  if t.conquest.Just? {
    BoughtFollows(before, SecondBuy(t));
  }
  RefilledFollows(Conquered(before, t));
}

// At the end of the turn the mover returns tokens, and nobles and posts come.
lemma SettledFollows(p: Position, t: Turn)
  requires Seated(p)
  ensures var q := Settled(p, t);
    Seated(q) && q.next == p.next && q.seats == p.seats[p.next := q.seats[p.next]] &&
    q.rulings == p.rulings && q.modules == p.modules && q.cities == p.cities &&
    q.nobles == p.nobles - multiset(t.nobles) && q.supply == Plus(p.supply, t.returned)
  ensures var before, after := Mover(p), Settled(p, t).seats[p.next];
    after.bought == before.bought && after.hand == before.hand &&
    after.purchases == before.purchases && after.tokens == Minus(before.tokens, t.returned) &&
    after.nobles == before.nobles + t.nobles && after.posts == before.posts + t.posts
{
}

// The same seen from the position before the turn.
lemma EndingOfTurn(p: Position, t: Turn)
  requires Seated(p)
  ensures Seated(Apply(p, t)) && |Apply(p, t).seats| == |p.seats|
  ensures Apply(p, t).seats == p.seats[p.next := Apply(p, t).seats[p.next]]
  ensures var acted := Mover(Acted(p, t)); var seat := Apply(p, t).seats[p.next];
    seat.bought == acted.bought && seat.hand == acted.hand && seat.purchases == acted.purchases &&
    seat.tokens == Minus(acted.tokens, t.returned) &&
    seat.nobles == Mover(p).nobles + t.nobles && seat.posts == Mover(p).posts + t.posts
  ensures Apply(p, t).rulings == p.rulings && Apply(p, t).modules == p.modules
  ensures Apply(p, t).cities == p.cities
  ensures Apply(p, t).nobles == p.nobles - multiset(t.nobles)
  ensures Apply(p, t).supply == Plus(Acted(p, t).supply, t.returned)
  ensures Apply(p, t).next == if p.next + 1 == |p.seats| then 0 else p.next + 1
{
  ActedFollows(p, t);
  SettledFollows(Acted(p, t), t);
}
