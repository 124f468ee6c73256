// The free cards after a purchase: a seat can take each one that it has to take.
include "means.dfy"

// A card on the table or in the hand is not in front of the seat.
lemma ElsewhereIsNotPlayed(p: Position, card: Card)
  requires Seated(p) && CardsRight(CardsInPlay(p))
  requires card in TableCards(p) || card in Mover(p).hand
  ensures card !in PlayedCards(Mover(p).bought)
{
  if card in PlayedCards(Mover(p).bought) {
    assert CardsInPlay(p)[card] == TableCards(p)[card] + Mover(p).hand[card] +
      PlayedCards(Mover(p).bought)[card] + p.gone[card];
    assert card in CardsInPlay(p);
  }
}

// A copy card can copy a card of its seat.
lemma CopyFitsSeat(seat: Seat, card: Card) returns (copy: Copy)
  requires card !in PlayedCards(seat.bought)
  requires IsCopyCard(card) ==> exists played :: played in seat.bought && played.color.Just?
  ensures CopyFits(seat, card, copy)
{
  copy := NoCopy;
  if IsCopyCard(card) {
    var played :| played in seat.bought && played.color.Just?;
    var i :| 0 <= i < |seat.bought| && seat.bought[i] == played;
    PlayedIsCard(seat.bought, i);
    SourceIsFound(seat.bought, played);
    copy := CopyOf(played.card);
  }
}

// Whether a seat has a card with a color.
predicate Colored(seat: Seat) { exists played :: played in seat.bought && played.color.Just? }

// A card that brings a free card gives its seat a color.
lemma JoinedHasColor(p: Position, card: Card, copy: Copy)
  requires Seated(p) && CardFits(card) && CopyFits(Mover(p), card, copy) && Grants(card) != {}
  ensures Seated(Joined(p, card, copy)) && Colored(Mover(Joined(p, card, copy)))
{
  var joined := AsPlayed(p.rulings, Mover(p), card, copy);
  var after := Mover(Joined(p, card, copy)).bought;
  assert after == Mover(p).bought + [joined];
  if IsCopyCard(card) {
    SourceIsThere(Mover(p).bought, copy);
  }
  assert joined in after && joined.color.Just?;
}

// The purchase and its free cards so far are legal, but for the payment and the step.
predicate ChainFits(p: Position, b: Buy)
  requires Seated(p)
{
  CardsAreThere(p, b) && stronghold_blocked(p, b) && orient_copy(p, b) && orient_free(p, b) &&
  orient_free_level(p, b) &&
  (Grants(Picked(b, |b.effects.free_cards|)) != {} ==> Colored(Mover(AtStep(p, b))))
}

// A purchase before its free cards.
lemma ChainBegins(p: Position, b: Buy) returns (c: Buy)
  requires Seated(p) && Ready(p) && PayFits(p, b) && Within(p, b.place, b.card)
  requires !RivalOn(p, b.card) && b.effects.free_cards == [] && CardFits(b.card)
  requires IsCopyCard(b.card) ==> HasColor(Mover(p))
  requires b.card in TableCards(p) || b.card in Mover(p).hand
  ensures c == b.(effects := b.effects.(copy := c.effects.copy)) && ChainFits(p, c)
{
  GivenAreOwned(p, b);
  OpenedFollows(p, b);
  var left := WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded);
  assert Mover(Opened(p, b)).bought == left by { BoughtWhenOpened(p, b); }
  ElsewhereIsNotPlayed(p, b.card);
  WithoutAllLosesCards(Mover(p).bought, b.pay.spent + b.pay.discarded);
  if IsCopyCard(b.card) {
    ColorRemains(p, b);
  }
  var copy := CopyFitsSeat(Mover(Opened(p, b)), b.card);
  c := b.(effects := b.effects.(copy := copy));
  assert Opened(p, c) == Opened(p, b);
  if Grants(c.card) != {} {
    JoinedHasColor(Opened(p, c), c.card, copy);
  }
}

lemma BoughtWhenOpened(p: Position, b: Buy)
  requires Seated(p)
  ensures Seated(Opened(p, b)) && Mover(Opened(p, b)).bought ==
    WithoutAll(Mover(p).bought, b.pay.spent + b.pay.discarded)
{
  OpenedFollows(p, b);
  var paid := Paid(p, b.pay);
  match b.place
  case Market(level) => LiftedFollows(paid, level, b.card);
  case Hand =>
}

