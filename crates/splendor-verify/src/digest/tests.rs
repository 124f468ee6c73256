//! Compares the canonical text with that of the format of positions.

use splendor_core::{Card, Game, Modules, Noble, Position, PostName, Row, Rules, Tokens};
use splendor_schema::position::{CanonicalPosition, CanonicalSeat, OwnedCard};

use super::{canonical_text, digest};
use crate::to_log::{cards_of, cities_of, nobles_of, owned_cards, posts_of, strongholds};
use crate::{JudgeOptions, judge_each_position};
use splendor_play::generate::{GenerateOptions, generate};

#[test]
fn the_text_is_that_of_the_format() {
    let modules = |bits: u64| Modules {
        cities: bits & 1 > 0,
        trading_posts: bits & 2 > 0,
        orient: bits & 4 > 0,
        strongholds: bits & 8 > 0,
    };
    for seed in 0..64 {
        let rules = Rules { modules: modules(seed), ..Rules::default() };
        let seats = 2 + u8::try_from(seed % 3).unwrap();
        let log = generate(&GenerateOptions { seed, seats, rules, ..GenerateOptions::default() });
        judge_each_position(&log, &JudgeOptions::default(), |game, position| {
            in_the_format(game, position, |canonical| {
                assert_eq!(canonical_text(game, position), canonical.text());
                assert_eq!(digest(game, position), canonical.digest());
            });
        });
    }
}

/// The public facts about a seat, as ids.
struct Shown {
    cards: Vec<OwnedCard>,
    hand: Vec<Card>,
    hidden: [u8; 6],
    nobles: Vec<Noble>,
    posts: Vec<PostName>,
    strongholds: Vec<Card>,
}

/// Calls `check` with the public facts about a position.
fn in_the_format(game: &Game<'_>, position: &Position, check: impl Fn(&CanonicalPosition<'_>)) {
    let all = game.components;
    let rows = Row::ALL.map(|row| cards_of(all, position.market().and(all.of_row(row))));
    let shown: Vec<Shown> =
        (0..).zip(position.seats()).map(|(at, seat)| shown(game, position, at, seat)).collect();
    let seats: Vec<CanonicalSeat<'_>> =
        shown.iter().zip(position.seats()).map(|(shown, seat)| canonical(shown, seat)).collect();
    check(&CanonicalPosition {
        orient: game.rules.modules.orient,
        has_strongholds: game.rules.modules.strongholds,
        to_move: (!position.has_ended()).then_some(position.to_move()),
        supply: counts(position.supply()),
        market: rows.each_ref().map(Vec::as_slice),
        decks: Row::ALL.map(|row| position.deck(row).len()),
        nobles: &nobles_of(all, position.nobles()),
        cities: &cities_of(position.cities()),
        gone: &cards_of(all, position.gone()),
        seats: &seats,
    });
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
        hand: cards_of(all, seat.hand().without(secret)),
        hidden,
        nobles: nobles_of(all, seat.nobles()),
        posts: posts_of(seat.posts()),
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
