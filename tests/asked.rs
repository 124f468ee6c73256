//! Turns that are asked about where the answer is not about them alone.

use serde_json::Value;
use splendor_schema::Verdict as Told;

use crate::argue::{asked, reported, told};
use crate::cmd::Folder;
use crate::root;

/// Turn 38 buys the card that seat 0 could have bought in turn 36, where it passed.
#[test]
fn a_turn_that_shows_an_earlier_one_to_be_illegal_is_illegal() {
    let text = std::fs::read_to_string(root().join("tests/cmd/pass-shown.json")).unwrap();
    let report = reported(&text);
    assert_eq!(report.verdict, Told::Illegal);
    let last = told(&text).pop().unwrap();
    let why = asked(&text, 37, &last);
    assert_eq!(why.verdict, Told::Illegal);
    let [finding] = why.findings.as_slice() else { panic!("{:?}", why.findings) };
    assert_eq!((finding.clause.as_str(), finding.turn), ("turn.pass", Some(36)));
    assert_eq!(
        (finding.line, &finding.pointer),
        (report.findings[0].line, &report.findings[0].pointer)
    );
    assert!(why.note.unwrap().ends_with("is illegal at turn 36 already"));
    let before = asked(&text, 36, &told(&text)[36]);
    assert_eq!(before.verdict, Told::Consistent);
}

/// Without a table there is nothing to ask about.
#[test]
fn where_no_table_can_be_dealt_no_turn_is_judged() {
    let folder = Folder::new("argue-five");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["players"] = serde_json::json!([{}, {}, {}, {}, {}]);
    folder.write("five.json", log.to_string());
    for turn in 1..=2 {
        let run = folder.run(&format!("why five.json --turn {turn} {{\"pass\":true}}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("cannot be followed so far"), "{}", run.err);
    }
}

/// What a log says cannot look like another line of a report.
#[test]
fn a_log_forges_no_line() {
    let folder = Folder::new("argue-forged");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["rules"]["edition"] = "x\nb.json:1: legal: complete\u{1b}[2K".into();
    folder.write("a.json", log.to_string());
    let run = folder.run("verify --format line a.json");
    assert_eq!((run.status, run.out.lines().count()), (2, 1), "{}", run.out);
    assert!(run.out.contains(r"`x\nb.json:1: legal: complete\u{1b}[2K`"), "{}", run.out);
}
