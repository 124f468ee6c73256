// Orient: a copy card never outlives the other cards of the color that it took.
include "cards.dfy"
include "chains.dfy"

// No card is there twice, and cards of virtual gold have no color of their own.
predicate CardsRight(cards: multiset<Card>)
{
  forall card :: card in cards ==>
    cards[card] == 1 && (card.power.VirtualGold? ==> card.color.Nothing?)
}

// A copy card has a color, and every other card has its own.
predicate ColorRight(played: Played)
{
  if IsCopyCard(played.card) then played.color.Just? else played.color == played.card.color
}

// Some card has the color of another card, and is no copy.
predicate Backs(cards: seq<Played>, color: Maybe<Color>)
{
  exists other :: other in cards && !IsCopyCard(other.card) && other.color == color
}

predicate Backed(cards: seq<Played>)
{
  forall played :: played in cards ==>
    ColorRight(played) && (IsCopyCard(played.card) ==> Backs(cards, played.color))
}

// Exactly the copy cards have a copied color, and a seat with a copy of a color has another card of
// it that is no copy.
predicate copies_backed(p: Position)
{
  forall i :: 0 <= i < |p.seats| ==> Backed(p.seats[i].bought)
}

// Whether all cards of a seat are different.
predicate AllDifferent(cards: seq<Played>)
{
  forall i, j :: 0 <= i < j < |cards| ==> cards[i].card != cards[j].card
}

lemma PlayedIsCard(cards: seq<Played>, i: nat)
  requires i < |cards|
  ensures cards[i].card in PlayedCards(cards)
{
  var last := |cards| - 1;
  if i < last {
    assert cards[i] == cards[..last][i];
    PlayedIsCard(cards[..last], i);
  }
}

// Cards that are there once are different.
lemma OnceIsDifferent(cards: seq<Played>)
  requires forall card :: PlayedCards(cards)[card] <= 1
  ensures AllDifferent(cards)
{
  if cards != [] {
    var last := |cards| - 1;
    var rest := cards[..last];
    forall card
      ensures PlayedCards(rest)[card] <= 1
    {
      assert PlayedCards(cards)[card] == PlayedCards(rest)[card] + multiset{cards[last].card}[card];
    }
    OnceIsDifferent(rest);
    forall i | 0 <= i < last
      ensures cards[i].card != cards[last].card
    {
      PlayedIsCard(rest, i);
      assert rest[i] == cards[i];
      assert PlayedCards(cards)[cards[last].card] == PlayedCards(rest)[cards[last].card] + 1;
    }
  }
}

// Without a card a seat has all its other cards.
lemma WithoutHasOthers(cards: seq<Played>, card: Card)
  requires AllDifferent(cards)
  ensures AllDifferent(WithoutPlayed(cards, card))
  ensures forall played ::
    played in WithoutPlayed(cards, card) <==> played in cards && played.card != card
{
  if cards != [] {
    var last := |cards| - 1;
    var rest := cards[..last];
    assert cards == rest + [cards[last]];
    if cards[last].card != card {
      WithoutHasOthers(rest, card);
      var others := WithoutPlayed(rest, card);
      forall i | 0 <= i < |others|
        ensures others[i].card != cards[last].card
      {
        assert others[i] in others && others[i] in rest;
      }
    }
  }
}

lemma WithoutAllHasOthers(cards: seq<Played>, given: seq<Card>)
  requires AllDifferent(cards)
  ensures forall played ::
    played in WithoutAll(cards, given) <==> played in cards && played.card !in given
  decreases |given|
{
  if given != [] {
    WithoutHasOthers(cards, given[0]);
    WithoutAllHasOthers(WithoutPlayed(cards, given[0]), given[1..]);
    assert given == [given[0]] + given[1..];
  }
}

