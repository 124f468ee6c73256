//! Checks that every format names the rules under which a verdict holds, if they are not the
//! published ones.

use serde_json::{Value, json};

use crate::cmd::Folder;
use crate::root;

/// Returns a short legal log with these rulings and turns.
pub(crate) fn log_with(rulings: Value, turns: Value) -> String {
    let path = root().join("replays/legal/end-winner.json");
    let mut log: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    log["rules"]["rulings"] = rulings;
    if !turns.is_null() {
        log["turns"] = turns;
        log["end"] = json!({ "reason": "resigned", "seats": [0] });
        log["result"] = json!({ "winners": [1] });
    }
    log.to_string()
}

/// Logs whose author chose the rules: the rulings, the turns, and how the verdict names the rules.
pub(crate) fn self_chosen() -> [(Value, Value, &'static str); 4] {
    let passes = json!([{ "seat": 0, "pass": true }, { "seat": 1, "pass": true }]);
    let takes =
        json!([{ "seat": 0, "take": ["ruby", "onyx", "emerald"], "return": { "ruby": 1 } }]);
    [
        (json!({ "pass": "always" }), passes, "pass=always"),
        (json!({ "target": 1 }), Value::Null, "target=1"),
        (json!({ "target": 1, "tie": "first-seat" }), Value::Null, "tie=first-seat, target=1"),
        (json!({ "return": "anything" }), takes, "return=anything"),
    ]
}

#[test]
fn a_verdict_names_the_rules_that_a_log_chooses_itself() {
    let folder = Folder::new("departures-text");
    for (rulings, turns, words) in self_chosen() {
        folder.write("log.json", log_with(rulings, turns));
        let run = folder.run("verify log.json");
        assert_eq!(run.status, 0, "{}", run.all());
        assert!(run.out.starts_with(&format!("log.json: legal under {words}; ")), "{}", run.out);
    }
    folder.write("log.json", log_with(json!({}), json!([{ "seat": 0, "take": ["ruby", "ruby"] }])));
    let run = folder.run("verify log.json");
    assert!(run.out.starts_with("log.json: legal, incomplete"), "{}", run.out);
}

/// The formats, each with the words that name the rules.
const FORMATS: [(&str, &str); 7] = [
    ("text", "log.json: legal under target=1; complete"),
    ("line", "log.json:1: legal under target=1: complete"),
    ("json", r#""departures":[{"name":"target","value":1,"origin":"log"}]"#),
    ("sarif", "legal under target=1, which departs from the published rules"),
    ("junit", r#"<property name="departures" value="target=1"/>"#),
    ("github", "legal under target=1, which departs from the published rules"),
    ("gitlab", "legal under target=1, which departs from the published rules"),
];

#[test]
fn every_format_names_the_rules_that_a_log_chooses_itself() {
    let folder = Folder::new("departures-formats");
    folder.write("log.json", log_with(json!({ "target": 1 }), Value::Null));
    for (format, words) in FORMATS {
        let run = folder.run(&format!("verify --format {format} log.json"));
        assert!(run.status == 0 && run.out.contains(words), "{format}: {}", run.all());
    }
    let audit = folder.run("audit log.json").out;
    assert!(audit.contains("departures from the published rules: target=1 (1)"), "{audit}");
    let audit = folder.run("audit --format json log.json").out;
    assert!(audit.contains(r#""ruling": "target""#), "{audit}");
}

#[test]
fn answers_about_a_log_name_the_rules_that_it_chooses_itself() {
    let folder = Folder::new("departures-answers");
    let passes = json!([{ "seat": 0, "pass": true }, { "seat": 1, "pass": true }]);
    let rulings = json!({ "pass": "always", "tie": "last-seat" });
    folder.write("log.json", log_with(rulings, passes));
    let under = "legal under pass=always, tie=last-seat";
    let why = folder.run("why log.json --turn 2").out;
    assert!(why.ends_with(&format!(": {under}\n")), "{why}");
    let why = folder.run("why --ruling pass=never log.json --turn 1").out;
    assert!(why.ends_with(": illegal by turn.pass under pass=never, tie=last-seat\n"), "{why}");
    let diagnosis = folder.run("diagnose log.json").out;
    assert!(diagnosis.starts_with(&format!("log.json: {under}\n")), "{diagnosis}");
    let diagnosis = folder.run("diagnose --ruling pass=when-stuck log.json").out;
    let due = "log.json: illegal at turn 1 under tie=last-seat by turn.pass: ";
    assert!(diagnosis.starts_with(due), "{diagnosis}");
    let page = folder.run("view log.json").out;
    assert!(page.contains(&format!(": {under}</title>")));
    assert!(page.contains("<span>under pass=always, tie=last-seat; 2 of 2 turns judged"));
    for (command, pointer) in [
        ("why log.json --turn 2 --format json", "/departures"),
        ("diagnose log.json --format json", "/departures"),
    ] {
        let run = folder.run(command);
        let answer: Value = serde_json::from_str(run.out.lines().next().unwrap()).unwrap();
        let departures = answer.pointer(pointer).and_then(Value::as_array);
        assert_eq!(departures.map(Vec::len), Some(2), "{command}: {}", run.out);
    }
}

#[test]
fn totals_count_the_departures_even_of_a_quiet_run() {
    let folder = Folder::new("departures-totals");
    for (number, (rulings, turns, _)) in self_chosen().into_iter().enumerate() {
        folder.write(&format!("games/{number}.json"), log_with(rulings, turns));
    }
    folder.write("games/example.json", folder.run("example").out);
    let quiet = folder.run("verify --quiet games");
    let line = "5 logs: 5 legal (3 incomplete, 4 not by the published rules)\n";
    assert_eq!((quiet.status, quiet.out.as_str()), (0, line));
    let summary = folder.run("verify --summary games").out;
    let due = "\ndepartures from the published rules\n  pass=always: 1 log\n";
    assert!(summary.starts_with(line) && summary.contains(due), "{summary}");
    assert!(summary.contains("\n  target=1: 2 logs\n"), "{summary}");
    let summary = folder.run("verify --summary --format json games").out;
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let target = json!({ "name": "target", "value": 1, "logs": 2 });
    assert_eq!((&summary["departing"], &summary["departures"][2]), (&json!(4), &target));
}
