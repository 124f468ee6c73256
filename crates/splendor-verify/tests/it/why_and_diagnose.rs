//! Checks that `why` and `diagnose` agree with the verdict.

use serde_json::{Value, json};
use splendor_core::{Clause, MOST_LISTED};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::diagnosis::{Cause, CauseKind, PatchOp, Standing};
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::why::{Standing::Met, Why};
use splendor_schema::{InputFile, Log, Report, Turn, Verdict, schemas};
use splendor_verify::diagnose::apply_edit;
use splendor_verify::history::table_before;
use splendor_verify::redact::{Viewer, redact};
use splendor_verify::{
    JudgeOptions, Proposal, ReportScope, ReportSource, conditions_at, diagnose, position_from_log,
    turn_from_log, turn_to_log, verify, why,
};

use crate::diagnosis::json_of;
use crate::root;

fn input(name: &str) -> InputFile {
    InputFile { name: name.into(), game: 1, line: 1 }
}

fn replays(kind: &str) -> Vec<(String, String)> {
    let files = std::fs::read_dir(root().join("replays").join(kind)).unwrap();
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let named = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(named).collect()
}

fn plain() -> JudgeOptions {
    JudgeOptions::default()
}

pub(crate) fn reported(text: &str) -> Report {
    verify(input("log"), text.as_bytes(), &plain(), ReportScope::BRIEF).0
}

/// Returns the explanation of `why` for a turn, given as JSON, at a place in a log.
pub(crate) fn why_of(text: &str, at: usize, json: &str) -> Why {
    let (log, turn) = (Log::read(text.as_bytes()).unwrap(), Turn::read(json.as_bytes()).unwrap());
    let (input, options) = (input("log"), &plain());
    let question = Proposal { input, text, log: &log, at, turn: &turn, turn_text: json, options };
    why(&question).unwrap()
}

/// Returns the turns of a log as JSON.
pub(crate) fn turns_of(text: &str) -> Vec<String> {
    let log: Value = serde_json::from_str(text).unwrap();
    log["turns"].as_array().unwrap().iter().map(Value::to_string).collect()
}

/// Checks a line against the schema with this name, and returns its value.
#[track_caller]
fn check_schema(schema: &str, line: &str) -> Value {
    let file = format!("splendor-{schema}-1.schema.json");
    let text = schemas().into_iter().find(|(name, _)| *name == file).unwrap().1;
    let schema: Value = serde_json::from_str(&text).unwrap();
    let value: Value = serde_json::from_str(line).unwrap();
    let errors = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = errors.iter_errors(&value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}: {line}");
    value
}

#[test]
fn why_gives_the_reason_of_the_report_for_an_illegal_turn() {
    let mut count = 0;
    for (name, text) in replays("illegal") {
        let report = reported(&text);
        let found = &report.findings[0];
        let Some(turn) = found.turn else { continue };
        let at = usize::try_from(turn).unwrap() - 1;
        let why = why_of(&text, at, &turns_of(&text)[at]);
        check_schema("why", &json_line(&why));
        assert_eq!((why.verdict, why.turn, &why.note), (Verdict::Illegal, turn, &None), "{name}");
        let first = &why.findings[0];
        assert_eq!((&first.clause, &first.message), (&found.clause, &found.message), "{name}");
        assert_eq!((&first.needed, &first.help), (&found.needed, &found.help), "{name}");
        let places = |found: &splendor_schema::Finding| {
            (found.related.clone(), found.pointer.clone().unwrap())
        };
        let (related, pointer) = places(found);
        assert_eq!(places(first), (related, pointer[format!("/turns/{at}").len()..].to_owned()));
        assert!(why.changes.is_empty() && !why.conditions.is_empty(), "{name}");
        count += 1;
    }
    assert!(count > 45, "{count}");
}

#[test]
fn why_calls_every_turn_of_a_legal_game_legal() {
    for (name, text) in replays("legal").into_iter().step_by(9) {
        let log: Value = serde_json::from_str(&text).unwrap();
        if log["rules"].get("rulings").is_some() {
            continue;
        }
        let mut prestige = std::collections::BTreeMap::new();
        for (at, turn) in turns_of(&text).iter().enumerate() {
            let why = why_of(&text, at, turn);
            assert_eq!((why.verdict, why.findings.len()), (Verdict::Legal, 0), "{name} {at}");
            let all = why.changes.iter().filter(|change| change.what == "prestige");
            for change in all {
                prestige.insert(change.seat.unwrap(), change.to.clone());
            }
            assert!(why.conditions.iter().all(|it| it.standing == Met), "{name} {at}");
        }
        let report = reported(&text);
        for (seat, scored) in (0_u8..).zip(report.scores.unwrap()) {
            let shown = prestige.get(&seat).cloned().unwrap_or_else(|| 0_u8.into());
            assert_eq!(shown, scored.into(), "{name} seat {seat}");
        }
    }
}