// More free cards do not change what is before them.
lemma MomentOfLonger(p: Position, b: Buy, c: Buy, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards| <= |c.effects.free_cards|
  requires c == b.(effects := b.effects.(free_cards := c.effects.free_cards))
  requires c.effects.free_cards[..|b.effects.free_cards|] == b.effects.free_cards
  ensures Moment(p, c, i) == Moment(p, b, i) && Picked(c, i) == Picked(b, i)
{
  if i > 0 {
    MomentOfLonger(p, b, c, i - 1);
    assert c.effects.free_cards[i - 1] == b.effects.free_cards[i - 1];
  } else {
    assert Opened(p, c) == Opened(p, b);
  }
}

// The seat has the cards that it picked.
lemma PickedArePlayed(p: Position, b: Buy, i: nat, j: nat)
  requires Seated(p) && j <= i <= |b.effects.free_cards|
  ensures Picked(b, j) in PlayedCards(Mover(Moment(p, b, i)).bought)
{
  if i == 0 {
    OpenedFollows(p, b);
    var before := Opened(p, b);
    PlayedAdds(Mover(before).bought,
      AsPlayed(before.rulings, Mover(before), b.card, b.effects.copy));
  } else {
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    LiftedFollows(before, taken.card.level, taken.card);
    var lifted := Lifted(before, taken.card.level, taken.card);
    PlayedAdds(Mover(lifted).bought,
      AsPlayed(lifted.rulings, Mover(lifted), taken.card, taken.copy));
    if j < i {
      PickedArePlayed(p, b, i - 1, j);
    }
  }
}

lemma WithoutKeepsOthers(cards: multiset<Card>, card: Card, other: Card)
  requires other != card
  ensures WithoutCard(cards, card)[other] == cards[other]
{
}

// Strongholds on other cards stay.
lemma ClearedKeepsOthers(strongholds: seq<multiset<Card>>, card: Card, other: Card, i: nat)
  requires i < |strongholds| && other in strongholds[i] && other != card
  ensures other in Cleared(strongholds, card)[i]
{
  var last := |strongholds| - 1;
  if i < last {
    ClearedKeepsOthers(strongholds[..last], card, other, i);
  } else {
    WithoutKeepsOthers(strongholds[last], card, other);
  }
}

lemma RivalKeepsLifted(p: Position, q: Position, card: Card, other: Card)
  requires Seated(p) && RivalOn(p, other) && other != card
  requires q.next == p.next && q.strongholds == Cleared(p.strongholds, card)
  ensures RivalOn(q, other)
{
  var i :| 0 <= i < |p.strongholds| && i != p.next && other in p.strongholds[i];
  ClearedKeepsOthers(p.strongholds, card, other, i);
}

// A rival stays on a card that the seat does not pick.
lemma RivalStays(p: Position, b: Buy, i: nat, card: Card)
  requires Seated(p) && i <= |b.effects.free_cards| && RivalOn(p, card)
  requires forall j :: 0 <= j <= i ==> Picked(b, j) != card
  ensures RivalOn(Moment(p, b, i), card)
{
  if i == 0 {
    OpenedFollows(p, b);
    var paid := Paid(p, b.pay);
    assert Picked(b, 0) != card;
    match b.place {
      case Market(level) => RivalKeepsLifted(p, Moment(p, b, 0), b.card, card);
      case Hand => assert Moment(p, b, 0).strongholds == p.strongholds;
    }
  } else {
    RivalStays(p, b, i - 1, card);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    assert Picked(b, i) != card;
    LiftedFollows(before, taken.card.level, taken.card);
    RivalKeepsLifted(before, Moment(p, b, i), taken.card, card);
  }
}

lemma MomentLevelsFit(p: Position, b: Buy, i: nat)
  requires Seated(p) && LevelsFit(p) && i <= |b.effects.free_cards|
  ensures LevelsFit(Moment(p, b, i))
{
  if i == 0 {
    var c := b.(effects := b.effects.(free_cards := []));
    assert Opened(p, c) == Opened(p, b) && AtStep(p, c) == Moment(p, b, 0);
    AtStepLevelsFit(p, c);
  } else {
    MomentLevelsFit(p, b, i - 1);
    var before, taken := Moment(p, b, i - 1), b.effects.free_cards[i - 1];
    var lifted := Lifted(before, taken.card.level, taken.card);
    LiftedShowsNoMore(before, taken.card.level, taken.card);
    LiftedFollows(before, taken.card.level, taken.card);
    JoinedShowsTheSame(lifted, taken.card, taken.copy);
    forall level, card | card in RowAt(Moment(p, b, i), level).market
      ensures card.level == level
    {
      assert RowAt(Moment(p, b, i), level) == RowAt(lifted, level);
      assert RowAt(lifted, level).market <= RowAt(before, level).market;
      assert card in RowAt(before, level).market;
    }
  }
}

// A card that is free at that moment had no rival before the turn.
lemma FreeWasFree(p: Position, b: Buy, card: Card)
  requires Seated(p) && card !in PlayedCards(Mover(AtStep(p, b)).bought)
  requires !RivalOn(AtStep(p, b), card)
  ensures !RivalOn(p, card)
{
  var n := |b.effects.free_cards|;
  if RivalOn(p, card) {
    forall j | 0 <= j <= n
      ensures Picked(b, j) != card
    {
      PickedArePlayed(p, b, n, j);
    }
    RivalStays(p, b, n, card);
  }
}

// The next free card, with the color that it takes.
predicate NextFits(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p)
{
  var q := AtStep(p, b);
  FaceUp(q, taken.card) && CopyFits(Mover(q), taken.card, taken.copy) && !RivalOn(p, taken.card) &&
  taken.card.level in Grants(Picked(b, |b.effects.free_cards|)) && CardFits(taken.card)
}

function Extended(b: Buy, taken: FreeCard): Buy
{
  b.(effects := b.effects.(free_cards := b.effects.free_cards + [taken]))
}

// What one more free card leaves as it is.
lemma LongerKeeps(p: Position, b: Buy, taken: FreeCard, i: nat)
  requires Seated(p) && i <= |b.effects.free_cards|
  ensures Moment(p, Extended(b, taken), i) == Moment(p, b, i)
  ensures Picked(Extended(b, taken), i) == Picked(b, i)
  ensures Extended(b, taken).effects.free_cards[i] ==
    if i < |b.effects.free_cards| then b.effects.free_cards[i] else taken
{
  MomentOfLonger(p, b, Extended(b, taken), i);
}

lemma LongerFaceUp(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && ChainFits(p, b) && NextFits(p, b, taken)
  ensures CardsAreThere(p, Extended(b, taken))
{
  var c, n := Extended(b, taken), |b.effects.free_cards|;
  forall i | 0 <= i < |c.effects.free_cards|
    ensures FaceUp(Moment(p, c, i), c.effects.free_cards[i].card)
  {
    LongerKeeps(p, b, taken, i);
    if i < n {
      assert FaceUp(Moment(p, b, i), b.effects.free_cards[i].card);
    }
  }
}

lemma LongerCopies(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && ChainFits(p, b) && NextFits(p, b, taken)
  ensures orient_copy(p, Extended(b, taken))
{
  var c, n := Extended(b, taken), |b.effects.free_cards|;
  assert Opened(p, c) == Opened(p, b);
  forall i | 0 <= i < |c.effects.free_cards|
    ensures CopyFits(Mover(Moment(p, c, i)), c.effects.free_cards[i].card,
      c.effects.free_cards[i].copy)
  {
    LongerKeeps(p, b, taken, i);
    if i < n {
      assert CopyFits(Mover(Moment(p, b, i)), b.effects.free_cards[i].card,
        b.effects.free_cards[i].copy);
    }
  }
}

lemma LongerLevels(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && ChainFits(p, b) && NextFits(p, b, taken)
  ensures orient_free(p, Extended(b, taken)) && orient_free_level(p, Extended(b, taken))
  ensures stronghold_blocked(p, Extended(b, taken))
{
  var c, n := Extended(b, taken), |b.effects.free_cards|;
  forall i | 0 <= i < |c.effects.free_cards|
    ensures Grants(Picked(c, i)) != {} && !RivalOn(p, c.effects.free_cards[i].card)
    ensures c.effects.free_cards[i].card.level in Grants(Picked(c, i))
  {
    LongerKeeps(p, b, taken, i);
    if i < n {
      assert Grants(Picked(b, i)) != {} && !RivalOn(p, b.effects.free_cards[i].card);
    }
  }
}

lemma LongerIsColored(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && NextFits(p, b, taken) && Grants(taken.card) != {}
  ensures Colored(Mover(AtStep(p, Extended(b, taken))))
{
  var c, q, n := Extended(b, taken), AtStep(p, b), |b.effects.free_cards|;
  LongerKeeps(p, b, taken, n);
  LiftedFollows(q, taken.card.level, taken.card);
  var lifted := Lifted(q, taken.card.level, taken.card);
  assert AtStep(p, c) == Joined(lifted, taken.card, taken.copy);
  JoinedHasColor(lifted, taken.card, taken.copy);
}

// One more free card fits.
lemma LongerFits(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && ChainFits(p, b) && NextFits(p, b, taken)
  ensures ChainFits(p, Extended(b, taken))
{
  LongerFaceUp(p, b, taken);
  LongerCopies(p, b, taken);
  LongerLevels(p, b, taken);
  if Grants(taken.card) != {} {
    LongerIsColored(p, b, taken);
  }
  assert Picked(Extended(b, taken), |b.effects.free_cards| + 1) == taken.card;
}

lemma LongerLeavesLess(p: Position, b: Buy, taken: FreeCard)
  requires Seated(p) && FaceUp(AtStep(p, b), taken.card)
  ensures |TableCards(AtStep(p, Extended(b, taken)))| < |TableCards(AtStep(p, b))|
{
  var c, q, n := Extended(b, taken), AtStep(p, b), |b.effects.free_cards|;
  MomentOfLonger(p, b, c, n);
  LiftedLosesCard(q, taken.card.level, taken.card);
  LiftedFollows(q, taken.card.level, taken.card);
  var lifted := Lifted(q, taken.card.level, taken.card);
  assert c.effects.free_cards[n] == taken;
  assert AtStep(p, c) == Joined(lifted, taken.card, taken.copy);
  assert TableCards(AtStep(p, c)) == TableCards(lifted);
}

// An open card of a level that the last card names can be taken free.
lemma NextFree(p: Position, b: Buy, card: Card) returns (taken: FreeCard)
  requires Seated(p) && Ready(p) && ChainFits(p, b) && FaceUp(AtStep(p, b), card)
  requires !RivalOn(AtStep(p, b), card)
  requires card.level in Grants(Picked(b, |b.effects.free_cards|))
  ensures NextFits(p, b, taken) && taken.card == card
{
  var q, n := AtStep(p, b), |b.effects.free_cards|;
  MomentFollows(p, b, n);
  MomentKeepsCards(p, b, n);
  FaceUpIsOnTable(q, card);
  assert card in CardsInPlay(q);
  ElsewhereIsNotPlayed(q, card);
  FreeWasFree(p, b, card);
  assert Colored(Mover(q));
  var copy := CopyFitsSeat(Mover(q), card);
  taken := FreeCard(card, copy);
}

// A purchase with all free cards that the seat has to take.
lemma WholeChain(p: Position, b: Buy) returns (c: Buy)
  requires Seated(p) && Ready(p) && ChainFits(p, b)
  ensures c == b.(effects := b.effects.(free_cards := c.effects.free_cards))
  ensures ChainFits(p, c) && orient_free_mandatory(p, c)
  decreases |TableCards(AtStep(p, b))|
{
  c := b;
  var q, n := AtStep(p, b), |b.effects.free_cards|;
  if p.rulings.powers.Mandatory? {
    if level :| level in Grants(Picked(b, n)) && OpenAt(q, level) {
      var card :| card in RowAt(q, level).market && !RivalOn(q, card);
      MomentLevelsFit(p, b, n);
      assert card.level == level;
      var taken := NextFree(p, b, card);
      LongerFits(p, b, taken);
      LongerLeavesLess(p, b, taken);
      c := WholeChain(p, Extended(b, taken));
    }
  }
}
