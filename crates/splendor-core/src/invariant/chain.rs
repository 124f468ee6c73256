//! Whether a turn with Orient or Strongholds has kept the invariants of a position.
//!
//! Such a turn buys several cards, gives some up, and moves strongholds, so the table is counted
//! anew. But every invariant held before the turn, and only the holdings of the seat to move have
//! changed. So of the seats only that one is counted, and what did not change is not.

use super::kept::{PlayedTurn, seat_to_move};
use super::{
    cards_in_one_place, copies_are_backed, end_is_called, hand_is_counted, hidden_places_filled,
    is_within_limit, market_full, nobles_in_one_place, posts_last, strongholds_stand_apart,
    sums_are_right, sums_of_seat_are_right, tokens_conserved,
};
use crate::game::HAND_LIMIT;
use crate::position::Chains;

/// Returns whether the invariants of a position hold after a turn that changed no other seat.
pub(super) fn state_is_kept(played: &PlayedTurn<'_>) -> bool {
    table_is_right(played)
        && mover_is_right(played)
        && copies_are_right(played)
        && strongholds_are_right(played)
}

/// The invariants that compare all places of the table.
fn table_is_right(played: &PlayedTurn<'_>) -> bool {
    let (game, after) = (played.game, played.after);
    seat_to_move(played)
        && end_is_called(game, after)
        && tokens_conserved(game, after)
        && cards_in_one_place(game, after)
        && hidden_places_filled(game, after)
        && market_full(game, after)
        && nobles_in_one_place(game, after)
}

fn mover_is_right(played: &PlayedTurn<'_>) -> bool {
    let (game, after, is) = (played.game, played.after, played.is);
    // In these games a post may be missing or stay without its cards, but only with the module.
    let posts = is.posts == played.was.posts
        || (game.rules.modules.trading_posts && posts_last(game, after));
    posts
        && is_within_limit(game, is)
        && is.hand_size <= HAND_LIMIT
        && hand_is_counted(is)
        && sums_of_seat_are_right(game, after.copies(), is)
}

/// Returns what Orient and Strongholds had changed before the turn. A turn with these modules
/// always keeps the whole position.
fn chains_before<'s>(played: &PlayedTurn<'s>) -> &'s Chains {
    &played.whole_position.unwrap_or(played.after).chains
}

/// A change of the copied colors may concern the cards of any seat.
fn copies_are_right(played: &PlayedTurn<'_>) -> bool {
    let (game, after) = (played.game, played.after);
    let same_copies = chains_before(played).copies == after.chains.copies;
    let same_cards = played.was.bought == played.is.bought;
    (same_copies || sums_are_right(game, after))
        && (same_copies && same_cards || copies_are_backed(game, after))
}

fn strongholds_are_right(played: &PlayedTurn<'_>) -> bool {
    let stay = chains_before(played).strongholds == played.after.chains.strongholds;
    (stay && played.before.market == played.after.table.market)
        || strongholds_stand_apart(played.game, played.after)
}
