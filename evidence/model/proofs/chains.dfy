// Orient: what a chain of free cards and copies can do.
include "frame.dfy"

// The powers of the published Orient cards: those of level 3 bring a free card of level 2, and the
// cards that copy and bring one are of level 2.
predicate Published(card: Card)
{
  (card.power.BringsFree? ==> card.level.OrientThird? && card.color.Just?) &&
  (card.power.CopiesAndBringsFree? ==> card.level.OrientSecond?)
}

// Theorem: at most two free cards follow a purchase.
lemma TwoFreeCards(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && Published(b.card)
  requires forall i :: 0 <= i < |b.effects.free_cards| ==> Published(b.effects.free_cards[i].card)
  ensures |b.effects.free_cards| <= 2
{
  if |b.effects.free_cards| > 2 {
    assert Grants(Picked(b, 0)) != {} && Grants(Picked(b, 1)) != {} && Grants(Picked(b, 2)) != {};
    assert Picked(b, 1).level in Grants(Picked(b, 0));
    assert Picked(b, 2).level in Grants(Picked(b, 1));
  }
}

// Theorem: without Orient no card is spent, discarded, copied or taken free.
lemma NoPowersWithoutModule(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t) && !p.modules.orient
  ensures t.action.Purchase? ==> t.action.pay.spent == [] && t.action.pay.discarded == []
  ensures t.action.Purchase? ==> t.effects.copy == NoCopy && t.effects.free_cards == []
  ensures t.conquest.Just? ==> !UsesOrient(t.conquest.value.pay, t.conquest.value.effects)
{
}

// Theorem: a free card comes from the market at its moment.
lemma FreeCardsLieThere(p: Position, b: Buy, i: nat)
  requires Seated(p) && LegalBuy(p, b) && i < |b.effects.free_cards|
  ensures FaceUp(Moment(p, b, i), b.effects.free_cards[i].card)
  ensures !RivalOn(p, b.effects.free_cards[i].card)
{
}

// Whether the power of a card brings a free card of a level.
predicate Brings(card: Card, level: Level)
{
  (card.power.BringsFree? && (level.Second? || level.OrientSecond?)) ||
  (card.power.CopiesAndBringsFree? && (level.First? || level.OrientFirst?))
}

// Theorem: a free card is of a level that the power of the card before it names.
lemma FreeCardFollowsPower(p: Position, b: Buy, i: nat)
  requires orient_free(p, b) && orient_free_level(p, b) && i < |b.effects.free_cards|
  ensures Brings(Picked(b, i), b.effects.free_cards[i].card.level)
{
  assert Grants(Picked(b, i)) != {};
  assert b.effects.free_cards[i].card.level in Grants(Picked(b, i));
}

// Theorem: by default a seat takes a free card if it can, so after the last one no card of those
// levels is left without a rival.
lemma FreeCardMustCome(p: Position, b: Buy, level: Level, card: Card)
  requires Seated(p) && orient_free_mandatory(p, b) && p.rulings.powers.Mandatory?
  requires Brings(Picked(b, |b.effects.free_cards|), level)
  requires card in RowAt(AtStep(p, b), level).market
  ensures RivalOn(AtStep(p, b), card)
{
  assert level in Grants(Picked(b, |b.effects.free_cards|));
  assert !OpenAt(AtStep(p, b), level);
}

// Theorem: a seat spends only own cards of virtual gold.
lemma SpentIsVirtualGold(p: Position, b: Buy, card: Card)
  requires Seated(p) && LegalBuy(p, b) && card in b.pay.spent
  ensures card.power.VirtualGold? && card in PlayedCards(Mover(p).bought)
{
  assert card in multiset(b.pay.spent);
}

// Theorem: a seat discards only own cards of the color that the bought card asks for.
lemma DiscardedHaveColor(p: Position, b: Buy, card: Card)
  requires Seated(p) && LegalBuy(p, b) && card in b.pay.discarded
  ensures b.card.discard.Just?
  ensures exists played :: played in Mover(p).bought && played.card == card &&
    played.color == b.card.discard
{
}

// Theorem: a seat discards two of its own cards for a card with a discard price, and nothing else.
lemma TwoCardsAreThePrice(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures b.card.discard.Just? ==>
    |b.pay.discarded| == 2 && b.pay.tokens == None() && b.pay.spent == []
  ensures b.card.discard.Nothing? ==> b.pay.discarded == []
{
}

// Theorem: while a copy card of the color stays, only copy cards are discarded.
lemma CopiesGoFirst(p: Position, b: Buy, copy: Played, given: Card)
  requires Seated(p) && LegalBuy(p, b) && given in b.pay.discarded && !IsCopyCard(given)
  requires copy in Mover(p).bought && IsCopyCard(copy.card) && copy.color == b.card.discard
  ensures copy.card in b.pay.discarded
{
}

// The copied card is one of the cards of the seat, and it has a color.
lemma SourceIsThere(cards: seq<Played>, copy: Copy)
  requires SourceIn(cards, copy).Just?
  ensures SourceIn(cards, copy).value in cards && SourceIn(cards, copy).value.color.Just?
  ensures copy.CopyOf? && SourceIn(cards, copy).value.card == copy.source
{
  var last := |cards| - 1;
  if !(cards[last].card == copy.source && cards[last].color.Just?) {
    SourceIsThere(cards[..last], copy);
  }
}

// Theorem: a bought copy card takes the color of another card of its seat.
lemma CopyTakesColor(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b) && IsCopyCard(b.card)
  ensures b.effects.copy.CopyOf? && b.effects.copy.source != b.card
  ensures Seated(Opened(p, b)) && Seated(Moment(p, b, 0)) && |Mover(Moment(p, b, 0)).bought| > 0
  ensures var cards := Mover(Moment(p, b, 0)).bought;
    cards[|cards| - 1].card == b.card && cards[|cards| - 1].color.Just? &&
    exists other :: other in Mover(Opened(p, b)).bought && other.color == cards[|cards| - 1].color
{
  OpenedFollows(p, b);
  SourceIsThere(Mover(Opened(p, b)).bought, b.effects.copy);
  var source := SourceIn(Mover(Opened(p, b)).bought, b.effects.copy).value;
  assert source in Mover(Opened(p, b)).bought;
}

// Theorem: a purchased card takes a color only if it is a copy card.
lemma OnlyCopiesCopy(p: Position, b: Buy)
  requires Seated(p) && LegalBuy(p, b)
  ensures !IsCopyCard(b.card) ==> b.effects.copy == NoCopy
{
}

// Theorem: a free copy card takes the color of another card of its seat, and no other free card
// takes a color.
lemma OnlyFreeCopiesCopy(p: Position, b: Buy, i: nat)
  requires Seated(p) && LegalBuy(p, b) && i < |b.effects.free_cards|
  ensures var taken := b.effects.free_cards[i];
    if IsCopyCard(taken.card) then
      exists other :: other in Mover(Moment(p, b, i)).bought && other.color.Just? &&
        other.card != taken.card && taken.copy == CopyOf(other.card)
    else taken.copy == NoCopy
{
  var taken := b.effects.free_cards[i];
  if IsCopyCard(taken.card) {
    SourceIsThere(Mover(Moment(p, b, i)).bought, taken.copy);
  }
}

// Theorem: a copy card brings one bonus; under `copy-double` = `two` as many as the copied card.
lemma CopyBringsBonuses(p: Position, card: Card, copy: Copy)
  requires Seated(p) && IsCopyCard(card) && SourceIn(Mover(p).bought, copy).Just?
  ensures var cards := Mover(Joined(p, card, copy)).bought;
    var source := SourceIn(Mover(p).bought, copy).value;
    |cards| > 0 && BonusOf(cards[|cards| - 1]) ==
      (if p.rulings.copy_double.OneBonus? then CountOf(source) else BonusOf(source)) &&
    CountOf(cards[|cards| - 1]) == CountOf(source)
{
}

// Theorem: without Orient no card is copied, taken free or reserved from its decks, and only a
// purchase brings a copied color or a free card.
lemma PowersAfterPurchase(p: Position, t: Turn)
  requires Seated(p) && Legal(p, t)
  ensures t.effects.copy != NoCopy || t.effects.free_cards != [] ==>
    t.action.Purchase? && p.modules.orient
  ensures t.action.ReserveDeck? && IsOrient(t.action.deck) ==> p.modules.orient
{
}
