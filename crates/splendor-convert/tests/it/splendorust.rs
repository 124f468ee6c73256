//! Games of splendorust, whose seed gives the cards.

use serde_json::{Value, json};
use splendor_core::Card;
use splendor_schema::Log;
use splendor_schema::log::EndReason;
use splendor_verify::Verdict;

use super::play::{Habits, play_on};
use super::write_splendorust::{record, replay};
use super::{convert, made, verdict};

/// Plays a game on the table of a seed.
pub(super) fn game(seed: u64, seats: u8, most: usize) -> Log {
    let empty = json!({
        "schema": "splendor-web-replay-v1", "players": seats, "seed": seed.to_string(),
        "actions": [],
    });
    let table = made("splendorust", &empty.to_string(), None).log;
    let habits = Habits { blind: true, nobles_bought: true, boxes: false };
    play_on(table, seed, most, &habits)
}

#[test]
fn games_round_trip_through_splendorust() {
    let (mut ended, mut chosen) = (0, 0);
    for (seed, seats) in (100..112).zip([2, 3, 4].into_iter().cycle()) {
        let log = game(seed, seats, 250);
        let replay = replay(&log, seed);
        let nobles = replay["actions"].as_array().unwrap().iter().filter(|action| action[0] == 7);
        chosen += nobles.count();
        for text in [record(&replay), replay] {
            let made = made("splendorust", &text.to_string(), None);
            assert_eq!(made.log.turns, log.turns, "{seed}");
            assert_eq!((&made.log.end, &made.log.result), (&log.end, &log.result));
            assert_eq!(verdict(&made.log), Verdict::Legal);
        }
        ended += u32::from(log.end.is_some());
    }
    assert!(ended > 6, "{ended} games ended");
    assert!(chosen > 0, "no noble was chosen");
}

/// The market of a published game, which is legal with it (`native.rs` judges it).
#[test]
fn a_seed_gives_the_table_of_the_client() {
    let log = game(17_686_060_870_960_672_706, 2, 0);
    let market = &log.setup.market;
    let rows = [&market.level1, &market.level2, &market.level3].map(|row| row.as_deref().unwrap());
    let shown = rows.map(|row| row.iter().map(Card::to_string).collect::<Vec<_>>().join(" "));
    assert_eq!(
        shown,
        [
            "a0d2s2o a0s2e2o a0r2d2r a0d2s2e1o",
            "b2s2d1r4o b1d3e2r2o b2r3d5o b1o3d2s2e",
            "c5d3d7o c4d7o c5r7e3r c3d3s3e5r3o",
        ]
    );
}

fn start(turns: usize) -> (Log, Value) {
    let mut log = game(5, 2, 80);
    log.turns.truncate(turns);
    (log.end, log.result) = (None, None);
    let text = replay(&log, 5);
    (log, text)
}

#[test]
fn a_turn_that_the_file_does_not_finish_is_left_out() {
    let (log, mut text) = start(60);
    let purchase = log.turns.iter().rposition(|turn| turn.purchase.is_some()).unwrap();
    let (_, cut) = start(purchase + 1);
    // The last action is the payment.
    let mut actions = cut["actions"].as_array().unwrap().clone();
    while actions.pop().unwrap()[0] != 5 {}
    (text["revision"], text["turns"]) = (actions.len().into(), purchase.into());
    text["actions"] = actions.into();
    let made = made("splendorust", &text.to_string(), None);
    assert_eq!(made.log.turns, log.turns[..purchase]);
    assert_eq!(made.account.ignored["actions"].count, 1);
    assert_eq!(verdict(&made.log), Verdict::Legal);

    // A game that has ended has no unfinished turn.
    text["result"] = result(&[15, 3], 1, &[1, 2]);
    let refusal = convert("splendorust", &text.to_string(), None).unwrap_err();
    assert!(refusal.message.contains("its last turn has not"), "{refusal}");
}

#[test]
fn a_game_that_the_page_lost_is_abandoned() {
    let (_, text) = start(20);
    let mut page = record(&text);
    for status in ["abandoned", "error"] {
        page["status"] = status.into();
        let end = made("splendorust", &page.to_string(), None).log.end;
        assert_eq!(end.unwrap().reason, EndReason::Abandoned);
    }
    page["status"] = "finished".into();
    let refusal = convert("splendorust", &page.to_string(), None).unwrap_err();
    assert!(refusal.message.contains("the status of the result"), "{refusal}");
}

fn result(scores: &[u8], winners: u8, ranks: &[u8]) -> Value {
    json!({ "status": "finished", "winnerMask": winners, "ranks": ranks, "scores": scores })
}

#[test]
fn unknown_input_of_splendorust_is_rejected() {
    let (_, text) = start(20);
    let count = text["actions"].as_array().unwrap().len();
    let first = text["actions"][0].clone();
    let cases = [
        ("engine", json!("splendorust-v2"), "splendorust-v1, whose deal is known"),
        ("seed", json!("05"), "a seed from 0 to 2⁶⁴ - 1"),
        ("revision", json!(count + 1), "the number of actions"),
        ("turns", json!(7), "7 turns, but the actions make 20"),
        ("players", json!(1), "2 to 4 players"),
        ("actions", json!([[8, 0, 0, 0, 0, 0, 0]]), "seven numbers of an action"),
        ("actions", json!([[4, 0, 0, 0, 0, 0, 0]]), "seat 0 has no reserved card 0"),
        ("actions", json!([[5, 0, 0, 0, 0, 0, 0]]), "expected a purchase before a payment"),
        ("actions", json!([[7, 0, 0, 0, 0, 0, 0]]), "expected a turn before a noble"),
        ("actions", json!([[6, 1, 0, 0, 0, 0, 0]]), "expected a turn before a return"),
        ("actions", json!([[3, 0, 0, 0, 0, 0, 0], first]), "expected the payment of the purchase"),
        ("result", result(&[1, 2, 3], 1, &[1, 2]), "a list of 2 numbers (the scores)"),
        ("result", result(&[15, 3], 5, &[1, 2]), "a whole number from 0 to 3"),
        ("result", result(&[15, 3], 1, &[1; 300]), "a list of 2 numbers (the ranks)"),
        ("result", result(&[15, 3], 1, &[2, 1]), "rank 1 for the winners [0]"),
        ("stateDebug2", json!(1), "`stateDebug2` is not a known field"),
    ];
    for (key, value, expected) in cases {
        let mut text = text.clone();
        if key == "actions" {
            text["revision"] = value.as_array().unwrap().len().into();
        }
        text[key] = value;
        let refusal = convert("splendorust", &text.to_string(), None).unwrap_err();
        assert!(refusal.message.contains(expected), "{key}: {refusal}");
    }
}
