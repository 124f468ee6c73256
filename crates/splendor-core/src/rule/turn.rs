//! The order of the turns, the one action, and passing.

use super::{TurnInProgress, purchase, reserve, take};
use crate::clause::{EndedBy, PassObstacle, Violation};
use crate::game::{Pass, Stalemate};
use crate::position::{End, Freedom, Phase};
use crate::turn::{Action, Unknown};

pub(crate) fn check_after_end(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    let reason = match progress.before.table.turn_state.phase {
        Phase::Open | Phase::LastRound => return Ok(()),
        Phase::Ended(End::Completed) => EndedBy::Trigger,
        Phase::Ended(End::Stalemate) => EndedBy::Stalemate,
    };
    Err(Violation::TurnAfterEnd { reason })
}

pub(crate) fn check_order(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    let expected = progress.before.table.turn_state.to_move;
    if progress.turn.seat == expected {
        return Ok(());
    }
    Err(Violation::TurnOrder { seat: progress.turn.seat, expected })
}

#[expect(clippy::inline_always, reason = "called for every turn of the base game")]
#[inline(always)]
pub(crate) fn act(
    progress: &mut TurnInProgress<'_>,
    freedom: Option<Freedom>,
) -> Result<(), Violation> {
    match progress.turn.action {
        Action::Take(taken) if taken.is_empty() => Err(Violation::TurnOneAction {}),
        Action::Pass => check_pass(progress, freedom.unwrap_or(Freedom::Unknown)),
        Action::Take(taken) => take::act(progress, taken),
        Action::ReserveMarket(card) => reserve::from_market(progress, card),
        Action::ReserveDeck { row, card, under } => reserve::from_deck(progress, row, card, under),
        Action::Purchase { card, pay, from } => purchase::act(progress, card, pay, from),
    }
}

fn check_pass(progress: &mut TurnInProgress<'_>, freedom: Freedom) -> Result<(), Violation> {
    progress.events.forced_pass = !matches!(freedom, Freedom::Free(_));
    let rulings = progress.game.rules.rulings;
    // If a pass is always legal, the hidden cards decide only whether the pass counts as forced.
    let matters = rulings.pass != Pass::Always || rulings.stalemate == Stalemate::Ends;
    let unknown = matters && freedom == Freedom::Unknown;
    progress.events.unknown = unknown.then_some(Unknown::HandAffordable);
    match (rulings.pass, freedom) {
        (Pass::Never, _) => Err(Violation::TurnPass { possible: PassObstacle::Ruling }),
        (Pass::WhenStuck, Freedom::Free(possible)) => Err(Violation::TurnPass { possible }),
        (Pass::WhenStuck, Freedom::Stuck | Freedom::Unknown) | (Pass::Always, _) => Ok(()),
    }
}

impl Violation {
    /// Returns the breach of a logged turn that has no action, or several: the core has no such
    /// turn.
    pub const fn of_a_turn_without_one_action() -> Self {
        Self::TurnOneAction {}
    }

    /// Returns the breach of a logged turn of a seat that cannot be next, at no table.
    pub const fn of_a_turn_out_of_order(seat: u8, expected: u8) -> Self {
        Self::TurnOrder { seat, expected }
    }

    /// Returns the breach of a pass that was not forced, which only a card named later in the log
    /// shows.
    pub const fn pass_with_a_card_in_reach() -> Self {
        Self::TurnPass { possible: PassObstacle::LaterPurchase }
    }
}
