// Reservations and purchases use up cards, nobles and posts are used up too, and no turn brings any
// back.
include "cards.dfy"
include "hoard.dfy"
include "limits.dfy"

function TableSize(p: Position): nat { |TableCards(p)| }

// Whether a pass can bring a trading post. In other games a seat has every post that it meets.
predicate PassBringsPost(p: Position)
{
  p.modules.trading_posts && (p.modules.orient || p.modules.strongholds)
}

// The trading posts that passes can still bring.
function PostsLeft(p: Position): nat { if PassBringsPost(p) then MissingPosts(p.seats) else 0 }

// Two for each card on the table, one for each card in a hand, one for each noble on the table, and
// one for each post that passes can bring.
function Left(p: Position): nat
{
  2 * TableSize(p) + Hands(p.seats) + |p.nobles| + PostsLeft(p)
}

// The cards that the mover and the turns before used up.
function UsedUp(p: Position): nat
  requires Seated(p)
{
  |Mover(p).bought| + |p.gone|
}

lemma PlayedSize(cards: seq<Played>)
  ensures |PlayedCards(cards)| == |cards|
{
}

lemma WithoutSize(cards: seq<Played>, card: Card)
  requires card in PlayedCards(cards)
  ensures |WithoutPlayed(cards, card)| == |cards| - 1
{
  WithoutLosesCard(cards, card);
  PlayedSize(cards);
  PlayedSize(WithoutPlayed(cards, card));
}

lemma WithoutAllSize(cards: seq<Played>, given: seq<Card>)
  requires multiset(given) <= PlayedCards(cards)
  ensures |WithoutAll(cards, given)| == |cards| - |given|
{
  WithoutAllLosesCards(cards, given);
  PlayedSize(cards);
  PlayedSize(WithoutAll(cards, given));
}

// A card that leaves the market is not used up yet.
lemma LiftedUsesNothing(p: Position, level: Level, card: Card)
  requires Seated(p)
  ensures Seated(Lifted(p, level, card)) && UsedUp(Lifted(p, level, card)) == UsedUp(p)
{
  LiftedFollows(p, level, card);
  assert Lifted(p, level, card).gone == p.gone;
}

// The cards that pay were used up before.
lemma PaidUsesNothing(p: Position, pay: Payment)
  requires Seated(p) && multiset(pay.spent + pay.discarded) <= PlayedCards(Mover(p).bought)
  ensures Seated(Paid(p, pay)) && UsedUp(Paid(p, pay)) == UsedUp(p)
{
  var given := pay.spent + pay.discarded;
  WithoutAllSize(Mover(p).bought, given);
  assert Mover(Paid(p, pay)).bought == WithoutAll(Mover(p).bought, given);
  assert Paid(p, pay).gone == p.gone + multiset(given);
  assert |Paid(p, pay).gone| == |p.gone| + |given|;
}

lemma OpenedUsesNothing(p: Position, b: Buy)
  requires Seated(p) && CardsAreThere(p, b)
  ensures Seated(Opened(p, b)) && UsedUp(Opened(p, b)) == UsedUp(p)
{
  var paid := Paid(p, b.pay);
  PaidUsesNothing(p, b.pay);
  match b.place
  case Market(level) =>
    LiftedUsesNothing(paid, level, b.card);
    assert Opened(p, b) == Lifted(paid, level, b.card);
  case Hand =>
    assert Mover(Opened(p, b)).bought == Mover(paid).bought;
    assert Opened(p, b).gone == paid.gone;
}

lemma JoinedUsesUp(p: Position, card: Card, copy: Copy)
  requires Seated(p)
  ensures Seated(Joined(p, card, copy)) && UsedUp(Joined(p, card, copy)) == UsedUp(p) + 1
{
  var played := AsPlayed(p.rulings, Mover(p), card, copy);
  assert Mover(Joined(p, card, copy)).bought == Mover(p).bought + [played];
  assert Joined(p, card, copy).gone == p.gone;
}

