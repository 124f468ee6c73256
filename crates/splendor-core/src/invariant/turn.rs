//! What holds between the position before a turn and the one after.
#![expect(
    clippy::inline_always,
    reason = "asked after every turn; calls would cost more than answers"
)]

use core::fmt;

use super::kept::{self, Step};
use super::{STATE, broken, state_is_kept};
use crate::card::Level;
use crate::end::calls_the_end;
use crate::position::{Phase, Position};
use crate::post::PostSet;
use crate::rules::Game;
use crate::tokens::Gems;

/// An invariant of a turn: what holds between the position before and the one after.
#[derive(Clone, Copy)]
pub struct TurnInvariant {
    /// The name, like `gold-from-reserving`.
    pub name: &'static str,
    /// What holds, in one sentence.
    pub sentence: &'static str,
    holds: fn(&Step<'_>) -> bool,
}

impl fmt::Debug for TurnInvariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.sentence)
    }
}

macro_rules! turn_invariants {
    ($($name:literal, $sentence:literal, $holds:ident;)+) => {
        /// The invariants of a turn.
        ///
        /// With them the invariants of a position that a turn has not touched need not be counted
        /// again: they held before, and a turn changes no more than these allow.
        pub const TURN: &[TurnInvariant] =
            &[$(TurnInvariant { name: $name, sentence: $sentence, holds: $holds }),+];

        #[inline(always)]
        fn turn_holds(step: &Step<'_>) -> bool {
            $($holds(step))&&+
        }
    };
}

turn_invariants! {
    "only-the-mover",
        "a turn changes the holdings of no seat but its own",
        only_the_mover;
    "kept-for-ever",
        "bought cards, nobles and posts stay with their seat",
        kept_for_ever;
    "sums-grow-alike",
        "bonuses and prestige grow by those of the cards, nobles and posts gained in the turn",
        sums_grow_alike;
    "one-level",
        "a turn moves cards of one level at most, and leaves that level whole",
        one_level;
    "post-when-met",
        "a trading post is gained in the turn in which its demand is met, one at a time",
        post_when_met;
    "no-noble-lost",
        "no noble enters or leaves the game",
        no_noble_lost;
    "gold-from-reserving",
        "gold comes only with a reserved card, one at a time",
        gold_from_reserving;
    "called-when-due",
        "the end is called in the turn that brings its seat what calls it, and the last round is \
         over before seat 0 acts again",
        called_when_due;
    "no-way-back",
        "each turn is counted, and an end that was triggered stays triggered",
        no_way_back;
}

/// Asserts the invariants of a turn and of the position that it leaves.
#[inline(always)]
pub(crate) fn assert_turn(game: &Game<'_>, before: &Position, after: &Position) {
    if !holds(game, before, after) {
        report(game, before, after);
    }
}

/// Returns whether the invariants of a turn hold, and of the position that it leaves.
#[inline(always)]
pub(super) fn holds(game: &Game<'_>, before: &Position, after: &Position) -> bool {
    let step = Step::new(game, before, after);
    turn_holds(&step)
        && state_is_kept(&step)
        && (after.phase == before.phase || broken(game, after).is_none())
}

#[cold]
fn report(game: &Game<'_>, before: &Position, after: &Position) -> ! {
    let (turn, step) = (after.turns, Step::new(game, before, after));
    if let Some(invariant) = TURN.iter().find(|invariant| !(invariant.holds)(&step)) {
        panic!("invariant {invariant:?}, broken by turn {turn}");
    }
    let not_kept = STATE.iter().copied().find(|invariant| !(invariant.is_kept)(&step));
    panic!("invariant {:?}, broken by turn {turn}", broken(game, after).or(not_kept));
}

