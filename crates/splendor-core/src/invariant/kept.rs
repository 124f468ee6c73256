//! Whether a turn has kept the invariants of a position, asked of no more than the turn can touch.
//!
//! Each answer counts on two things: every invariant held before the turn, and those of the turn
//! hold, above all that no seat but the mover's has changed. What is as it was need not be counted
//! again.
#![expect(
    clippy::inline_always,
    reason = "asked after every turn; calls would cost more than answers"
)]

use super::{is_within_limit, mover_is_seated, row_is_full};
use crate::card::Level;
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::play::Before;
use crate::position::{MOST_SEATS, Middle, Phase, Position, Seat};
use crate::rules::Game;

/// A turn that was played: the position before it and the one after.
#[derive(Clone, Copy)]
pub(super) struct Step<'s> {
    pub(super) game: &'s Game<'s>,
    pub(super) before: &'s Middle,
    pub(super) after: &'s Position,
    /// The whole position before, if that was kept.
    pub(super) whole: Option<&'s Position>,
    /// The level that the turn is about, the deck of that level before, and the deck now.
    pub(super) level: Level,
    pub(super) was_deck: &'s Deck,
    pub(super) is_deck: &'s Deck,
    /// What lay in front of the mover, and what lies there now.
    pub(super) was: &'s Seat,
    pub(super) is: &'s Seat,
    /// The known cards that lie elsewhere, or are known to others than before.
    pub(super) moved: CardSet,
    /// Whether every card lies where it lay, and the deck is as it was.
    pub(super) still: bool,
    /// Whether no noble has moved.
    pub(super) nobles_still: bool,
}

impl<'s> Step<'s> {
    #[inline(always)]
    pub(super) fn new(game: &'s Game<'s>, before: &Before<'s>, after: &'s Position) -> Self {
        let Before { level, deck: was_deck, seat: was, middle: before, whole } = *before;
        let is_deck = &after.decks[level.index()];
        let is = &after.seats[usize::from(before.to_move) % MOST_SEATS];
        let still = was.bought.is_same(is.bought)
            && was.hand.is_same(is.hand)
            && before.market.is_same(after.market)
            && before.decked.is_same(after.decked)
            && before.unseen.is_same(after.unseen)
            && before.secret.is_same(after.secret)
            && was_deck == is_deck
            && before.market_hidden == after.market_hidden
            && was.hand_counts() == is.hand_counts();
        let moved = if still { CardSet::NONE } else { moved(before, after, was, is) };
        let nobles_still = before.nobles == after.nobles && was.nobles == is.nobles;
        Self {
            game,
            before,
            after,
            whole,
            level,
            was_deck,
            is_deck,
            was,
            is,
            moved,
            still,
            nobles_still,
        }
    }
}

impl Step<'_> {
    /// Whether the game went on and goes on, with the end called or not. Wherever that is not so,
    /// every invariant is asked of the whole position.
    #[inline(always)]
    pub(super) const fn goes_on(&self) -> bool {
        matches!(
            (self.before.phase, self.after.middle.phase),
            (Phase::Open, Phase::Open) | (Phase::LastRound, Phase::LastRound)
        )
    }
}

/// Returns the known cards that lie elsewhere, or are known to others than before. It stands apart
/// from the rest, as whatever is asked only where cards have moved.
#[inline(never)]
pub(super) fn moved(before: &Middle, after: &Middle, was: &Seat, is: &Seat) -> CardSet {
    let moved = was.bought.differing(is.bought).or(was.hand.differing(is.hand));
    let moved = moved.or(before.market.differing(after.market));
    let moved = moved.or(before.unseen.differing(after.unseen));
    let moved = moved.or(before.decked.differing(after.decked));
    moved.or(before.secret.differing(after.secret))
}

/// Some invariants of the turn say already what changed.
#[inline(always)]
pub(super) const fn by_the_turn(_: &Step<'_>) -> bool {
    true
}

#[inline(always)]
pub(super) fn seat_to_move(step: &Step<'_>) -> bool {
    mover_is_seated(step.game, step.after) && step.after.seat_count == step.before.seat_count
}

/// The other seats keep their tokens. Two counts below 128 add up to less than a lane holds, so the
/// words are equal exactly where all sums are.
#[inline(always)]
pub(super) const fn tokens(step: &Step<'_>) -> bool {
    let Step { before, after, was, is, .. } = step;
    let had = before.supply.word().wrapping_add(was.tokens.word());
    had == after.middle.supply.word().wrapping_add(is.tokens.word())
}

#[inline(always)]
pub(super) fn limit_of_tokens(step: &Step<'_>) -> bool {
    is_within_limit(step.game, step.is)
}