#[test]
fn listed_turns_are_legal_and_every_violation_is_reported() {
    let text = pretty_log(&generate(&GenerateOptions {
        seed: 5,
        max_turns: 24,
        ..GenerateOptions::default()
    }));
    let log = Log::read(text.as_bytes()).unwrap();
    for at in [3, 14, 24] {
        let (game, position) = table_before(&log, &plain(), at).unwrap();
        let game = game.as_game();
        for turn in position.legal_turns_up_to(&game, MOST_LISTED).0.iter().step_by(7) {
            let turn = json_line(&turn_to_log(&game, turn));
            let why = why_of(&text, at, &turn);
            assert_eq!(why.verdict, Verdict::Legal, "{at}: {turn}");
        }
    }
    let why =
        why_of(&text, 2, r#"{"seat":1,"take":["gold","ruby","ruby","onyx"],"noble":"3:4r4o"}"#);
    let broken: Vec<&str> = why.findings.iter().map(|found| found.clause.as_str()).collect();
    assert_eq!(broken[..3], ["turn.order", "take.no-gold", "take.pair"]);
    assert!(broken.len() > 3 && broken[3].starts_with("noble."), "{broken:?}");
    assert!(why.findings[1..].iter().all(|found| found.help.is_none()));
}

#[test]
fn why_never_calls_a_turn_of_a_redacted_game_illegal() {
    let mut open = 0;
    for seed in 40..44 {
        let mut log = generate(&GenerateOptions { seed, ..GenerateOptions::default() });
        redact(&mut log, Viewer::Spectator).unwrap();
        let text = json_line(&log);
        for (at, turn) in turns_of(&text).iter().enumerate().step_by(5) {
            let why = why_of(&text, at, turn);
            open += usize::from(why.verdict == Verdict::Consistent);
            assert!(matches!(why.verdict, Verdict::Legal | Verdict::Consistent), "{seed} {at}");
        }
    }
    let text = std::fs::read_to_string(root().join("tests/cmd/consistent.json")).unwrap();
    let last = turns_of(&text).len() - 1;
    let why = why_of(&text, last, &turns_of(&text)[last]);
    assert_eq!((why.verdict, why.changes.len()), (Verdict::Consistent, 0), "{open}");
    assert!(!why.missing.is_empty());
}

#[test]
fn after_an_illegal_turn_why_trusts_the_log_and_adds_a_note() {
    let text = std::fs::read_to_string(root().join("replays/illegal/take-pair-needs-four.json"));
    let text = text.unwrap();
    let last = turns_of(&text).len();
    let why = why_of(&text, last, r#"{"take":["ruby","ruby","ruby"]}"#);
    assert!(
        why.note.as_deref().unwrap().starts_with("the log breaks take.pair-needs-four at turn 2")
    );
    assert_eq!((why.verdict, why.findings[0].after_illegal), (Verdict::Illegal, true));
    let why = why_of(&text, last, r#"{"take":["diamond","ruby","onyx"]}"#);
    assert_eq!((why.verdict, why.note.is_some(), why.findings.len()), (Verdict::Legal, true, 0));
}

/// Returns the log after applying the edit of a cause as a JSON patch, step by step.
fn patched_by_hand(log: &Log, cause: &Cause) -> Value {
    let mut edited = json_of(log);
    for step in &cause.edit {
        let value = step.value.as_ref().map(|value| serde_json::from_str(value.as_str()).unwrap());
        let (parent, key) = step.path.rsplit_once('/').unwrap();
        match (edited.pointer_mut(parent).unwrap(), value) {
            (Value::Object(map), Some(value)) => drop(map.insert(key.to_owned(), value)),
            (Value::Object(map), None) => drop(map.remove(key).unwrap()),
            (Value::Array(list), None) => drop(list.remove(key.parse().unwrap())),
            (Value::Array(list), Some(value)) if step.op == PatchOp::Add => {
                list.insert(key.parse().unwrap(), value);
            }
            (Value::Array(list), Some(value)) => list[key.parse::<usize>().unwrap()] = value,
            (other, _) => panic!("no place for {}: {other}", step.path),
        }
    }
    edited
}

/// An illegal replay differs in one place from its legal replay, so it should have a proven edit.
#[test]
fn every_proven_edit_of_an_illegal_replay_makes_it_pass() {
    let tried: Vec<_> = replays("illegal").into_iter().step_by(crate::sample(2, 1)).collect();
    let mut proven = 0;
    for (name, text) in &tried {
        let log = Log::read(text.as_bytes()).unwrap();
        let source = ReportSource { input: input("log"), text: text.as_str().into() };
        let diagnosis = diagnose(&source, &log, &plain());
        let line = json_line(&diagnosis);
        if proven % 16 == 0 {
            let again = json_line(&diagnose(&source, &log, &plain()));
            assert_eq!(line, again, "{name} is diagnosed alike");
        }
        check_schema("diagnosis", &line);
        assert!(diagnosis.tried <= diagnosis.limit && diagnosis.first.is_some(), "{name}");
        for cause in diagnosis.causes.iter().take(12) {
            let edited = apply_edit(&log, cause).unwrap();
            assert_eq!(patched_by_hand(&log, cause), json_of(&edited), "{name}");
            let written = json_line(&edited);
            let report = reported(&written);
            assert_eq!(report.verdict, cause.verdict, "{name}: {}", cause.message);
            let passes = matches!(report.verdict, Verdict::Legal | Verdict::Consistent);
            assert_eq!(passes, cause.standing == Standing::Proven, "{name}: {}", cause.message);
        }
        let found = diagnosis.causes.iter().any(|cause| cause.standing == Standing::Proven);
        proven += usize::from(found);
    }
    let count = tried.len();
    assert!(count >= Clause::ALL.len() / crate::sample(2, 1), "{count} replays");
    assert!(proven * 100 >= count * 90, "{proven} of {count} have a proven edit");
}

#[test]
fn diagnosis_is_empty_for_a_legal_log_and_bounded_for_a_long_one() {
    let log = generate(&GenerateOptions { seed: 2, ..GenerateOptions::default() });
    let text = json_line(&log);
    let source = |text: &'static str| ReportSource { input: input("log"), text: text.into() };
    let diagnosis = diagnose(&source(text.leak()), &log, &plain());
    let counts = (diagnosis.verdict, diagnosis.tried, diagnosis.causes.len());
    assert_eq!(counts, (Verdict::Legal, 0, 0));
    let mut long = Log { end: None, result: None, ..log };
    while long.turns.len() < crate::sample(8_000, 40_000) {
        long.turns.extend_from_within(..);
    }
    let text = json_line(&long);
    let size = text.len() as u64;
    let diagnosis = diagnose(&source(text.leak()), &long, &plain());
    assert!((diagnosis.tried - 2) * size <= 16 << 20, "{} logs of {size}", diagnosis.tried);
    assert!(diagnosis.untried > 0);
}

#[test]
fn after_a_foreign_turn_nothing_is_judged_and_removing_it_is_tried() {
    let text = r#"{"seat":0,"foreign":{"swap":1}}"#;
    let log = generate(&GenerateOptions { seed: 8, max_turns: 6, ..GenerateOptions::default() });
    let mut value = serde_json::to_value(&log).unwrap();
    let foreign: Value = serde_json::from_str(text).unwrap();
    value["turns"].as_array_mut().unwrap().insert(2, foreign);
    let whole = value.to_string();
    let why = why_of(&whole, 4, r#"{"take":["ruby"]}"#);
    assert_eq!(why.verdict, Verdict::Unsupported);
    assert!(why.note.unwrap().starts_with("the log cannot be judged up to this turn: this is not"));
    assert_eq!(why_of(&json_line(&log), 2, text).verdict, Verdict::Unsupported);
    let log = Log::read(whole.as_bytes()).unwrap();
    let source = ReportSource { input: input("log"), text: whole.as_str().into() };
    let diagnosis = diagnose(&source, &log, &plain());
    assert_eq!(diagnosis.verdict, Verdict::Unsupported);
    let mut kinds = diagnosis.causes.iter().map(|cause| cause.kind);
    assert!(kinds.any(|kind| [CauseKind::TurnsForeign, CauseKind::TurnExtra].contains(&kind)));
}

/// The victory is shared, so a log that calls nobody the winner contradicts that clause.
#[test]
fn a_tie_that_is_called_a_draw_breaks_end_shared() {
    let text = std::fs::read_to_string(root().join("replays/illegal/end-shared.json")).unwrap();
    let mut log: Value = serde_json::from_str(&text).unwrap();
    log["result"]["winners"] = json!([]);
    let report = reported(&log.to_string());
    let found = &report.findings[0];
    assert_eq!(
        (&*found.clause, found.contradicts.as_deref()),
        ("claim.winner", Some("end.shared"))
    );
}

#[test]
fn the_gem_after_a_conquest_is_named_among_the_conditions() {
    let position = json!({
        "format": "splendor-position/1",
        "rules": { "edition": "2024", "modules": ["strongholds", "trading-posts"] },
        "seats": [
            {
                "tokens": { "diamond": 3, "sapphire": 3, "emerald": 2, "ruby": 2 },
                "cards": ["a0r2d2r", "a0r3d", "a1r4d", "a0d3s", "a0e3r"],
                "posts": ["gem-after-purchase"],
                "strongholds": ["a0o2e1r", "a0o2e1r", "a0o2e1r"]
            },
            {}
        ],
        "market": { "level1": ["a0o2e1r", "a0d2r1o", "a0s1d2o", "a0e2d1s"] }
    });
    let position = serde_json::from_value(position).unwrap();
    let (game, position) = position_from_log(&position).unwrap();
    let conquest =
        json!({ "purchase": { "card": "a0o2e1r", "pay": { "emerald": 1 } }, "gem": "onyx" });
    let turn = json!({ "take": ["onyx"], "conquest": conquest, "return": { "ruby": 1 } });
    let turn = turn_from_log(&game, &serde_json::from_value(turn).unwrap(), 0).unwrap();
    let (conditions, _) = conditions_at(&game, &position, &turn);
    let gem = conditions.iter().find(|one| one.clause == "post.gem-after-purchase").unwrap();
    assert_eq!(gem.fact, "you take one onyx by the power of a post");
}