/// Nothing is written where nothing changed, so the words of a seat are compared without asking
/// what they mean.
#[inline(always)]
fn only_the_mover(step: &Step<'_>) -> bool {
    let (were, are) = (&step.before.seats, &step.after.seats);
    let (mover, seats) = (step.before.mover_index(), usize::from(step.before.seat_count));
    let is_same = |seat: usize| seat >= seats || seat == mover || were[seat].is_same(&are[seat]);
    is_same(0) && is_same(1) && is_same(2) && is_same(3)
}

#[inline(always)]
fn kept_for_ever(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    was.bought.without(is.bought).is_empty()
        && was.nobles.without(is.nobles).is_empty()
        && was.posts.without(is.posts).is_empty()
}

#[inline(always)]
fn sums_grow_alike(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    let (mut bonuses, mut prestige) = (was.bonuses, u16::from(was.prestige));
    if !step.still {
        for card in is.bought.without(was.bought).iter() {
            let card = step.game.components.card(card);
            bonuses = bonuses.plus(Gems::one(card.bonus));
            prestige += u16::from(card.points);
        }
    }
    if was.nobles != is.nobles {
        prestige += step.game.components.noble_points(is.nobles.without(was.nobles));
    }
    if was.posts != is.posts {
        prestige += u16::from(is.posts.prestige()) - u16::from(was.posts.prestige());
    }
    bonuses == is.bonuses && prestige == u16::from(is.prestige)
}

/// Counts the cards of the one level that the turn has touched.
#[inline(always)]
fn one_level(step: &Step<'_>) -> bool {
    if step.still {
        return true;
    }
    let first = step.moved.first_member().map(|card| step.game.components.card(card).level);
    let hidden = |level: &Level| step.was.hidden[level.index()] != step.is.hidden[level.index()];
    let Some(level) = first.or_else(|| Level::ALL.into_iter().find(hidden)) else { return false };
    let is_untouched = |other: Level| other == level || is_untouched(step, other);
    step.moved.without(step.game.components.of_level(level)).is_empty()
        && is_untouched(Level::One)
        && is_untouched(Level::Two)
        && is_untouched(Level::Three)
        && kept::whole_level(step, level)
        && kept::hand(step)
}

/// Whether a level of which no known card has moved is as it was.
#[inline(always)]
fn is_untouched(step: &Step<'_>, level: Level) -> bool {
    let at = level.index();
    step.same_decks[at]
        && step.before.market_hidden[at] == step.after.market_hidden[at]
        && step.was.hidden[at] == step.is.hidden[at]
}

#[inline(always)]
fn post_when_met(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    if was.bonuses == is.bonuses || !step.game.rules.modules.trading_posts {
        return was.posts == is.posts;
    }
    is.posts == PostSet::met_by(is.bonuses) && is.posts.without(was.posts).len() <= 1
}

#[inline(always)]
fn no_noble_lost(step: &Step<'_>) -> bool {
    step.nobles_still
        || step.before.nobles.or(step.was.nobles) == step.after.nobles.or(step.is.nobles)
}

#[inline(always)]
fn gold_from_reserving(step: &Step<'_>) -> bool {
    let gain = step.is.tokens.gold().saturating_sub(step.was.tokens.gold());
    gain == 0 || (gain == 1 && step.is.hand_size == step.was.hand_size + 1)
}

#[inline(always)]
fn called_when_due(step: &Step<'_>) -> bool {
    let (before, after) = (step.before, step.after);
    let calls = calls_the_end(step.game, after, before.to_move);
    match (before.phase, after.phase) {
        (Phase::Open, Phase::Open) => !calls,
        (Phase::Open, Phase::LastRound) => after.to_move > 0 && calls,
        (_, Phase::LastRound) => after.to_move > 0,
        (_, Phase::Open | Phase::Ended(_)) => true,
    }
}

#[inline(always)]
fn no_way_back(step: &Step<'_>) -> bool {
    let (before, after) = (step.before, step.after);
    let order = before.phase == Phase::Open || after.phase != Phase::Open;
    order && after.turns == before.turns.saturating_add(1)
}
