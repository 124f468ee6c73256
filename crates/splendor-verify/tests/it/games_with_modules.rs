//! Checks that legal games with modules become illegal when one fact is falsified, with the right
//! clause at the right turn.
//!
//! The games are generated. If `SPLENDOR_CORPUS` is set, the games of a client with the 2024
//! modules are also checked.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, judge};

use crate::client_games::{each_game, files};

/// The client whose games have the modules of 2024.
const CLIENT: &str = "collection-modules-2024";

/// A log with one falsified fact.
struct Wrong {
    /// A description of the falsification.
    what: &'static str,
    log: Value,
    /// The illegal turn, from 0; `None` if the finding is not about a turn.
    turn: Option<usize>,
    /// The clause that is broken or that a false claim contradicts; a family ends in a dot.
    clause: &'static str,
}

fn turns(log: &Value) -> &[Value] {
    log["turns"].as_array().unwrap()
}

fn plays(log: &Value, module: &str) -> bool {
    log["rules"]["modules"].as_array().is_some_and(|all| all.contains(&module.into()))
}

/// Returns the log after a change of turn `at`.
fn with_turn(
    log: &Value,
    at: usize,
    change: impl FnOnce(&mut serde_json::Map<String, Value>),
) -> Value {
    let mut log = log.clone();
    change(log["turns"][at].as_object_mut().unwrap());
    log
}

fn without(log: &Value, at: usize, field: &str) -> Value {
    with_turn(log, at, |turn| drop(turn.remove(field)))
}

/// Returns the first turn with a property.
fn first(log: &Value, holds: impl Fn(&Value) -> bool) -> Option<usize> {
    turns(log).iter().position(holds)
}

fn without_module(log: &Value, module: &str) -> Value {
    let mut log = log.clone();
    log["rules"]["modules"].as_array_mut().unwrap().retain(|name| name != module);
    log
}

fn module_left_out(log: &Value) -> Vec<Wrong> {
    let mut all = Vec::new();
    if plays(log, "cities") {
        let what = "the header has no cities";
        let log = without_module(log, "cities");
        all.push(Wrong { what, log, turn: None, clause: "setup." });
    }
    let brought = |turn: &Value| {
        turn.get("gem").is_some()
            || turn.get("post").is_some()
            || turn["reserve"].get("under").is_some()
    };
    if let (true, Some(turn)) = (plays(log, "trading-posts"), first(log, brought)) {
        let what = "the header has no trading posts";
        let mut log = without_module(log, "trading-posts");
        // The box keeps the noble of the module on the table legal.
        log["rules"]["boxes"] = serde_json::json!(["silk-road"]);
        all.push(Wrong { what, log, turn: Some(turn), clause: "post.present" });
    }
    all
}

fn power_skipped(log: &Value) -> Vec<Wrong> {
    let after = |action: &str, what, clause| {
        let turn = first(log, |turn| turn.get("gem").is_some() && turn.get(action).is_some())?;
        Some(Wrong { what, log: without(log, turn, "gem"), turn: Some(turn), clause })
    };
    let all = [
        after("purchase", "no gem after a purchase", "post.gem-after-purchase"),
        after("take", "no third gem", "post.third-gem"),
    ];
    all.into_iter().flatten().collect()
}

fn post_moved(log: &Value) -> Vec<Wrong> {
    let Some(turn) = first(log, |turn| turn.get("post").is_some()) else { return Vec::new() };
    let seats = log["players"].as_array().unwrap().len();
    let early = turn - seats;
    let post = turns(log)[turn]["post"].clone();
    let sooner = with_turn(log, early, |turn| drop(turn.insert("post".to_owned(), post.clone())));
    let again = turn + seats;
    let mut all = vec![
        Wrong { what: "a post too early", log: sooner, turn: Some(early), clause: "post.earned" },
        Wrong {
            what: "a post refused",
            log: without(log, turn, "post"),
            turn: Some(turn),
            clause: "post.mandatory",
        },
    ];
    if turns(log).get(again).is_some_and(|turn| turn.get("post").is_none()) {
        let log = with_turn(log, again, |turn| drop(turn.insert("post".to_owned(), post)));
        all.push(Wrong { what: "a post twice", log, turn: Some(again), clause: "post.once" });
    }
    all
}

