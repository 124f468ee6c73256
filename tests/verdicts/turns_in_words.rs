//! Turns of games with Orient and Strongholds in words: each kind of effect is named, in the order
//! in which it happens.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_schema::{Log, Turn};
use splendor_verify::generate::{GenerateOptions, generate};
use splendor_verify::history::table_before;
use splendor_verify::words::turn_in_words;
use splendor_verify::{JudgeOptions, turn_from_log};

/// Returns a log with both modules, whose box has all cards.
fn log() -> Log {
    let modules = Modules { orient: true, strongholds: true, ..Modules::default() };
    let rules = Rules { modules, ..Rules::default() };
    generate(&GenerateOptions { rules, max_turns: 1, ..GenerateOptions::default() })
}

/// Returns a turn of a log in words.
fn words(turn: &Value) -> String {
    let (game, _) = table_before(&log(), &JudgeOptions::default(), 0).unwrap();
    let game = game.as_game();
    let turn: Turn = serde_json::from_value(turn.clone()).unwrap();
    turn_in_words(&game, &turn_from_log(&game, &turn, 0).unwrap())
}

#[test]
fn a_payment_names_its_cards() {
    let spent = json!({ "purchase": {
        "card": "a0d1s2e1r1o", "pay": { "ruby": 1, "onyx": 1 }, "spend": ["A0gg3d", "A0gg3s"]
    } });
    insta::assert_snapshot!(
        words(&spent),
        @"buy a0d1s2e1r1o for one ruby and one onyx plus the virtual gold of A0gg3d and A0gg3s"
    );
    let only = json!({ "purchase": { "card": "a0e3r", "pay": {}, "spend": ["A0gg3d"] } });
    insta::assert_snapshot!(words(&only), @"buy a0e3r for the virtual gold of A0gg3d");
    let given = json!({ "purchase": {
        "card": "C3dx2e", "pay": {}, "discard": ["A0c3d2r", "a0e3r"]
    } });
    insta::assert_snapshot!(words(&given), @"buy C3dx2e for the cards A0c3d2r and a0e3r");
}

#[test]
fn a_copy_names_its_color_or_its_card() {
    let mut turn = json!({
        "purchase": { "card": "A0c3d2r", "pay": { "diamond": 3, "ruby": 2 } }, "copy": "emerald"
    });
    insta::assert_snapshot!(
        words(&turn),
        @"buy A0c3d2r for three diamonds and two rubies, copy emerald"
    );
    turn["copy"] = json!("a0e3r");
    insta::assert_snapshot!(
        words(&turn),
        @"buy A0c3d2r for three diamonds and two rubies, copy the color of a0e3r"
    );
}

#[test]
fn free_cards_follow_the_card_that_brings_them() {
    let turn = json!({
        "purchase": { "card": "C1rb3d1s6o", "pay": { "onyx": 6 } },
        "free": { "card": "B1ca4d3s1o", "copy": "ruby", "free": { "card": "A0gg3d" } }
    });
    insta::assert_snapshot!(
        words(&turn),
        @"buy C1rb3d1s6o for six onyxes, take B1ca4d3s1o free and copy ruby, take A0gg3d free"
    );
}

#[test]
fn a_step_names_its_cards_and_its_seat() {
    let step = |step: Value| {
        words(&json!({
            "purchase": { "card": "a0r3d", "pay": { "diamond": 3 } }, "stronghold": step
        }))
    };
    insta::assert_snapshot!(
        step(json!({ "place": "b2d5r" })),
        @"buy a0r3d for three diamonds, place a stronghold on b2d5r"
    );
    insta::assert_snapshot!(
        step(json!({ "move": { "from": "c4r7e", "to": "b2d5r" } })),
        @"buy a0r3d for three diamonds, move a stronghold from c4r7e to b2d5r"
    );
    insta::assert_snapshot!(
        step(json!({ "remove": { "seat": 1, "card": "b2d5r" } })),
        @"buy a0r3d for three diamonds, remove the stronghold of seat 1 from b2d5r"
    );
    insta::assert_snapshot!(
        step(json!({ "remove": { "card": "b2d5r" } })),
        @"buy a0r3d for three diamonds, remove the stronghold from b2d5r"
    );
}

#[test]
fn a_conquest_follows_the_action() {
    let turn = json!({
        "purchase": { "card": "a0e3r", "pay": { "ruby": 3 } },
        "gem": "ruby",
        "stronghold": { "place": "A0c3d2r" },
        "conquest": {
            "purchase": { "card": "A0c3d2r", "pay": { "ruby": 1 }, "spend": ["A0gg3d"] },
            "copy": "emerald",
            "gem": "onyx",
            "stronghold": { "place": "a0o3e" }
        },
        "return": { "ruby": 1 }
    });
    let [action, conquest, rest] = [
        "buy a0e3r for three rubies, then one ruby, place a stronghold on A0c3d2r",
        "then conquer A0c3d2r for one ruby plus the virtual gold of A0gg3d, copy emerald, \
         then one onyx, place a stronghold on a0o3e",
        "return one ruby",
    ];
    assert_eq!(words(&turn), format!("{action}; {conquest}; {rest}"));
}
