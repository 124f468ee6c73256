//! Checks how the file of required rules is read.

use serde_json::{Value, json};

use super::departures::log_with;
use crate::cmd::Folder;

#[test]
fn required_rules_that_cannot_be_read_end_the_run() {
    let folder = Folder::new("required-unread");
    folder.write("log.json", log_with(json!({}), Value::Null));
    let cases = [
        ("{ \"edition\": 2024 }", "1:14: ", "a string"),
        ("{\n  \"edition\": \"2025\" }", "2:14: ", "the known editions are 2014 and 2024"),
        ("{ \"edition\": \"2024\",\n\"modules\": [\"cities\", \"quests\"] }", "2:23: ", "`quests`"),
        (
            "{ \"edition\": \"2014\", \"modules\": [\"cities\"] }",
            "1:34: ",
            "belongs to edition 2024",
        ),
        ("{ \"edition\": \"2024\", \"boxes\": [\"silk\"] }", "1:32: ", "`silk-road`"),
        ("{ \"edition\": \"2024\", \"rulings\": { \"luck\": 1 } }", "1:35: ", "fewer, pass, "),
        ("{ \"edition\": \"2024\", \"rulings\": { \"pass\": \"no\" } }", "1:43: ", "always, never"),
        ("{ \"edition\": \"2024\", \"rulings\": { \"target\": 0 } }", "1:45: ", "1 to 255"),
        ("{ \"edition\": \"2024\", \"module\": [] }", "1:22: ", "did you mean `modules`?"),
        ("", "1:1: ", ""),
    ];
    for (text, place, words) in cases {
        folder.write("rules.json", text);
        for command in ["verify", "audit", "why --turn 1", "diagnose", "view", "show", "legal"] {
            let run = folder.run(&format!("{command} --rules rules.json log.json"));
            let start = format!("error: rules.json:{place}");
            assert!(run.err.starts_with(&start) && run.err.contains(words), "{}", run.all());
            assert_eq!((run.status, run.out.as_str()), (3, ""), "{command}: {}", run.all());
        }
    }
    for (option, words) in [
        ("--rules -", "not standard input"),
        ("--rules .", "directory"),
        ("--rules absent.json", "absent.json: "),
        ("--published --rules rules.json", "cannot be used with"),
        ("--published --ruling pass=always", "cannot be used with"),
        ("--published --client zomis", "cannot be used with"),
        ("--rules rules.json --client zomis", "cannot be used with"),
    ] {
        for command in ["verify", "audit", "why --turn 1", "diagnose", "view", "show", "witness"] {
            let run = folder.run(&format!("{command} {option} log.json"));
            assert!(run.status == 3 && run.err.contains(words), "{command}: {}", run.all());
        }
    }
}

#[test]
#[cfg(unix)]
fn required_rules_without_end_are_read_up_to_the_limit_of_a_log() {
    let folder = Folder::new("required-endless");
    folder.write("log.json", log_with(json!({}), Value::Null));
    let run = folder.shell("yes | splendor verify --rules /dev/stdin log.json");
    let due = "error: /dev/stdin:1:1: 16777217 bytes, more than the limit of 16777216\n";
    assert!(run.status == 3 && run.err.starts_with(due), "{}", run.all());
}