// Spent cards back no copy.
lemma SpentLeaveBacked(cards: seq<Played>, given: seq<Card>)
  requires AllDifferent(cards) && Backed(cards)
  requires forall card :: card in given ==> card.color.Nothing? && !IsCopyCard(card)
  ensures Backed(WithoutAll(cards, given))
{
  var left := WithoutAll(cards, given);
  WithoutAllHasOthers(cards, given);
  forall played | played in left && IsCopyCard(played.card)
    ensures Backs(left, played.color)
  {
    assert Backs(cards, played.color);
    var other :| other in cards && !IsCopyCard(other.card) && other.color == played.color;
    assert ColorRight(other) && ColorRight(played);
    assert other in left;
  }
}

// Whether a card is given up only together with the copies of its color.
predicate CopiesGo(cards: seq<Played>, given: seq<Card>, color: Maybe<Color>)
{
  (forall card :: card in given ==> IsCopyCard(card)) ||
  forall played :: played in cards && IsCopyCard(played.card) && played.color == color ==>
    played.card in given
}

// Cards of a color that are given up after its copies leave the other copies backed.
lemma DiscardedLeaveBacked(cards: seq<Played>, given: seq<Card>, color: Color)
  requires AllDifferent(cards) && Backed(cards) && CopiesGo(cards, given, Just(color))
  requires forall card :: card in given ==>
    exists played :: played in cards && played.card == card && played.color == Just(color)
  ensures Backed(WithoutAll(cards, given))
{
  var left := WithoutAll(cards, given);
  WithoutAllHasOthers(cards, given);
  forall played | played in left && IsCopyCard(played.card)
    ensures Backs(left, played.color)
  {
    assert Backs(cards, played.color);
    var other :| other in cards && !IsCopyCard(other.card) && other.color == played.color;
    if other.card in given {
      var gone :| gone in cards && gone.card == other.card && gone.color == Just(color);
      assert gone == other;
    }
    assert other in left;
  }
}

// A card that joins a seat is no copy, or takes a color that is backed.
lemma JoinedStaysBacked(p: Position, card: Card, copy: Copy)
  requires Seated(p) && Backed(Mover(p).bought) && CopyFits(Mover(p), card, copy)
  ensures Backed(Mover(Joined(p, card, copy)).bought)
{
  var before := Mover(p).bought;
  var joined := AsPlayed(p.rulings, Mover(p), card, copy);
  var after := Mover(Joined(p, card, copy)).bought;
  assert after == before + [joined];
  if IsCopyCard(card) {
    SourceIsThere(before, copy);
    var source := SourceIn(before, copy).value;
    assert joined.color == source.color;
    assert IsCopyCard(source.card) ==> Backs(before, source.color);
  }
  forall played | played in after && IsCopyCard(played.card)
    ensures Backs(after, played.color)
  {
    assert Backs(before, played.color);
    var other :| other in before && !IsCopyCard(other.card) && other.color == played.color;
    assert other in after;
  }
}

lemma MoverCardsAreDifferent(p: Position)
  requires Seated(p) && CardsRight(CardsInPlay(p))
  ensures AllDifferent(Mover(p).bought)
{
  var cards := PlayedCards(Mover(p).bought);
  forall card
    ensures cards[card] <= 1
  {
    assert cards[card] <= CardsInPlay(p)[card];
  }
  OnceIsDifferent(Mover(p).bought);
}

// The payment leaves the copies of the seat backed.
lemma GivenLeaveBacked(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  ensures Backed(WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded))
{
  var cards := Mover(p).bought;
  MoverCardsAreDifferent(p);
  if b.pay.discarded == [] {
    assert b.pay.spent + b.pay.discarded == b.pay.spent;
    forall card | card in b.pay.spent
      ensures card.color.Nothing? && !IsCopyCard(card)
    {
      assert card in multiset(b.pay.spent);
      assert card in PlayedCards(cards) && card in CardsInPlay(p);
    }
    SpentLeaveBacked(cards, b.pay.spent);
  } else {
    assert b.pay.spent == [] && b.pay.spent + b.pay.discarded == b.pay.discarded;
    forall card | card in b.pay.discarded
      ensures exists played ::
        played in cards && played.card == card && played.color == b.card.discard
    {
      assert CountsAs(Mover(p), card, b.card.discard.value);
    }
    DiscardedLeaveBacked(cards, b.pay.discarded, b.card.discard.value);
  }
}

