//! Whether a turn has kept the invariants of a position, asked of no more than the turn can touch.
//!
//! Each answer counts on two things: every invariant held before the turn, and those of the turn
//! hold, above all that no seat but the mover's has changed. What is as it was need not be counted
//! again.
#![expect(
    clippy::inline_always,
    reason = "asked after every turn; calls would cost more than answers"
)]

use super::{is_within_limit, mover_is_seated, row_is_full, tokens_conserved};
use crate::card::Level;
use crate::card_set::CardSet;
use crate::position::{Position, Seat};
use crate::rules::Game;

/// A turn that was played: the position before it and the one after.
#[derive(Clone, Copy)]
pub(super) struct Step<'s> {
    pub(super) game: &'s Game<'s>,
    pub(super) before: &'s Position,
    pub(super) after: &'s Position,
    /// What lay in front of the mover, and what lies there now.
    pub(super) was: &'s Seat,
    pub(super) is: &'s Seat,
    /// The known cards that lie elsewhere, or are known to others than before.
    pub(super) moved: CardSet,
    /// Of which levels the deck is as it was.
    pub(super) same_decks: [bool; 3],
    /// Whether every card lies where it lay, and every deck is as it was.
    pub(super) still: bool,
    /// Whether no noble has moved.
    pub(super) nobles_still: bool,
}

impl<'s> Step<'s> {
    #[inline(always)]
    pub(super) fn new(game: &'s Game<'s>, before: &'s Position, after: &'s Position) -> Self {
        let mover = before.mover_index();
        let (was, is) = (&before.seats[mover], &after.seats[mover]);
        let moved = was.bought.differing(is.bought).or(was.hand.differing(is.hand));
        let moved = moved.or(before.market.differing(after.market));
        let moved = moved.or(before.unseen.differing(after.unseen));
        let moved = moved.or(before.decked.differing(after.decked));
        let moved = moved.or(before.secret.differing(after.secret));
        let ([was_one, was_two, was_three], [one, two, three]) = (&before.decks, &after.decks);
        let same_decks = [was_one.is_same(one), was_two.is_same(two), was_three.is_same(three)];
        let still = moved.is_empty()
            && (same_decks[0] & same_decks[1] & same_decks[2])
            && before.market_hidden == after.market_hidden
            && was.hand_counts() == is.hand_counts();
        let nobles_still = before.nobles == after.nobles && was.nobles == is.nobles;
        Self { game, before, after, was, is, moved, same_decks, still, nobles_still }
    }
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

#[inline(always)]
pub(super) fn tokens(step: &Step<'_>) -> bool {
    tokens_conserved(step.game, step.after)
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
    if step.still {
        return true;
    }
    let Step { before, after, was, is, .. } = *step;
    let had = before.market.or(before.unseen).or(before.decked).or(was.hand).or(was.bought);
    let (has, twice) = (after.market.or(after.unseen), after.market.and(after.unseen));
    let (has, twice) = (has.or(after.decked), twice.or(has.and(after.decked)));
    let (has, twice) = (has.or(is.hand), twice.or(has.and(is.hand)));
    let (has, twice) = (has.or(is.bought), twice.or(has.and(is.bought)));
    let new_secrets = after.secret.without(before.secret);
    let lost = was.hand.without(is.hand);
    let at_fault = twice.or(new_secrets.without(is.hand)).or(after.secret.and(lost));
    had == has && at_fault.is_empty()
}

/// The other seats keep their nobles, so what the table and the mover had they have still, each
/// noble once.
#[inline(always)]
pub(super) const fn places_of_nobles(step: &Step<'_>) -> bool {
    step.nobles_still || step.after.nobles.and(step.is.nobles).is_empty()
}

/// Whether the level that a turn has touched still has as many unseen cards as hidden places, a
/// known card for each known place of its deck, and a full row. Each pair of numbers was equal, so
/// that both have to change alike; how much is counted by the few cards that moved.
#[inline(always)]
pub(super) fn whole_level(step: &Step<'_>, level: Level) -> bool {
    let Step { game, before, after, was, is, .. } = *step;
    let at = level.index();
    let (was_deck, is_deck) = (&before.decks[at], &after.decks[at]);
    let hands = growth(was.hidden[at], is.hidden[at]);
    let row = growth(before.market_hidden[at], after.market_hidden[at]);
    let hidden = growth(was_deck.hidden(), is_deck.hidden());
    let known = growth(was_deck.len(), is_deck.len()) - hidden;
    let shown = row + growth_of_set(before.market, after.market);
    let stays_full = shown == 0 && (is_deck.is_empty() || !was_deck.is_empty());
    growth_of_set(before.unseen, after.unseen) == hands + row + hidden
        && growth_of_set(before.decked, after.decked) == known
        && (stays_full || row_is_full(game, after, level))
}

/// Whether the size of the mover's hand has changed as its cards have.
#[inline(always)]
pub(super) fn hand(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    let sum =
        |[first, second, third]: [u8; 3]| i16::from(first) + i16::from(second) + i16::from(third);
    let hidden = sum(is.hidden) - sum(was.hidden);
    growth(was.hand_size, is.hand_size) == growth_of_set(was.hand, is.hand) + hidden
}

#[inline(always)]
fn growth(was: u8, is: u8) -> i16 {
    i16::from(is) - i16::from(was)
}

/// Returns by how many cards a set has grown; it counts those that came and those that left.
#[inline(always)]
fn growth_of_set(was: CardSet, is: CardSet) -> i16 {
    let moved = was.differing(is);
    if moved.is_empty() { 0 } else { few(moved.and(is)) - few(moved.and(was)) }
}

/// Counts a set of one card or two faster than [`CardSet::len`] does.
#[inline(always)]
fn few(set: CardSet) -> i16 {
    let mut count = 0;
    for mut word in set.words() {
        while word != 0 {
            word &= word.wrapping_sub(1);
            count += 1;
        }
    }
    count
}
