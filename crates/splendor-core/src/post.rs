//! Where the module The Trading Posts hooks into a turn.

use crate::clause::Violation;
use crate::play::Draft;
use crate::turn::Action;

/// After the action and before the refill: the gem that the power of a post gives.
pub(crate) fn power(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let under = matches!(draft.turn.action, Action::ReserveDeck { under: true, .. });
    let what = match (draft.turn.gem.is_some(), draft.turn.post, under) {
        (true, _, _) => "a power gem is taken",
        (_, true, _) => "a post is gained",
        (_, _, true) => "a card is put under a deck",
        (false, false, false) => return Ok(()),
    };
    Err(Violation::PostPresent { what })
}
