//! Every command calls a turn without exactly one action illegal.

use serde_json::{Value, json};
use splendor_schema::diagnosis::{CauseKind, Standing};
use splendor_verify::JudgeOptions;

use crate::changed_turn::{AT, changed, read};
use crate::cmd::Folder;

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
