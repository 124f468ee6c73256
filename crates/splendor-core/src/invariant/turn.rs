//! What holds between the position before a turn and the one after.
#![expect(
    clippy::inline_always,
    reason = "asked after every turn; calls would cost more than answers"
)]

use core::fmt;

use super::kept::{self, Gained, Moves, Step};
use super::{STATE, broken, state_is_kept};
use crate::component::{Level, PostSet};
use crate::game::Game;
use crate::position::{MOST_SEATS, Phase, Position, Seat, Table, TurnState};
use crate::rule::StateBefore;
use crate::rule::TokenState;
use crate::rule::end::calls_the_end;

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

/// Asserts the invariants of a turn and of the position that it leaves. All answers are inlined
/// here, and this nowhere: they have the registers for themselves.
#[inline(never)]
pub(crate) fn assert_turn(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) {
    if !holds(game, before, after) {
        report(game, before, after);
    }
}

/// Asserts the same of a turn that moved nothing but tokens: only those and the clock are written
/// after what it leaves was found, so that everything else was before as it is now.
#[inline(always)]
pub(crate) fn assert_tokens_only(
    game: &Game<'_>,
    found: TokenState,
    turn_state: TurnState,
    after: &Position,
) {
    if !tokens_only_hold(game, found, turn_state, after) {
        report_tokens_only(game, found, turn_state, after);
    }
}

#[inline(always)]
pub(super) fn tokens_only_hold(
    game: &Game<'_>,
    found: TokenState,
    turn_state: TurnState,
    after: &Position,
) -> bool {
    let before = Table { supply: found.supply, turn_state, ..after.table };
    let is = &after.seats[usize::from(turn_state.to_move) % MOST_SEATS];
    let was = Seat { tokens: found.held, ..*is };
    let deck = &after.decks[0];
    all_hold(&Step {
        game,
        before: &before,
        after,
        whole: None,
        level: Level::One,
        was_deck: deck,
        is_deck: deck,
        was: &was,
        is,
        moves: Moves::default(),
        gained: Gained::default(),
        tiles_still: true,
        still: true,
    })
}

/// Makes the position before once more: it is never made where nothing is to be reported.
#[cold]
fn report_tokens_only(
    game: &Game<'_>,
    found: TokenState,
    turn_state: TurnState,
    after: &Position,
) -> ! {
    let mut before = *after;
    before.table.supply = found.supply;
    before.table.turn_state = turn_state;
    before.seats[before.mover_index()].tokens = found.held;
    report(game, &StateBefore::of(&before, Level::One), after)
}

/// Returns whether the invariants of a turn hold, and of the position that it leaves.
#[inline(always)]
pub(super) fn holds(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) -> bool {
    all_hold(&Step::new(game, before, after))
}

/// At the end of a game every invariant is asked of the whole position.
#[inline(always)]
fn all_hold(step: &Step<'_>) -> bool {
    let ends = matches!(step.after.table.turn_state.phase, Phase::Ended(_));
    turn_holds(step) && state_is_kept(step) && (!ends || broken(step.game, step.after).is_none())
}

#[cold]
fn report(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) -> ! {
    let (turn, step) = (after.table.turn_state.turns, Step::new(game, before, after));
    if let Some(invariant) = TURN.iter().find(|invariant| !(invariant.holds)(&step)) {
        panic!("invariant {invariant:?}, broken by turn {turn}");
    }
    let not_kept = STATE.iter().copied().find(|invariant| !(invariant.is_kept)(&step));
    panic!("invariant {:?}, broken by turn {turn}", broken(game, after).or(not_kept));
}

/// Where the position before is not at hand, no other seat can have been written to: the turn was
/// played in place, by what is given one seat, or moved nothing but tokens. Elsewhere the words of
/// the seats are compared without asking what they mean: nothing is written where nothing changed.
#[inline(always)]
fn only_the_mover(step: &Step<'_>) -> bool {
    step.whole.is_none_or(|before| other_seats_are_same(before, step.after))
}

fn other_seats_are_same(before: &Position, after: &Position) -> bool {
    // The three other places; where fewer than four play, the last are empty, and stay so.
    let is_same = |other: usize| {
        let seat = before.mover_index() ^ other;
        before.seats[seat].is_same(&after.seats[seat])
    };
    is_same(1) & is_same(2) & is_same(3)
}

#[inline(always)]
fn kept_for_ever(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    let tiles_stay =
        || was.nobles.without(is.nobles).is_empty() && was.posts.without(is.posts).is_empty();
    (step.still || step.moves.given_up.is_empty()) && (step.tiles_still || tiles_stay())
}

#[inline(always)]
fn sums_grow_alike(step: &Step<'_>) -> bool {
    let (was, is) = (step.was, step.is);
    let bonuses = was.bonuses.plus(step.gained.bonuses);
    let mut prestige = u16::from(was.prestige) + step.gained.points;
    if !step.tiles_still {
        prestige += step.game.components.noble_points(is.nobles.without(was.nobles));
        prestige += u16::from(is.posts.prestige()) - u16::from(was.posts.prestige());
    }
    bonuses == is.bonuses && prestige == u16::from(is.prestige)
}

/// The other decks are compared where they are at hand, as the other seats are.
#[inline(always)]
fn one_level(step: &Step<'_>) -> bool {
    let (after, level) = (step.after, step.level);
    let others_stay = step.whole.is_none_or(|before| other_decks_are_same(before, after, level));
    others_stay && (step.still || no_other_level(step))
}

fn other_decks_are_same(before: &Position, after: &Position, level: Level) -> bool {
    let mut others = Level::ALL.into_iter().filter(|&other| other != level);
    others.all(|level| before.deck(level) == after.deck(level))
}

/// Counts the cards of the one level that the turn has touched.
#[inline(always)]
fn no_other_level(step: &Step<'_>) -> bool {
    let others = step.moves.moved.without(step.game.components.of_level(step.level));
    others.is_empty() && kept::others_hide_as_many(step) && kept::whole_level(step)
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
    step.still
        || step.before.nobles.or(step.was.nobles) == step.after.table.nobles.or(step.is.nobles)
}

#[inline(always)]
fn gold_from_reserving(step: &Step<'_>) -> bool {
    let gain = step.is.tokens.gold().saturating_sub(step.was.tokens.gold());
    gain == 0 || (gain == 1 && step.is.hand_size == step.was.hand_size + 1)
}

#[inline(always)]
fn called_when_due(step: &Step<'_>) -> bool {
    let (before, after) = (step.before, step.after);
    let calls = calls_the_end(step.game, &after.table, step.is);
    match after.table.turn_state.phase {
        Phase::Open => !calls,
        Phase::LastRound => {
            after.table.turn_state.to_move > 0
                && (calls || before.turn_state.phase == Phase::LastRound)
        }
        Phase::Ended(_) => true,
    }
}

#[inline(always)]
fn no_way_back(step: &Step<'_>) -> bool {
    let (before, after) = (step.before, step.after);
    let order =
        before.turn_state.phase == Phase::Open || after.table.turn_state.phase != Phase::Open;
    order && after.table.turn_state.turns == before.turn_state.turns.saturating_add(1)
}
