//! Computes the digest of a position.

use splendor_core::{Game, Position, Row, Tokens};
use splendor_schema::id::{CardId, Digest, NobleId, PostId};
use splendor_schema::position::{CanonicalPosition, CanonicalSeat, OwnedCard};

use crate::to_log::{city_ids, ids, noble_ids, owned_cards, post_ids, strongholds};

/// The public facts about a seat, as ids.
struct Shown {
    cards: Vec<OwnedCard>,
    hand: Vec<CardId>,
    hidden: [u8; 6],
    nobles: Vec<NobleId>,
    posts: Vec<PostId>,
    strongholds: Vec<CardId>,
}

/// Returns the digest of all public facts about a position.
pub fn digest(game: &Game<'_>, position: &Position) -> Digest {
    let all = game.components;
    let rows = Row::ALL.map(|row| ids(all, position.market().and(all.of_row(row))));
    let shown: Vec<Shown> =
        (0..).zip(position.seats()).map(|(at, seat)| shown(game, position, at, seat)).collect();
    let seats: Vec<CanonicalSeat<'_>> =
        shown.iter().zip(position.seats()).map(|(shown, seat)| canonical(shown, seat)).collect();
    let canonical = CanonicalPosition {
        orient: game.rules.modules.orient,
        has_strongholds: game.rules.modules.strongholds,
        to_move: (!position.has_ended()).then_some(position.to_move()),
        supply: counts(position.supply()),
        market: rows.each_ref().map(Vec::as_slice),
        decks: Row::ALL.map(|row| position.deck(row).len()),
        nobles: &noble_ids(all, position.nobles()),
        cities: &city_ids(position.cities()),
        gone: &ids(all, position.gone()),
        seats: &seats,
    };
    canonical.digest()
}

fn shown(game: &Game<'_>, position: &Position, at: u8, seat: &splendor_core::Seat) -> Shown {
    let all = game.components;
    let secret = seat.hand().and(position.secret());
    let mut hidden = seat.hidden();
    for row in Row::ALL {
        hidden[row.index()] += secret.and(all.of_row(row)).len();
    }
    Shown {
        cards: owned_cards(all, position, seat),
        hand: ids(all, seat.hand().without(secret)),
        hidden,
        nobles: noble_ids(all, seat.nobles()),
        posts: post_ids(seat.posts()),
        strongholds: strongholds(all, position, at),
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
        strongholds: &shown.strongholds,
    }
}

fn counts(tokens: Tokens) -> [u8; 6] {
    splendor_core::Token::ALL.map(|token| tokens.get(token))
}