fn wrong_winner(log: &Value) -> Option<Wrong> {
    if log["end"]["reason"] != "completed" {
        return None;
    }
    let winners = log["result"]["winners"].as_array()?;
    let seats = 0..log["players"].as_array()?.len();
    let loser = seats.map(Value::from).find(|seat| !winners.contains(seat))?;
    let clause = if plays(log, "cities") { "city." } else { "end." };
    let mut log = log.clone();
    log["result"]["winners"] = json!([loser]);
    Some(Wrong { what: "a wrong winner", log, turn: None, clause })
}

fn wrongs(log: &Value) -> Vec<Wrong> {
    let mut all = module_left_out(log);
    all.extend(power_skipped(log));
    if plays(log, "trading-posts") {
        all.extend(post_moved(log));
    }
    all.extend(wrong_winner(log));
    all
}

/// Returns whether a clause is the expected one or of the expected family.
fn is(clause: &str, expected: &str) -> bool {
    clause == expected || (expected.ends_with('.') && clause.starts_with(expected))
}

/// Checks that the log is legal with and without decks, and illegal after each falsification;
/// counts the falsifications.
fn check(name: &str, log: &Value, counts: &mut BTreeMap<&'static str, u32>) {
    let mut dark = log.clone();
    dark["setup"].as_object_mut().unwrap().remove("decks");
    for log in [log, &dark] {
        assert_eq!(verdict(log).0, Verdict::Legal, "{name}");
        for wrong in wrongs(log) {
            let (verdict, found) = verdict(&wrong.log);
            let what = wrong.what;
            assert_eq!(verdict, Verdict::Illegal, "{name}: {what}");
            let (turn, clause) = found.unwrap();
            assert_eq!(turn, wrong.turn, "{name}: {what}: {clause}");
            assert!(is(clause, wrong.clause), "{name}: {what}: {clause}");
            *counts.entry(what).or_default() += 1;
        }
    }
}

/// Returns the verdict on a log, with the turn of its first finding and the clause that is broken
/// or contradicted.
fn verdict(log: &Value) -> (Verdict, Option<(Option<usize>, &'static str)>) {
    let log = Log::read(log.to_string().as_bytes()).unwrap();
    let judgment = judge(&log, &JudgeOptions::default());
    let found = judgment.findings.first().map(|finding| {
        let clause = finding.breach.contradicted().unwrap_or(finding.breach.violation());
        (finding.turn, clause.clause().id())
    });
    (judgment.verdict(), found)
}

/// All falsifications.
const ALL: [&str; 8] = [
    "a post refused",
    "a post too early",
    "a post twice",
    "a wrong winner",
    "no gem after a purchase",
    "no third gem",
    "the header has no cities",
    "the header has no trading posts",
];

fn check_all_were_tried(counts: &BTreeMap<&'static str, u32>, at_least: u32) {
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), ALL, "{counts:?}");
    assert!(counts.values().all(|&count| count >= at_least), "{counts:?}");
}

#[test]
fn falsified_generated_games_with_modules_are_illegal() {
    let mut counts = BTreeMap::new();
    for seed in 0_u64..crate::sample(60, 200) {
        let modules =
            Modules { cities: seed % 4 > 1, trading_posts: seed % 2 == 1, ..Modules::NONE };
        let rules = Rules { modules, ..Rules::default() };
        let seats = u8::try_from(2 + seed / 4 % 3).unwrap();
        let options = GenerateOptions { seed, seats, rules, ..GenerateOptions::default() };
        let log = serde_json::to_value(generate(&options)).unwrap();
        check(&format!("seed {seed}"), &log, &mut counts);
    }
    check_all_were_tried(&counts, crate::sample(6, 20));
}

#[test]
fn falsified_client_games_with_modules_are_illegal() {
    let Some(files) = files() else { return };
    let (mut games, mut modes, mut counts) = (0, BTreeMap::new(), BTreeMap::new());
    each_game(&files, |client, line, log| {
        if client == CLIENT {
            let log = serde_json::to_value(log).unwrap();
            check(&format!("{client} {line}"), &log, &mut counts);
            *modes.entry(log["rules"]["modules"].to_string()).or_insert(0) += 1;
            games += 1;
        }
    });
    assert_eq!((games, modes.len()), (32, 4), "{modes:?}");
    check_all_were_tried(&counts, 10);
}
