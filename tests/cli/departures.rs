//! Checks that every format names the rules under which a verdict holds, if they are not the
//! published ones.

use serde_json::{Value, json};

use crate::cmd::Folder;
use crate::root;

/// Returns a short legal log with these rulings and turns.
fn log_with(rulings: Value, turns: Value) -> String {
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
fn self_chosen() -> [(Value, Value, &'static str); 4] {
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
    let audit = folder.run("audit --json log.json").out;
    assert!(audit.contains(r#""ruling": "target""#), "{audit}");
}
