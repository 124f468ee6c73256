//! A turn without exactly one action is illegal at its place, and not malformed.

use serde_json::{Value, json};
use splendor_core::Clause;
use splendor_verify::{JudgeOptions, Verdict, continue_after, judge};

use crate::changed_turn::{AT, changed, read};
use crate::root;

#[test]
fn an_earlier_breach_and_the_wrong_seat_come_first() {
    let mut log = changed(&json!({ "pass": true }), &[]);
    log["turns"][0] = json!({ "seat": 0, "take": ["sapphire", "gold"] });
    let first = judge(&read(&log), &JudgeOptions::default()).findings[0].clone();
    assert_eq!((first.breach.clause(), first.turn), (Clause::TakeNoGold, Some(0)));
    let log = changed(&json!({ "pass": true, "seat": 1 }), &[]);
    let first = judge(&read(&log), &JudgeOptions::default()).findings[0].clone();
    assert_eq!((first.breach.clause(), first.turn), (Clause::TurnOrder, Some(AT)));
}

#[test]
fn going_on_moves_nothing_and_turns_what_follows_into_warnings() {
    let options = JudgeOptions::default();
    let log = read(&changed(&json!({ "pass": true }), &[]));
    let judgment = continue_after(&log, judge(&log, &options), |_, _| {});
    // The fifth turn pays the gold of the reservation that did not happen.
    let found: Vec<_> = judgment
        .findings
        .iter()
        .map(|one| (one.breach.clause(), one.turn, one.after_guess))
        .collect();
    let due = [(Clause::TurnOneAction, Some(AT), false), (Clause::PurchaseTokens, Some(4), true)];
    assert_eq!(found, due);
    assert_eq!((judgment.verdict(), judgment.judged), (Verdict::Illegal, 5));
    let [before, after] =
        [AT, AT + 1].map(|turn| splendor_verify::position_at(&log, &options, turn).unwrap().1);
    assert_eq!((before.seats(), before.supply()), (after.seats(), after.supply()));
    assert_eq!((before.to_move(), after.to_move()), (0, 1));
}

/// Returns a file of this folder as JSON.
fn stored(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join("tests/cmd").join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn it_is_found_among_several_tables_and_after_the_search_stopped() {
    // The payment of turn 7 is open, so two tables are possible.
    let mut log = stored("open.json");
    let turns = log["turns"].as_array_mut().unwrap();
    turns.push(json!({ "take": ["ruby"], "pass": true }));
    turns.push(json!({ "pass": true }));
    let found = |log: &Value| {
        let log = read(log);
        let judgment = judge(&log, &JudgeOptions::default());
        let judgment = continue_after(&log, judgment, |_, _| {});
        assert_eq!(judgment.verdict(), Verdict::Illegal);
        let sure = judgment.findings.iter().filter(|one| !one.after_guess);
        sure.map(|one| (one.breach.clause(), one.turn)).collect::<Vec<_>>()
    };
    assert_eq!(found(&log), [(Clause::TurnOneAction, Some(7))]);
    let mut log = stored("undecided.json");
    log["turns"][37] = json!({ "seat": 1 });
    assert_eq!(found(&log), [(Clause::TurnOneAction, Some(37))]);
}
