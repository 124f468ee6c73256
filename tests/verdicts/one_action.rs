//! A turn without exactly one action is illegal at its place, and not malformed.

use serde_json::{Value, json};
use splendor_core::Clause;
use splendor_schema::diagnosis::{CauseKind, Standing};
use splendor_schema::{EXAMPLE, Log};
use splendor_verify::{JudgeOptions, Verdict, judge};

use crate::cmd::Folder;
use crate::root;

/// The number of the turn that the tests change, from 0: a reservation with a refill.
const AT: usize = 2;

/// Returns the example log with members added to its third turn, and members of it removed.
fn changed(more: &Value, without: &[&str]) -> Value {
    let mut log: Value = serde_json::from_str(EXAMPLE).unwrap();
    let turn = log["turns"][AT].as_object_mut().unwrap();
    turn.extend(more.as_object().unwrap().clone());
    turn.retain(|key, _| !without.contains(&key.as_str()));
    log
}

fn read(log: &Value) -> Log {
    Log::read(log.to_string().as_bytes()).unwrap()
}

#[test]
fn a_turn_without_exactly_one_action_is_illegal_at_its_place() {
    let folder = Folder::new("one-action");
    let buy = json!({ "purchase": { "card": "a0d3s" } });
    let all = json!({ "pass": true, "take": [], "purchase": { "card": "a0d3s", "pay": {} } });
    for (more, without, actions, words) in [
        (json!({}), &["reserve"][..], 0, "no action"),
        (json!({ "ext": {} }), &["reserve", "refill", "seat"], 0, "no action"),
        (json!({ "pass": true }), &[], 2, "two actions: reserve and pass"),
        (buy, &[], 2, "two actions: reserve and purchase"),
        (json!({ "take": ["gold"], "pass": true }), &["reserve"], 2, "two actions: take and pass"),
        (all, &[], 4, "four actions: take, reserve, purchase and pass"),
    ] {
        folder.write("log.json", changed(&more, without).to_string());
        let run = folder.run("verify --format json log.json");
        let report: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, &report["judged"]), (1, &json!(AT)), "{words}: {}", run.out);
        let [finding] = report["findings"].as_array().unwrap().as_slice() else {
            panic!("{words}: {report}")
        };
        assert_eq!(finding["clause"], "turn.one-action");
        assert_eq!(finding["turn"], AT + 1);
        assert_eq!(finding["pointer"], format!("/turns/{AT}"));
        assert_eq!(finding["message"], format!("a turn with {words}"));
        assert_eq!(finding["facts"], json!({ "actions": actions }));
    }
}

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
    let going_on = JudgeOptions { keep_going: true, ..JudgeOptions::default() };
    let log = read(&changed(&json!({ "pass": true }), &[]));
    let judgment = judge(&log, &going_on);
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
        [AT, AT + 1].map(|turn| splendor_verify::position_at(&log, &going_on, turn).unwrap().1);
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
    let found = |log: &Value, keep_going| {
        let judgment = judge(&read(log), &JudgeOptions { keep_going, ..JudgeOptions::default() });
        assert_eq!(judgment.verdict(), Verdict::Illegal);
        let sure = judgment.findings.iter().filter(|one| !one.after_guess);
        sure.map(|one| (one.breach.clause(), one.turn)).collect::<Vec<_>>()
    };
    for keep_going in [false, true] {
        assert_eq!(found(&log, keep_going), [(Clause::TurnOneAction, Some(7))]);
    }
    let mut log = stored("undecided.json");
    log["turns"][37] = json!({ "seat": 1 });
    assert_eq!(found(&log, false), [(Clause::TurnOneAction, Some(37))]);
}

#[test]
fn other_commands_agree() {
    let folder = Folder::new("one-action-commands");
    let blind = json!({ "reserve": { "deck": 1, "card": "a0d1s1e1r1o" }, "pass": true });
    let log = changed(&blind, &["refill"]);
    folder.write("log.json", log.to_string());
    let why = folder.run("why log.json --turn 3");
    let end = "turn 3, seat 0: two actions: reserve and pass: illegal by turn.one-action\n";
    assert!(why.status == 1 && why.out.ends_with(end), "{}", why.all());
    let seen = folder.run("redact --spectator log.json");
    assert!(!seen.out.contains("a0d1s1e1r1o") && seen.out.contains("\"pass\""), "{}", seen.out);
    let kifu = folder.run("convert --to kifu log.json");
    assert!(kifu.err.contains("a turn without exactly one action"), "{}", kifu.all());
    let page = folder.run("view log.json");
    assert!(page.out.contains("two actions: reserve and pass"), "{}", page.err);
    let text = log.to_string();
    let input = splendor_schema::InputFile { name: "log".into(), game: 1, line: 1 };
    let source = splendor_verify::ReportSource { input, text: text.as_str().into() };
    let causes = splendor_verify::diagnose(&source, &read(&log), &JudgeOptions::default()).causes;
    let first = &causes[0];
    assert_eq!((first.kind, first.standing), (CauseKind::ActionExtra, Standing::Proven));
    assert_eq!(first.message, "turn 3 was `reserve` alone");
}
