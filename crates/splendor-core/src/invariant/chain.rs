//! Whether a turn with Orient or Strongholds has kept the invariants of a position.
//!
//! Such a turn buys several cards, gives some up, and moves strongholds, so the places of the table
//! are counted anew. But every invariant held before the turn, and only the holdings of the seat to
//! move have changed. So of the seats only that one is looked at. Its sums must have changed by the
//! amounts of the cards and nobles that moved, and a color or a stronghold that stayed is looked at
//! only where a card that it needs has moved.

use super::kept::{CardSums, Moves, PlayedTurn, seat_to_move};
use super::{
    cards_in_one_place, copies_are_backed, end_is_called, hand_is_counted, hidden_places_filled,
    is_within_limit, market_full, nobles_in_one_place, posts_last, strongholds_stand_apart,
    sums_are_right, tokens_conserved,
};
use crate::game::HAND_LIMIT;
use crate::position::{Chains, copy_cards};

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
    posts && is_within_limit(game, is) && is.hand_size <= HAND_LIMIT && hand_is_counted(is)
}

/// Returns what Orient and Strongholds had changed before the turn. A turn with these modules
/// always keeps the whole position.
fn chains_before<'s>(played: &PlayedTurn<'s>) -> &'s Chains {
    &played.whole_position.unwrap_or(played.after).chains
}

/// Where the copied colors stay, a sum changes only by the cards that the seat gained or gave up,
/// and a copy lacks its color only where the seat gave up cards. A change of the copied colors may
/// concern the cards of any seat.
fn copies_are_right(played: &PlayedTurn<'_>) -> bool {
    let (game, after) = (played.game, played.after);
    let Moves { bought, given_up, .. } = played.moves;
    let moved_copies = bought.or(given_up).and(copy_cards(game.components));
    if chains_before(played).copies != after.chains.copies || !moved_copies.is_empty() {
        return sums_are_right(game, after) && copies_are_backed(game, after);
    }
    sums_are_changed_by_cards(played) && (given_up.is_empty() || copies_are_backed(game, after))
}

/// Whether the sums of the seat changed by the cards that it gained and gave up, none of which
/// copies a color, by the nobles that came and by the posts.
fn sums_are_changed_by_cards(played: &PlayedTurn<'_>) -> bool {
    let PlayedTurn { game, was, is, gained, .. } = *played;
    let lost = CardSums::of(game, played.moves.given_up);
    let nobles = game.components.noble_points(is.nobles.without(was.nobles));
    let [had, has] = [was, is].map(|seat| u16::from(seat.prestige));
    let [posts_had, posts_have] = [was, is].map(|seat| u16::from(seat.posts.prestige()));
    was.colors.plus(gained.colors) == is.colors.plus(lost.colors)
        && was.bonuses.plus(gained.bonuses) == is.bonuses.plus(lost.bonuses)
        && had + gained.points + nobles + posts_have == has + lost.points + posts_had
}

/// A stronghold that stayed can stand wrong only where a card left the market.
fn strongholds_are_right(played: &PlayedTurn<'_>) -> bool {
    let stay = chains_before(played).strongholds == played.after.chains.strongholds;
    let mut left = played.before.market.without(played.after.table.market).iter();
    let strongholds = &played.after.chains.strongholds;
    if stay {
        return left.all(|card| !strongholds.stand_on(card));
    }
    strongholds_stand_apart(played.game, played.after)
}