lemma OpenedStaysBacked(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  ensures Seated(Opened(p, b)) && Backed(Mover(Opened(p, b)).bought)
{
  OpenedFollows(p, b);
  GivenLeaveBacked(p, b);
  var paid := Paid(p, b.pay);
  assert Mover(paid).bought == WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded);
  match b.place
  case Market(level) => LiftedFollows(paid, level, b.card);
  case Hand =>
}

lemma MomentStaysBacked(p: Position, b: Buy, i: nat)
  requires Seated(p) && LegalBuy(p, b) && i <= |b.effects.free_cards|
  requires Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  ensures Backed(Mover(Moment(p, b, i)).bought)
{
  if i == 0 {
    OpenedStaysBacked(p, b);
    JoinedStaysBacked(Opened(p, b), b.card, b.effects.copy);
  } else {
    MomentStaysBacked(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedFollows(before, taken.card.level, taken.card);
    assert CopyFits(Mover(before), taken.card, taken.copy);
    JoinedStaysBacked(Lifted(before, taken.card.level, taken.card), taken.card, taken.copy);
  }
}

lemma BoughtStaysBacked(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  ensures Seated(Bought(p, b)) && Backed(Mover(Bought(p, b)).bought)
{
  MomentStaysBacked(p, b, |b.effects.free_cards|);
  var taken := Taken(Counted(AtStep(p, b)), b.effects.gem);
  SteppedFollows(taken, b.effects.step);
  assert Mover(Bought(p, b)).bought == Mover(AtStep(p, b)).bought;
}

lemma DoneStaysBacked(p: Position, t: Turn)
  requires Seated(p) && Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  requires t.action.Purchase? ==> LegalBuy(p, FirstBuy(t))
  ensures Seated(Done(p, t)) && Backed(Mover(Done(p, t)).bought)
{
  if t.action.Purchase? {
    BoughtStaysBacked(p, FirstBuy(t));
    DoneBuys(p, t);
  } else {
    OthersKeepBought(p, t);
  }
}

// The copies of the mover stay backed in its action and its conquest.
lemma ActedStaysBacked(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && Backed(Mover(p).bought) && CardsRight(CardsInPlay(p))
  ensures Seated(Acted(p, t)) && Backed(Mover(Acted(p, t)).bought)
{
  DoneStaysBacked(p, t);
  ActionMovesCards(p, t);
  RefilledKeepsCards(Done(p, t));
  RefilledFollows(Done(p, t));
  var before := BeforeConquest(p, t);
  if t.conquest.Just? {
    BoughtStaysBacked(before, SecondBuy(t));
  }
  RefilledFollows(Conquered(before, t));
}

// The cards of the table and of the mover are some of all cards.
lemma CardsInPlayRight(p: Position)
  requires Seated(p) && CardsRight(AllCards(p))
  ensures CardsRight(CardsInPlay(p))
{
  CardsOfSeat(p.seats, p.next);
  forall card | card in CardsInPlay(p)
    ensures card in AllCards(p) && CardsInPlay(p)[card] == 1
  {
    assert CardsInPlay(p)[card] <= AllCards(p)[card];
  }
}

// Theorem: each legal turn keeps the copies backed (the invariant `copies-backed`), if no card is
// in two places and cards of virtual gold have no color of their own; and this stays so.
lemma CopiesStayBacked(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && copies_backed(p) && CardsRight(AllCards(p))
  ensures Seated(Apply(p, t)) && copies_backed(Apply(p, t)) && CardsRight(AllCards(Apply(p, t)))
{
  CardsInPlayRight(p);
  ActedStaysBacked(p, t);
  EndingOfTurn(p, t);
  CardsConserved(p, t);
  forall i | 0 <= i < |p.seats|
    ensures Backed(Apply(p, t).seats[i].bought)
  {
    if i != p.next {
      assert Apply(p, t).seats[i] == p.seats[i];
    }
  }
}