// A purchase uses up its card and its free cards.
lemma MomentUsesUp(p: Position, b: Buy, i: nat)
  requires Seated(p) && CardsAreThere(p, b) && i <= |b.effects.free_cards|
  ensures UsedUp(Moment(p, b, i)) == UsedUp(p) + 1 + i
{
  if i == 0 {
    OpenedUsesNothing(p, b);
    JoinedUsesUp(Opened(p, b), b.card, b.effects.copy);
  } else {
    MomentUsesUp(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedUsesNothing(before, taken.card.level, taken.card);
    JoinedUsesUp(Lifted(before, taken.card.level, taken.card), taken.card, taken.copy);
    assert Moment(p, b, i) == FreeTaken(before, taken);
  }
}

lemma BoughtUsesUp(p: Position, b: Buy)
  requires Seated(p) && CardsAreThere(p, b)
  ensures Seated(Bought(p, b)) && UsedUp(Bought(p, b)) > UsedUp(p)
{
  MomentUsesUp(p, b, |b.effects.free_cards|);
  var taken := Taken(Counted(AtStep(p, b)), b.effects.gem);
  SteppedFollows(taken, b.effects.step);
  assert Bought(p, b).gone == taken.gone;
}

predicate UsesCard(t: Turn) { Reserves(t) || t.action.Purchase? || t.conquest.Just? }

lemma RefilledUsesNothing(p: Position)
  requires Seated(p)
  ensures Seated(Refilled(p)) && UsedUp(Refilled(p)) == UsedUp(p)
{
  RefilledFollows(p);
  var one := RefilledAt(p, First);
  var two := RefilledAt(one, Second);
  var three := RefilledAt(two, Third);
  var four := RefilledAt(three, OrientFirst);
  var five := RefilledAt(four, OrientSecond);
  assert one.gone == p.gone && two.gone == p.gone && three.gone == p.gone;
  assert four.gone == p.gone && five.gone == p.gone;
}

lemma IntoHandUsesNothing(p: Position, card: Card)
  requires Seated(p)
  ensures Seated(IntoHand(p, card)) && UsedUp(IntoHand(p, card)) == UsedUp(p)
{
}

lemma ReservedMarketUsesNothing(p: Position, level: Level, card: Card)
  requires Seated(p)
  ensures Seated(ReservedMarket(p, level, card))
  ensures UsedUp(ReservedMarket(p, level, card)) == UsedUp(p)
{
  LiftedUsesNothing(p, level, card);
  IntoHandUsesNothing(Lifted(p, level, card), card);
}

lemma ReservedDeckUsesNothing(p: Position, level: Level, draw: Draw)
  requires Seated(p)
  ensures Seated(ReservedDeck(p, level, draw))
  ensures UsedUp(ReservedDeck(p, level, draw)) == UsedUp(p)
{
  var row := RowAt(p, level);
  if row.deck != [] {
    var drawn := WithRow(p, level, row.(deck := DeckAfter(row.deck, draw)));
    assert Seated(drawn) && Mover(drawn) == Mover(p) && drawn.gone == p.gone;
    IntoHandUsesNothing(drawn, Drawn(row.deck, draw));
  }
}

lemma TakenUsesNothing(p: Position, gems: Tokens)
  requires Seated(p)
  ensures Seated(Taken(p, gems)) && UsedUp(Taken(p, gems)) == UsedUp(p)
{
}

// The action of a turn, before the refill.
lemma DoneUsesUp(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Done(p, t)) && UsedUp(Done(p, t)) >= UsedUp(p)
  ensures t.action.Purchase? ==> UsedUp(Done(p, t)) > UsedUp(p)
{
  match t.action
  case Take(taken) =>
    TakenUsesNothing(p, taken);
    TakenUsesNothing(Taken(p, taken), t.effects.gem);
  case ReserveMarket(level, card) => ReservedMarketUsesNothing(p, level, card);
  case ReserveDeck(level, draw) => ReservedDeckUsesNothing(p, level, draw);
  case Purchase(card, place, pay) =>
    LegalCardsAreThere(p, FirstBuy(t));
    BoughtUsesUp(p, FirstBuy(t));
  case Pass =>
}

lemma BeforeConquestUsesUp(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(BeforeConquest(p, t)) && UsedUp(BeforeConquest(p, t)) >= UsedUp(p)
  ensures t.action.Purchase? ==> UsedUp(BeforeConquest(p, t)) > UsedUp(p)
{
  DoneUsesUp(p, t);
  RefilledUsesNothing(Done(p, t));
}

lemma ConqueredUsesUp(p: Position, t: Turn)
  requires Seated(p) && (t.conquest.Just? ==> CardsAreThere(p, SecondBuy(t)))
  ensures Seated(Conquered(p, t)) && UsedUp(Conquered(p, t)) >= UsedUp(p)
  ensures t.conquest.Just? ==> UsedUp(Conquered(p, t)) > UsedUp(p)
{
  if t.conquest.Just? {
    BoughtUsesUp(p, SecondBuy(t));
  }
}

// Purchases use up cards, and no action brings any back.
lemma ActionUsesUp(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t) && LegalConquest(p, t)
  ensures Seated(Acted(p, t)) && UsedUp(Acted(p, t)) >= UsedUp(p)
  ensures t.action.Purchase? || t.conquest.Just? ==> UsedUp(Acted(p, t)) > UsedUp(p)
{
  var before := BeforeConquest(p, t);
  BeforeConquestUsesUp(p, t);
  ConquestCardsAreThere(p, t);
  ConqueredUsesUp(before, t);
  RefilledUsesNothing(Conquered(before, t));
}

// The cards in hand after an action: one more after a reservation, one less after a purchase from
// the hand.
lemma DoneUsesHand(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Done(p, t))
  ensures |Mover(Done(p, t)).hand| ==
    if Reserves(t) then |Mover(p).hand| + 1
    else if t.action.Purchase? && t.action.place.Hand? then |Mover(p).hand| - 1
    else |Mover(p).hand|
{
  match t.action
  case Take(taken) =>
  case ReserveMarket(level, card) => LiftedFollows(p, level, card);
  case ReserveDeck(level, draw) =>
  case Purchase(card, place, pay) =>
    BoughtKeepsHand(p, FirstBuy(t));
    if place.Hand? {
      assert card in Mover(p).hand;
      assert |Mover(p).hand - multiset{card}| == |Mover(p).hand| - 1;
    }
  case Pass =>
}

// The same after the conquest, which leaves the hand.
lemma ActionUsesHand(p: Position, t: Turn)
  requires Seated(p) && LegalAction(p, t)
  ensures Seated(Acted(p, t))
  ensures |Mover(Acted(p, t)).hand| ==
    if Reserves(t) then |Mover(p).hand| + 1
    else if t.action.Purchase? && t.action.place.Hand? then |Mover(p).hand| - 1
    else |Mover(p).hand|
{
  DoneUsesHand(p, t);
  RefilledFollows(Done(p, t));
  HandAfterConquest(BeforeConquest(p, t), t);
  RefilledFollows(Conquered(BeforeConquest(p, t), t));
}

// The cards in play are those on the table, in the hand of the mover, and those used up.
lemma CardsInPlaySize(p: Position)
  requires Seated(p)
  ensures |CardsInPlay(p)| == TableSize(p) + |Mover(p).hand| + UsedUp(p)
{
  PlayedSize(Mover(p).bought);
}

lemma PostsLeftFalls(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures PostsLeft(Apply(p, t)) <= PostsLeft(p)
  ensures t.posts != {} && PassBringsPost(p) ==> PostsLeft(Apply(p, t)) < PostsLeft(p)
{
  EndingOfTurn(p, t);
  MissingMoved(p.seats, p.next, Apply(p, t).seats[p.next]);
  NewPostIsMissingNoMore(Mover(p).posts, t.posts);
  if t.posts != {} {
    var post :| post in t.posts;
    assert post !in Mover(p).posts;
  }
}

// No legal turn brings back a card, a noble or a post; one that uses a card, or brings a noble or a
// post, uses it up.
lemma LeftFalls(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures Left(Apply(p, t)) <= Left(p)
  ensures UsesCard(t) || t.nobles != [] || (t.posts != {} && PassBringsPost(p)) ==>
    Left(Apply(p, t)) < Left(p)
{
  var acted := Acted(p, t);
  ActedMovesCards(p, t);
  ActedFollows(p, t);
  CardsInPlaySize(p);
  CardsInPlaySize(acted);
  ActionUsesUp(p, t);
  ActionUsesHand(p, t);
  EndingOfTurn(p, t);
  HandsMoved(p.seats, p.next, Apply(p, t).seats[p.next]);
  PostsLeftFalls(p, t);
  assert TableCards(Apply(p, t)) == TableCards(acted);
  assert |Apply(p, t).nobles| + |t.nobles| == |p.nobles|;
}
