//! Turns in words: each kind of effect is named, in the order in which it happens, and the words
//! are read back.

use serde_json::{Value, json};
use splendor_core::{Game, Modules, Position, Rules};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::{Log, Turn};
use splendor_verify::history::table_before;
use splendor_verify::words::{turn_from_words, turn_in_words, turn_with_events};
use splendor_verify::{JudgeOptions, judge_each_position, turn_from_log, turn_to_log};

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

/// Calls `check` with every position of some generated games, without modules and with each.
fn each_position(mut check: impl FnMut(&Game<'_>, &Position)) {
    let none = Modules::default();
    let sets = [
        none,
        Modules { cities: true, ..none },
        Modules { trading_posts: true, ..none },
        Modules { orient: true, ..none },
        Modules { strongholds: true, ..none },
        Modules { trading_posts: true, orient: true, strongholds: true, ..none },
        Modules { cities: true, trading_posts: true, orient: true, strongholds: true },
    ];
    for (seed, modules) in (0..).zip(sets) {
        let rules = Rules { modules, ..Rules::default() };
        let seats = 2 + u8::try_from(seed % 3).unwrap();
        let log = generate(&GenerateOptions { seed, seats, rules, ..GenerateOptions::default() });
        judge_each_position(&log, &JudgeOptions::default(), |game, position| check(game, position));
    }
}

#[test]
fn every_legal_turn_is_read_back_from_its_words() {
    let mut parts = [("copy", 0), ("free", 0), ("stronghold", 0), ("conquest", 0), ("gem", 0)]
        .map(|(part, count)| (part.to_owned(), count));
    let mut all = 0;
    each_position(|game, position| {
        let turns = position.legal_turns(game);
        // A position with many legal turns has them at the same actions.
        for turn in turns.iter().step_by(turns.len() / 200 + 1) {
            let words = turn_in_words(game, turn);
            let read = turn_from_words(&words).unwrap_or_else(|why| panic!("{words}: {why:?}"));
            let again = turn_from_log(game, &read, turn.seat).expect("the components exist");
            assert_eq!(again, turn.with_source(None), "{words}");
            let json = serde_json::to_string(&turn_to_log(game, turn)).unwrap();
            for (part, count) in &mut parts {
                *count += usize::from(json.contains(&format!("\"{part}\":")));
            }
            all += 1;
        }
    });
    assert!(all > 10_000 && parts.iter().all(|(_, count)| *count > 10), "{all}: {parts:?}");
}

/// The sentences of played turns also name what the rules and chance decide.
#[test]
fn a_sentence_with_events_is_read_back_without_what_the_rules_decide() {
    let mut revealed = 0;
    each_position(|game, position| {
        for turn in position.legal_turns(game).iter().step_by(40) {
            // After a conquest the words do not show whose place a card fills.
            let mut after = *position;
            let Ok(events) = after.play(game, turn) else { continue };
            if turn.conquest.is_some() {
                continue;
            }
            let words = turn_with_events(game, turn, &events);
            let chosen = words.replace(" and take one gold", "");
            let chosen = chosen.replace("; the end is triggered", "");
            if chosen != words {
                let why = turn_from_words(&words).unwrap_err();
                assert!(why.message.starts_with("the rules decide the gold"), "{why:?}");
            }
            let read = turn_from_words(&chosen).unwrap_or_else(|why| panic!("{words}: {why:?}"));
            let again = turn_from_log(game, &read, turn.seat).expect("the components exist");
            revealed += usize::from(again.refill.is_some());
            let again = splendor_core::Turn { refill: None, ..again };
            assert_eq!(again, turn.with_source(None), "{words}");
        }
    });
    assert!(revealed > 100, "{revealed}");
}

/// Players leave out words; each of these phrases has one meaning.
#[test]
fn short_words_are_read() {
    let read = |words: &str| {
        let turn = turn_from_words(words).unwrap_or_else(|why| panic!("{words}: {why:?}"));
        serde_json::to_value(turn).unwrap()
    };
    for (words, turn) in [
        ("take ruby ruby", json!({ "take": ["ruby", "ruby"] })),
        ("take 2 rubies", json!({ "take": ["ruby", "ruby"] })),
        (
            "Take diamond, emerald and onyx, return gold",
            json!({ "take": ["diamond", "emerald", "onyx"], "return": { "gold": 1 } }),
        ),
        ("take 2 reds", json!({ "take": ["ruby", "ruby"] })),
        (
            "take one white chip, one Blue chip and one green, return a joker",
            json!({ "take": ["diamond", "sapphire", "emerald"], "return": { "gold": 1 } }),
        ),
        (
            "buy a0d3s for 2 black tokens and one gold token, copy red",
            json!({ "purchase": {
                "card": "a0d3s", "pay": { "onyx": 2, "gold": 1 } }, "copy": "ruby"
            }),
        ),
        ("take two rubies, then one onyx", json!({ "take": ["ruby", "ruby"], "gem": "onyx" })),
        ("buy a0d3s", json!({ "purchase": { "card": "a0d3s" } })),
        ("buy a0d3s for nothing", json!({ "purchase": { "card": "a0d3s", "pay": {} } })),
        (
            "purchase a0d3s from the hand for two sapphires and one gold",
            json!({ "purchase": {
                "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 }, "from": "hand"
            } }),
        ),
        ("reserve a0d3s", json!({ "reserve": { "market": "a0d3s" } })),
        (
            "reserve a0d3s, a0e3r is revealed",
            json!({ "reserve": { "market": "a0d3s" }, "refill": "a0e3r" }),
        ),
        ("reserve top of deck 2", json!({ "reserve": { "deck": 2 } })),
        ("reserve the top card of deck 2", json!({ "reserve": { "deck": 2 } })),
        ("reserve from the Orient deck 2", json!({ "reserve": { "orient": 2 } })),
        (
            "reserve b3o6o from deck 2, put b2d5r under it",
            json!({ "reserve": { "deck": 2, "card": "b3o6o", "under": "b2d5r" } }),
        ),
        (
            "buy a0d3s then take the noble 3:4d4s and gain the post third-gem",
            json!({
                "purchase": { "card": "a0d3s" }, "noble": "3:4d4s", "post": "third-gem"
            }),
        ),
        ("seat 1: pass", json!({ "seat": 1, "pass": true })),
    ] {
        assert_eq!(read(words), turn, "{words}");
    }
}

/// Nothing is guessed: the first word that does not fit is named, with what to write instead.
#[test]
fn other_words_are_errors_with_a_hint() {
    let mut table = String::new();
    for words in [
        "grab ruby",
        "take",
        "take purple",
        "take rubby",
        "take +2 rubies",
        "take three",
        "take ruby ruby buy a0d3s",
        "take ruby and pass",
        "take ruby, return",
        "take ruby, return gold, return gold",
        "take ruby, then two onyxes",
        "buy",
        "buy a0",
        "buy A0D3S",
        "buy a0d3s with gold",
        "buy a0d3s for gold plus ruby",
        "buy a0d3s from market for ruby from hand",
        "reserve deck",
        "reserve top of deck 4",
        "reserve top deck 2",
        "reserve a0d3s and take one gold",
        "buy a0d3s; then conquer a0e3r; then b3e6e is revealed",
        "buy a0d3s, place a stronghold",
        "buy a0d3s, take the noble Ada",
        "seat 7: pass",
        "pass 3",
    ] {
        let why = turn_from_words(words).unwrap_err();
        table += &format!("{words}: {}; {}\n", why.message, why.help);
    }
    insta::assert_snapshot!(table);
}
