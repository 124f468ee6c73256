//! Tests of the clauses that claims about the end contradict.

use serde_json::{Value, json};
use splendor_core::{Game, Position, Tie};
use splendor_schema as schema;

use super::not_a_winner;
use crate::{from_log, position_from_log};

/// Seat 1 spends a card of virtual gold for its fifteenth prestige; seat 0 has as much.
fn tied(tie_cards: &str) -> (Game<'static>, Position) {
    let file = json!({
        "format": "splendor-position/1",
        "rules": {
            "edition": "2024", "modules": ["orient"], "rulings": { "tie-cards": tie_cards }
        },
        "seats": [
            { "cards": ["c4e7s", "c4o7r", "c4r7e", "c3d3s3e5r3o"] },
            { "tokens": { "emerald": 2 }, "cards": ["c5s7d3s", "c5o7r3o", "c4d7o", "A0gg3d"] }
        ],
        "market": { "level1": ["a1d4e", "a0s3o", "a0o3e", "a0r3d"] },
        "to_move": 1,
        "last_round": true
    });
    let (game, position) = position_from_log(&read::<schema::Position>(&file)).unwrap();
    let turn = json!({
        "seat": 1,
        "purchase": { "card": "a1d4e", "pay": { "emerald": 2 }, "spend": ["A0gg3d"] },
        "refill": "a0d3s"
    });
    let turn = from_log::turn_from_log(&game, &read::<schema::Turn>(&turn), 1).unwrap();
    let mut position = position;
    position.play(&game, &turn).unwrap();
    (game, position)
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

#[test]
fn cards_break_a_tie_as_the_ruling_counts_them() {
    let (game, position) = tied("gained");
    let winners = position.winners(&game);
    let breach = not_a_winner(&game, &position, winners, 1).unwrap().to_string();
    let cards = "with 5 bought cards, but a seat with as much prestige has 4";
    assert!(breach.ends_with(cards), "{breach}");
    let (game, position) = tied("in-play");
    assert!(position.winners(&game).has(1), "the spent card does not count");
}

#[test]
fn a_tie_that_seats_decide_is_not_explained_by_cards() {
    let (mut game, position) = tied("in-play");
    for (tie, loser) in
        [(Tie::FirstSeat, 1), (Tie::FewestCardsThenFirstSeat, 1), (Tie::LastSeat, 0)]
    {
        game.rules.rulings.tie = tie;
        let winners = position.winners(&game);
        assert!(!winners.has(loser));
        assert_eq!(not_a_winner(&game, &position, winners, loser), None, "{tie:?}");
    }
}
