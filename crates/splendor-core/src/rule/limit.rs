//! The limit of ten tokens at the end of a turn.

use super::take::lacking;
use super::{Listener, TurnInProgress};
use crate::clause::{Clause, Violation};
use crate::game::{GoldAtTen, Return};

/// Why a reservation is refused although the turn could return a token.
const NO_ROOM_FOR_GOLD: &str =
    "; the ruling gold-at-ten=forbidden allows no return after a reservation";

#[inline]
pub(super) fn return_tokens<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let held = progress.seat().tokens;
    progress.held = held;
    let forbidden_gold = tokens_with_forbidden_gold(progress);
    // Most seats are within the limit, and return nothing.
    let is_within = held.total() <= progress.game.token_limit && forbidden_gold.is_none();
    if !L::HEARS_MET && is_within && progress.turn.returned.is_empty() {
        return Ok(());
    }
    check_limit(progress, listener, forbidden_gold)?;
    progress.return_tokens(progress.turn.returned);
    Ok(())
}

fn check_limit<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    forbidden_gold: Option<u16>,
) -> Result<(), L::Stop> {
    let (held, returned) = (progress.held, progress.turn.returned);
    if !returned.is_empty() {
        listener.hear_fault(Clause::LimitOwned, lacking(returned, held), |(token, returned)| {
            let held = held.get(token);
            Violation::LimitOwned { token, returned, held }
        })?;
    }
    let limit = progress.game.token_limit;
    let (all, given) = (held.total(), returned.total());
    let (left, excess) = (all.saturating_sub(given), all.saturating_sub(limit));
    let may_keep = || match progress.rulings.returns() {
        Return::UpTo => true,
        Return::Exact | Return::Anything => false,
    };
    let may_return = || match progress.rulings.returns() {
        Return::Anything => true,
        Return::Exact | Return::UpTo => false,
    };
    match forbidden_gold {
        Some(held) => listener.hear(false, || Violation::LimitTen {
            held,
            returned: 0,
            why: NO_ROOM_FOR_GOLD,
        })?,
        None => listener.hear(left <= limit || may_keep(), || Violation::LimitTen {
            held: left,
            returned: given,
            why: "",
        })?,
    }
    if returned.is_empty() {
        return Ok(());
    }
    let breach = || Violation::LimitExcess { returned: given, excess };
    listener.hear(given <= excess || may_return(), breach)
}

/// Returns how many tokens the seat held with the gold of its reservation, if that is above the
/// limit and the ruling `gold-at-ten` forbids it. They are counted from the position before the
/// turn, because a conquest after the reservation may have paid some of them.
fn tokens_with_forbidden_gold(progress: &TurnInProgress<'_>) -> Option<u16> {
    if !progress.events.gold {
        return None;
    }
    let held = progress.before.seats[progress.now.mover_index()].tokens.total() + 1;
    let is_forbidden = held > progress.game.token_limit
        && match progress.rulings.gold_at_ten() {
            GoldAtTen::Forbidden => true,
            GoldAtTen::Taken | GoldAtTen::Withheld => false,
        };
    is_forbidden.then_some(held)
}
