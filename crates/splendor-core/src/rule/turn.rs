//! The order of the turns, the one action, and passing.

use super::purchase::{self, Purchase};
use super::{Listener, TurnInProgress, reserve, take};
use crate::clause::{Clause, EndedBy, PassObstacle, Violation};
use crate::game::{Pass, Stalemate};
use crate::position::{End, Freedom, Phase};
use crate::turn::{Action, Unknown};

/// Checks that the seat may act now, and lets the seat that the turn names act.
#[inline]
pub(super) fn begin<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let ended = match progress.now.phase() {
        Phase::Open | Phase::LastRound => None,
        Phase::Ended(End::Completed) => Some(EndedBy::Trigger(progress.rulings.end_time())),
        Phase::Ended(End::Stalemate) => Some(EndedBy::Stalemate),
    };
    listener
        .hear_fault(Clause::TurnAfterEnd, ended, |reason| Violation::TurnAfterEnd { reason })?;
    let (seat, expected) = (progress.turn.seat, progress.now.to_move());
    listener.hear(seat == expected, || Violation::TurnOrder { seat, expected })?;
    let turn_state = &mut progress.now.table.turn_state;
    if seat < turn_state.seat_count {
        turn_state.to_move = seat;
    }
    match progress.turn.action {
        Action::Take(taken) if taken.is_empty() => {
            listener.hear(false, || Violation::TurnOneAction {})
        }
        Action::Pass => pass(progress, listener),
        Action::Take(_)
        | Action::ReserveMarket(_)
        | Action::ReserveDeck { .. }
        | Action::Purchase { .. } => Ok(()),
    }
}

fn pass<L: Listener>(progress: &mut TurnInProgress<'_>, listener: &mut L) -> Result<(), L::Stop> {
    let freedom = progress.now.freedom_under(&progress.rulings, progress.game);
    let rulings = &progress.rulings;
    let possible = match (rulings.pass(), freedom) {
        (Pass::Never, Freedom::Free(_) | Freedom::Stuck | Freedom::Unknown) => {
            Some(PassObstacle::Ruling)
        }
        (Pass::WhenStuck, Freedom::Free(possible)) => Some(possible),
        (Pass::WhenStuck, Freedom::Stuck | Freedom::Unknown) | (Pass::Always, _) => None,
    };
    listener.hear_fault(Clause::TurnPass, possible, |possible| Violation::TurnPass { possible })?;
    progress.events.forced_pass = !matches!(freedom, Freedom::Free(_));
    // If a pass is always legal, the hidden cards decide only whether the pass counts as forced.
    let matters = match (rulings.pass(), rulings.stalemate()) {
        (Pass::WhenStuck | Pass::Never, _) | (Pass::Always, Stalemate::Ends) => true,
        (Pass::Always, Stalemate::Continues | Stalemate::PassedRound) => false,
    };
    let unknown = matters && freedom == Freedom::Unknown;
    progress.events.unknown = unknown.then_some(Unknown::HandAffordable);
    Ok(())
}

/// Plays the action with the effects that belong to it.
#[inline]
pub(super) fn act<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let turn = progress.turn;
    match turn.action {
        Action::Take(taken) if taken.is_empty() => {}
        Action::Take(taken) => take::take_gems(progress, listener, taken)?,
        Action::ReserveMarket(card) => reserve::from_market(progress, listener, card)?,
        Action::ReserveDeck { row, card, under } => {
            reserve::from_deck(progress, listener, row, card, under)?;
        }
        Action::Pass => {}
        Action::Purchase { card, pay, from } => {
            let bought = Purchase {
                card,
                pay,
                cards_paid: &turn.cards_paid,
                from,
                refill: turn.refill,
                gem: turn.gem,
                effects: &turn.effects,
                is_conquest: false,
            };
            return purchase::buy(progress, listener, &bought);
        }
    }
    purchase::finish_without_purchase(progress, listener)
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
