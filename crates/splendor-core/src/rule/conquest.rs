//! The conquest: a purchase after the action, of a card with three strongholds of the seat.

use super::purchase::{self, Purchase};
use super::{Listener, TurnInProgress};
use crate::clause::Violation;
use crate::position::STRONGHOLDS;
use crate::sun_never_sets::Conquest;
use crate::turn::{Action, PurchaseOrigin};

/// Conquers a card, if the turn says so.
#[inline]
pub(super) fn conquer<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    match &progress.turn.conquest {
        None => Ok(()),
        Some(conquest) => conquer_card(progress, listener, conquest),
    }
}

fn conquer_card<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    conquest: &Conquest,
) -> Result<(), L::Stop> {
    let card = conquest.card;
    let own = progress.now.strongholds().count(progress.seat_number(), card);
    let after_pass = match progress.turn.action {
        Action::Pass => ", after a pass",
        Action::Take(_)
        | Action::ReserveMarket(_)
        | Action::ReserveDeck { .. }
        | Action::Purchase { .. } => "",
    };
    let may = own == STRONGHOLDS && progress.now.market().has(card) && after_pass.is_empty();
    listener.hear(may, || {
        let card = progress.card(card);
        Violation::StrongholdConquest { card, own, after_pass }
    })?;
    let bought = Purchase {
        card,
        pay: conquest.pay,
        cards_paid: &conquest.cards_paid,
        from: Some(PurchaseOrigin::Market),
        refill: conquest.refill,
        gem: conquest.gem,
        effects: &conquest.effects,
        is_conquest: true,
    };
    purchase::buy(progress, listener, &bought)
}
