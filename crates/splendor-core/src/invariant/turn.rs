//! The invariants between the position before a turn and the position after it.

use core::fmt;

use super::broken;
use crate::component::{CardSet, PostSet, Row};
use crate::game::{ConsultedRulings, EndTime, Game};
use crate::position::{MOST_SEATS, Phase, Position, Seat};
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

/// A turn that was played: the position before it and the one after.
struct PlayedTurn<'s> {
    game: &'s Game<'s>,
    before: &'s Position,
    after: &'s Position,
    /// The holdings of the seat that acted, before and after.
    seat_before: &'s Seat,
    seat_after: &'s Seat,
}

impl<'s> PlayedTurn<'s> {
    fn new(game: &'s Game<'s>, before: &'s Position, after: &'s Position) -> Self {
        let seat = before.mover_index();
        Self {
            game,
            before,
            after,
            seat_before: &before.seats[seat],
            seat_after: &after.seats[seat],
        }
    }

    const fn has_sun_never_sets(&self) -> bool {
        self.game.rules.modules.have_sun_never_sets()
    }
}

/// The invariants of a turn.
pub const TURN: &[TurnInvariant] = &[
    TurnInvariant {
        name: "only-the-mover",
        sentence: "a turn changes the holdings of no seat but its own, and no seat joins or leaves",
        holds: only_the_mover,
    },
    TurnInvariant {
        name: "kept-for-ever",
        sentence: "bought cards, nobles and posts stay with their seat; with Orient a bought card \
                   may leave the game, and never comes back",
        holds: kept_for_ever,
    },
    TurnInvariant {
        name: "one-level",
        sentence: "without Orient and Strongholds a turn moves cards of at most one level",
        holds: one_level,
    },
    TurnInvariant {
        name: "post-when-met",
        sentence: "a trading post is gained in the turn in which its demand is met, one post at a \
                   time",
        holds: post_when_met,
    },
    TurnInvariant {
        name: "no-noble-lost",
        sentence: "no noble enters or leaves the game",
        holds: no_noble_lost,
    },
    TurnInvariant {
        name: "gold-from-reserving",
        sentence: "gold comes only with a reserved card, one at a time",
        holds: gold_from_reserving,
    },
    TurnInvariant {
        name: "called-when-due",
        sentence: "the end is triggered in the turn in which a seat first meets its condition, and \
                   the game ends where the ruling `end-time` gives the next seat no turn",
        holds: called_when_due,
    },
    TurnInvariant {
        name: "no-way-back",
        sentence: "every turn is counted, and a triggered end stays triggered",
        holds: no_way_back,
    },
];

/// Returns the first invariant of a turn that does not hold.
pub fn broken_by_turn(
    game: &Game<'_>,
    before: &Position,
    after: &Position,
) -> Option<TurnInvariant> {
    let played = PlayedTurn::new(game, before, after);
    TURN.iter().copied().find(|invariant| !(invariant.holds)(&played))
}

/// Asserts the invariants of a turn and of the position that it leaves.
#[cold]
pub(crate) fn assert_turn(game: &Game<'_>, before: &Position, after: &Position) {
    let turn = after.table.turn_state.turns;
    if let Some(invariant) = broken_by_turn(game, before, after) {
        panic!("invariant {invariant:?}, broken by turn {turn}");
    }
    if let Some(invariant) = broken(game, after) {
        panic!("invariant {invariant:?}, broken by turn {turn}");
    }
}

fn only_the_mover(played: &PlayedTurn<'_>) -> bool {
    let mover = played.before.mover_index();
    let mut others = (0..MOST_SEATS).filter(|&seat| seat != mover);
    played.before.seats().len() == played.after.seats().len()
        && others.all(|seat| played.before.seats[seat] == played.after.seats[seat])
}

fn kept_for_ever(played: &PlayedTurn<'_>) -> bool {
    let (was, is) = (played.seat_before, played.seat_after);
    let given_up = was.bought.without(is.bought);
    let (gone, now_gone) = (played.before.gone(), played.after.gone());
    was.nobles.without(is.nobles).is_empty()
        && was.posts.without(is.posts).is_empty()
        && gone.or(given_up).without(now_gone).is_empty()
        && (now_gone.is_empty() || played.game.rules.modules.orient)
}

fn one_level(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    let is_touched = |&row: &Row| {
        let of_row = |set: CardSet| set.and(played.game.components.of_row(row));
        let at = row.index();
        before.decks[at] != after.decks[at]
            || before.table.market_hidden[at] != after.table.market_hidden[at]
            || played.seat_before.hidden[at] != played.seat_after.hidden[at]
            || of_row(before.market()) != of_row(after.market())
            || of_row(played.seat_before.hand) != of_row(played.seat_after.hand)
            || of_row(played.seat_before.bought) != of_row(played.seat_after.bought)
    };
    played.has_sun_never_sets() || Row::ALL.iter().filter(|row| is_touched(row)).count() <= 1
}

fn post_when_met(played: &PlayedTurn<'_>) -> bool {
    let (was, is) = (played.seat_before, played.seat_after);
    let new = is.posts.without(was.posts);
    if !played.game.rules.modules.trading_posts {
        return new.is_empty();
    }
    let met = PostSet::met_by(is.colors);
    new.len() <= 1
        && new.without(met).is_empty()
        && (played.has_sun_never_sets() || is.posts == met)
}

fn no_noble_lost(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    before.nobles().or(played.seat_before.nobles) == after.nobles().or(played.seat_after.nobles)
}

fn gold_from_reserving(played: &PlayedTurn<'_>) -> bool {
    let gain = played.seat_after.tokens.gold().saturating_sub(played.seat_before.tokens.gold());
    let reserved = played.seat_after.hand_size == played.seat_before.hand_size + 1;
    gain == 0 || (gain == 1 && reserved)
}

fn called_when_due(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    let rulings = ConsultedRulings::new(&played.game.rules.rulings);
    let calls = |seat| calls_the_end(&rulings, played.game, &after.table, seat);
    let next_seat_has_a_turn = || match rulings.end_time() {
        EndTime::Round => after.to_move() > before.to_move(),
        EndTime::AtOnce => false,
        EndTime::OthersOnce => !calls(&after.seats[after.mover_index()]),
    };
    match after.phase() {
        Phase::Open => !calls(played.seat_after),
        Phase::LastRound => {
            next_seat_has_a_turn()
                && (calls(played.seat_after) || before.phase() == Phase::LastRound)
        }
        Phase::Ended(_) => true,
    }
}

fn no_way_back(played: &PlayedTurn<'_>) -> bool {
    let (before, after) = (played.before, played.after);
    let order = before.phase() == Phase::Open || after.phase() != Phase::Open;
    order && after.turns() == before.turns().saturating_add(1)
}
