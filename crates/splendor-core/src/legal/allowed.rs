//! What the rulings allow, where several lists ask.

use crate::game::{Game, Powers, Return};

/// Returns whether a seat may decline a power of a post or of a card.
pub(crate) const fn may_decline_powers(game: &Game<'_>) -> bool {
    match game.rules.rulings.powers {
        Powers::Optional => true,
        Powers::Mandatory => false,
    }
}

/// Returns whether a seat may keep tokens above the limit.
pub(crate) const fn may_keep_tokens(game: &Game<'_>) -> bool {
    match game.rules.rulings.returns {
        Return::UpTo => true,
        Return::Exact | Return::Anything => false,
    }
}
