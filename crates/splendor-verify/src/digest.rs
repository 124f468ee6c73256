//! Computes the digest of a position.

use splendor_core::{Game, Position, Row, Tokens};
use splendor_schema::id::{CardId, Digest, NobleId, PostId};
use splendor_schema::position::{CanonicalPosition, CanonicalSeat};

use crate::to_log::{city_ids, ids, noble_ids, post_ids};

/// The public facts about a seat, as ids.
struct Shown {
    cards: Vec<CardId>,
    hand: Vec<CardId>,
    hidden: [u8; 3],
    nobles: Vec<NobleId>,
    posts: Vec<PostId>,
}

/// Returns the digest of all public facts about a position.
pub fn digest(game: &Game<'_>, position: &Position) -> Digest {
    let all = game.components;
    let rows = Row::BASE.map(|level| ids(all, position.market().and(all.of_row(level))));
    let shown: Vec<Shown> =
        position.seats().iter().map(|seat| shown(game, position, seat)).collect();
    let seats: Vec<CanonicalSeat<'_>> =
        shown.iter().zip(position.seats()).map(|(shown, seat)| canonical(shown, seat)).collect();
    let canonical = CanonicalPosition {
        to_move: (!position.has_ended()).then_some(position.to_move()),
        supply: counts(position.supply()),
        market: rows.each_ref().map(Vec::as_slice),
        decks: Row::BASE.map(|level| position.deck(level).len()),
        nobles: &noble_ids(all, position.nobles()),
        cities: &city_ids(position.cities()),
        seats: &seats,
    };
    canonical.digest()
}

fn shown(game: &Game<'_>, position: &Position, seat: &splendor_core::Seat) -> Shown {
    let all = game.components;
    let secret = seat.hand().and(position.secret());
    let mut hidden = Row::BASE.map(|row| seat.hidden()[row.index()]);
    for level in Row::BASE {
        hidden[level.index()] += secret.and(all.of_row(level)).len();
    }
    Shown {
        cards: ids(all, seat.bought()),
        hand: ids(all, seat.hand().without(secret)),
        hidden,
        nobles: noble_ids(all, seat.nobles()),
        posts: post_ids(seat.posts()),
    }
}

fn canonical<'s>(shown: &'s Shown, seat: &splendor_core::Seat) -> CanonicalSeat<'s> {
    CanonicalSeat {
        tokens: counts(seat.tokens()),
        cards: &shown.cards,
        hand: &shown.hand,
        hidden: shown.hidden,
        nobles: &shown.nobles,
        cities: &[],
        posts: &shown.posts,
    }
}

fn counts(tokens: Tokens) -> [u8; 6] {
    splendor_core::Token::ALL.map(|token| tokens.get(token))
}
