//! The invariants between the position before a turn and the position after it.
#![expect(
    clippy::inline_always,
    reason = "called after every turn; the calls would cost more than the checks"
)]

use core::fmt;

use super::kept::{self, CardSums, Moves, PlayedTurn};
use super::{STATE, broken, chain, state_is_kept};
use crate::component::{PostSet, Row};
use crate::game::Game;
use crate::position::{MOST_SEATS, Phase, Position, Seat, Table, TurnState};
use crate::rule::StateBefore;
use crate::rule::TokenState;
use crate::rule::end::calls_the_end;

/// An invariant of a turn: it compares the positions before and after.
#[derive(Clone, Copy)]
pub struct TurnInvariant {
    /// The name, like `gold-from-reserving`.
    pub name: &'static str,
    /// The invariant in one sentence.
    pub sentence: &'static str,
    holds: fn(&PlayedTurn<'_>) -> bool,
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
        fn turn_holds(played: &PlayedTurn<'_>) -> bool {
            $($holds(played))&&+
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
        "the bonuses and the prestige grow by the amounts of the cards, nobles and posts gained \
         in the turn",
        sums_grow_alike;
    "one-level",
        "a turn moves cards of at most one level, and no card of that level is lost",
        one_level;
    "post-when-met",
        "a trading post is gained in the turn in which its demand is met, one post at a time",
        post_when_met;
    "no-noble-lost",
        "no noble enters or leaves the game",
        no_noble_lost;
    "gold-from-reserving",
        "gold comes only with a reserved card, one at a time",
        gold_from_reserving;
    "called-when-due",
        "the end is triggered in the turn in which a seat first meets its condition, and the last \
         round is over before seat 0 acts again",
        called_when_due;
    "no-way-back",
        "every turn is counted, and a triggered end stays triggered",
        no_way_back;
}

/// Asserts the invariants of a turn and of the position that it leaves. All answers are inlined
/// here, and this nowhere: they have the registers for themselves.
#[inline(never)]
pub(crate) fn assert_turn(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) {
    if game.rules.modules.have_chains() {
        return assert_turn_of_chain(game, before, after);
    }
    if !holds(game, before, after) {
        report(game, before, after);
    }
}

/// Asserts the invariants of a turn with Orient or Strongholds, where cards leave the game and
/// several rows change: those of the position, and those of the turn that hold there too.
#[inline(never)]
fn assert_turn_of_chain(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) {
    if !chain_holds(game, before, after) {
        report_chain(game, after);
    }
}

/// Returns whether the invariants hold after a turn with Orient or Strongholds.
pub(super) fn chain_holds(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) -> bool {
    let played = PlayedTurn::new(game, before, after);
    let turn_holds = only_the_mover(&played)
        && no_noble_lost(&played)
        && gold_from_reserving(&played)
        && called_when_due(&played)
        && no_way_back(&played);
    let tiles_stay = played.was.nobles.without(played.is.nobles).is_empty()
        && played.was.posts.without(played.is.posts).is_empty()
        && played.is.posts.without(played.was.posts).len() <= 1;
    let gone_stay = before.gone.without(after.chains.gone).is_empty();
    // At the end of a game, every invariant is checked on the whole position.
    let ends = matches!(after.table.turn_state.phase, Phase::Ended(_));
    let state_holds =
        if ends { broken(game, after).is_none() } else { chain::state_is_kept(&played) };
    turn_holds && tiles_stay && gone_stay && state_holds
}

#[cold]
fn report_chain(game: &Game<'_>, after: &Position) -> ! {
    let turn = after.table.turn_state.turns;
    match broken(game, after) {
        Some(invariant) => panic!("invariant {invariant:?}, broken by turn {turn}"),
        None => panic!("an invariant of turn {turn}"),
    }
}

/// Asserts the same for a turn that moved only tokens. The fast path writes nothing except tokens
/// and the state of the turn, so the rest of the position before is the position after.
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
    all_hold(&PlayedTurn {
        game,
        before: &before,
        after,
        whole_position: None,
        row: Row::One,
        was_deck: deck,
        is_deck: deck,
        was: &was,
        is,
        moves: Moves::default(),
        gained: CardSums::default(),
        no_tile_moved: true,
        only_tokens_moved: true,
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
    report(game, &StateBefore::of(&before, Row::One), after)
}

/// Returns whether the invariants of a turn hold, and of the position that it leaves.
#[inline(always)]
pub(super) fn holds(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) -> bool {
    all_hold(&PlayedTurn::new(game, before, after))
}

/// At the end of a game, every invariant is checked on the whole position.
#[inline(always)]
fn all_hold(played: &PlayedTurn<'_>) -> bool {
    let ends = matches!(played.after.table.turn_state.phase, Phase::Ended(_));
    turn_holds(played)
        && state_is_kept(played)
        && (!ends || broken(played.game, played.after).is_none())
}

#[cold]
fn report(game: &Game<'_>, before: &StateBefore<'_>, after: &Position) -> ! {
    let (turn, played) = (after.table.turn_state.turns, PlayedTurn::new(game, before, after));
    if let Some(invariant) = TURN.iter().find(|invariant| !(invariant.holds)(&played)) {
        panic!("invariant {invariant:?}, broken by turn {turn}");
    }
    let not_kept = STATE.iter().copied().find(|invariant| !(invariant.is_kept)(&played));
    panic!("invariant {:?}, broken by turn {turn}", broken(game, after).or(not_kept));
}

/// Without the whole position before, no other seat can have changed: the turn was played in place,
/// by code that can write to one seat only, or it moved only tokens. With it, the words of the
/// other seats are compared without interpreting them, because a turn writes nothing where nothing
/// changes.
#[inline(always)]
fn only_the_mover(played: &PlayedTurn<'_>) -> bool {
    played.whole_position.is_none_or(|before| other_seats_are_same(before, played.after))
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
fn kept_for_ever(played: &PlayedTurn<'_>) -> bool {
    let (was, is) = (played.was, played.is);
    let tiles_stay =
        || was.nobles.without(is.nobles).is_empty() && was.posts.without(is.posts).is_empty();
    (played.only_tokens_moved || played.moves.given_up.is_empty())
        && (played.no_tile_moved || tiles_stay())
}

#[inline(always)]
fn sums_grow_alike(played: &PlayedTurn<'_>) -> bool {
    let (was, is) = (played.was, played.is);
    let bonuses = was.bonuses.plus(played.gained.bonuses);
    // Without Orient each card counts as one bonus and as one card of its color.
    let colors = played.only_tokens_moved || is.colors == is.bonuses;
    let mut prestige = u16::from(was.prestige) + played.gained.points;
    if !played.no_tile_moved {
        prestige += played.game.components.noble_points(is.nobles.without(was.nobles));
        prestige += u16::from(is.posts.prestige()) - u16::from(was.posts.prestige());
    }
    bonuses == is.bonuses && colors && prestige == u16::from(is.prestige)
}

/// The other decks are compared where they are at hand, as the other seats are.
#[inline(always)]
fn one_level(played: &PlayedTurn<'_>) -> bool {
    let (after, row) = (played.after, played.row);
    let others_stay = played
        .whole_position
        .is_none_or(|before| other_decks_are_same(before, after, row, played.game.rows()));
    others_stay && (played.only_tokens_moved || no_other_level(played))
}

fn other_decks_are_same(before: &Position, after: &Position, row: Row, rows: &[Row]) -> bool {
    let mut others = rows.iter().filter(|&&other| other != row);
    others.all(|&row| before.deck(row) == after.deck(row))
}

/// Counts the cards of the one level that the turn has touched.
#[inline(always)]
fn no_other_level(played: &PlayedTurn<'_>) -> bool {
    let others = played.moves.moved.without(played.game.components.of_row(played.row));
    others.is_empty() && kept::others_hide_as_many(played) && kept::whole_level(played)
}

#[inline(always)]
fn post_when_met(played: &PlayedTurn<'_>) -> bool {
    let (was, is) = (played.was, played.is);
    if was.bonuses == is.bonuses || !played.game.rules.modules.trading_posts {
        return was.posts == is.posts;
    }
    is.posts == PostSet::met_by(is.bonuses) && is.posts.without(was.posts).len() <= 1
}

#[inline(always)]
fn no_noble_lost(played: &PlayedTurn<'_>) -> bool {
    played.only_tokens_moved
        || played.before.nobles.or(played.was.nobles)
            == played.after.table.nobles.or(played.is.nobles)
}

#[inline(always)]
fn gold_from_reserving(played: &PlayedTurn<'_>) -> bool {
    let gain = played.is.tokens.gold().saturating_sub(played.was.tokens.gold());
    gain == 0 || (gain == 1 && played.is.hand_size == played.was.hand_size + 1)
}

#[inline(always)]
fn called_when_due(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    let calls = calls_the_end(played.game, &after.table, played.is);
    match after.table.turn_state.phase {
        Phase::Open => !calls,
        Phase::LastRound => {
            after.table.turn_state.to_move > before.turn_state.to_move
                && (calls || before.turn_state.phase == Phase::LastRound)
        }
        Phase::Ended(_) => true,
    }
}

#[inline(always)]
fn no_way_back(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    let order =
        before.turn_state.phase == Phase::Open || after.table.turn_state.phase != Phase::Open;
    order && after.table.turn_state.turns == before.turn_state.turns.saturating_add(1)
}