#[inline(always)]
pub(super) const fn limit_of_hand(step: &Step<'_>) -> bool {
    step.is.hand_size <= 3
}

/// The other seats keep their cards, so what the table and the mover had together they have still,
/// each card once. A card that is secret lay in a hand before and does so now.
#[inline(always)]
pub(super) fn places_of_cards(step: &Step<'_>) -> bool {
    step.still || each_card_has_one(step)
}

#[inline(never)]
fn each_card_has_one(step: &Step<'_>) -> bool {
    let words = step.moved.words();
    (0..words.len()).all(|at| words[at] == 0 || each_bit_has_one(step, at))
}

/// Asks of all the cards in one word of the sets; of those in the other none has moved.
#[inline(always)]
fn each_bit_has_one(step: &Step<'_>, at: usize) -> bool {
    let Step { before, after, was, is, .. } = *step;
    let word = |set: CardSet| set.words()[at];
    let (bought, hand) = (word(is.bought), word(is.hand));
    let (market, unseen, decked) = (word(after.market), word(after.unseen), word(after.decked));
    let had = word(was.bought) | word(was.hand);
    let had = had | word(before.market) | word(before.unseen) | word(before.decked);
    let (has, twice) = (bought | hand, bought & hand);
    let (has, twice) = (has | market, twice | has & market);
    let (has, twice) = (has | unseen, twice | has & unseen);
    let (has, twice) = (has | decked, twice | has & decked);
    let (secret, was_secret) = (word(after.secret), word(before.secret));
    let lost = word(was.hand) & !hand;
    let at_fault = secret & !was_secret & !hand | secret & lost;
    had == has && twice | at_fault == 0
}

/// The other seats keep their nobles, so what the table and the mover had they have still, each
/// noble once.
#[inline(always)]
pub(super) const fn places_of_nobles(step: &Step<'_>) -> bool {
    step.nobles_still || step.after.middle.nobles.and(step.is.nobles).is_empty()
}

/// Whether the level that a turn has touched still has as many unseen cards as hidden places, a
/// known card for each known place of its deck, and a full row. Each pair of numbers was equal, so
/// that both have to change alike; how much is counted by the few cards that moved.
#[inline(always)]
pub(super) fn whole_level(step: &Step<'_>) -> bool {
    let Step { game, before, after, was, is, level, was_deck, is_deck, .. } = *step;
    let at = level.index();
    let hands = growth(was.hidden[at], is.hidden[at]);
    let row = growth(before.market_hidden[at], after.market_hidden[at]);
    let hidden = growth(was_deck.hidden(), is_deck.hidden());
    let known = growth(was_deck.len(), is_deck.len()) - hidden;
    let shown = row + growth_of_set(before.market, after.market);
    let stays_full = shown == 0 && (is_deck.is_empty() || !was_deck.is_empty());
    growth_of_set(before.unseen, after.unseen) == hands + row + hidden
        && growth_of_set(before.decked, after.decked) == known
        && growth(was.hand_size, is.hand_size) == growth_of_set(was.hand, is.hand) + hands
        && (stays_full || row_is_full(game, after, level))
}

/// Whether of the other levels no hidden place is one more or one less.
#[inline(always)]
pub(super) fn others_hide_as_many(step: &Step<'_>) -> bool {
    let Step { before, after, was, is, level, .. } = *step;
    let in_market = counts(before.market_hidden) ^ counts(after.market_hidden);
    let in_hand = counts(was.hidden) ^ counts(is.hidden);
    (in_market | in_hand) & !(0xff << (8 * level.index())) == 0
}

#[inline(always)]
const fn counts([first, second, third]: [u8; 3]) -> u32 {
    u32::from_le_bytes([first, second, third, 0])
}

#[inline(always)]
fn growth(was: u8, is: u8) -> i32 {
    i32::from(is) - i32::from(was)
}

/// Returns by how many cards a set has grown. Few come or leave in a turn, and counting those is
/// faster than [`CardSet::len`].
#[inline(always)]
fn growth_of_set(was: CardSet, is: CardSet) -> i32 {
    let ([was_low, was_high], [low, high]) = (was.words(), is.words());
    growth_of_word(was_low, low) + growth_of_word(was_high, high)
}

#[inline(always)]
fn growth_of_word(was: u64, is: u64) -> i32 {
    let mut moved = was ^ is;
    let mut growth = 0;
    while moved != 0 {
        let card = moved & moved.wrapping_neg();
        growth += if is & card == 0 { -1 } else { 1 };
        moved ^= card;
    }
    growth
}
