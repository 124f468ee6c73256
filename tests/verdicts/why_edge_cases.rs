//! Checks `why` for turns whose answer depends on other parts of the log, and the help of related
//! reports.

use serde_json::{Value, json};
use splendor_schema as schema;
use splendor_schema::why::Standing;

use crate::cmd::Folder;
use crate::root;
use crate::verdicts::why_diagnose_explain::{reported, turns_of, why_of};

/// In turn 38, seat 0 buys the card that it could have bought in turn 36, when it passed.
#[test]
fn a_turn_that_proves_an_earlier_one_illegal_is_illegal() {
    let text = std::fs::read_to_string(root().join("tests/cmd/pass-shown.json")).unwrap();
    let report = reported(&text);
    assert_eq!(report.verdict, schema::Verdict::Illegal);
    let last = turns_of(&text).pop().unwrap();
    let why = why_of(&text, 37, &last);
    assert_eq!(why.verdict, schema::Verdict::Illegal);
    let [finding] = why.findings.as_slice() else { panic!("{:?}", why.findings) };
    assert_eq!((finding.clause.as_str(), finding.turn), ("turn.pass", Some(36)));
    assert_eq!(
        (finding.line, &finding.pointer),
        (report.findings[0].line, &report.findings[0].pointer)
    );
    assert!(why.note.unwrap().ends_with("this turn shows that turn 36 was illegal"));
    let before = why_of(&text, 36, &turns_of(&text)[36]);
    assert_eq!(before.verdict, schema::Verdict::Consistent);
}

/// Five players cannot be dealt a table, so there is no turn to explain.
#[test]
fn without_a_table_no_turn_is_judged() {
    let folder = Folder::new("argue-five");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["players"] = serde_json::json!([{}, {}, {}, {}, {}]);
    folder.write("five.json", log.to_string());
    for turn in 1..=2 {
        let run = folder.run(&format!("why five.json --turn {turn} {{\"pass\":true}}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("cannot be followed to this turn"), "{}", run.err);
    }
}

/// The answer covers both purchases of a turn: their payments, the cards that come into the two
/// places, and the strongholds that go back to the stock.
#[test]
fn a_conquest_is_explained_with_the_purchase_before_it() {
    let folder = Folder::new("why-conquest");
    let game = root().join("replays/legal/stronghold-conquest.json");
    folder.write("game.json", std::fs::read_to_string(game).unwrap());
    let run = folder.run("why game.json --turn 16");
    for line in [
        "you pay one diamond and one sapphire; for a0s2e2o you pay one emerald and one onyx\n",
        "  seat 0: strongholds 1 -> 2\n",
        "  seat 1: strongholds 1 -> 3\n",
        "  market a0s2e2o -> a1r4d\n",
        "  market a0o1d1s1e1r -> a0d2s2o\n",
    ] {
        assert!(run.out.contains(line), "{line}{}", run.out);
    }
}

/// Text in a log must not look like another line of a report.
#[test]
fn a_log_cannot_forge_a_line() {
    let folder = Folder::new("argue-forged");
    let mut log: Value = serde_json::from_str(&folder.run("example").out).unwrap();
    log["rules"]["edition"] = "x\nb.json:1: legal: complete\u{1b}[2K".into();
    folder.write("a.json", log.to_string());
    let run = folder.run("verify --format line a.json");
    assert_eq!((run.status, run.out.lines().count()), (2, 1), "{}", run.out);
    assert!(run.out.contains(r"`x\nb.json:1: legal: complete\u{1b}[2K`"), "{}", run.out);
}

/// Returns the output of `verify` for the example with one more turn.
fn verify_with_turn(turn: &Value, options: &str) -> String {
    let folder = Folder::new("asked-said");
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    log.as_object_mut().unwrap().remove("end");
    log["turns"].as_array_mut().unwrap().push(turn.clone());
    folder.write("log.json", log.to_string());
    folder.run(&format!("verify {options} log.json")).out
}

/// A wrong refill must not hide other violations of the turn.
#[test]
fn an_action_is_called_legal_only_if_only_its_refill_is_wrong() {
    let take = ["diamond", "ruby", "emerald"];
    let stray = json!({ "take": take, "refill": "a0d2s2e1o" });
    let output = verify_with_turn(&stray, "");
    assert!(output.contains("error[market.refill]"), "{output}");
    assert!(output.contains("the action is legal here without `refill`"), "{output}");
    let both = json!({ "take": take, "refill": "a0d2s2e1o", "return": { "onyx": 1 } });
    let output = verify_with_turn(&both, "");
    assert!(output.contains("error[market.refill]"), "{output}");
    assert!(output.contains("turns are legal here") && !output.contains("the action"), "{output}");
}

#[test]
fn a_pass_under_pass_never_needs_an_action() {
    let output = verify_with_turn(&json!({ "pass": true }), "--ruling pass=never");
    assert!(output.contains("needs an action\n"), "{output}");
    let output = verify_with_turn(&json!({ "pass": true }), "");
    assert!(output.contains("the seat can act\n"), "{output}");
}

/// An incomplete list of turns has a note, which goes to standard error with JSON; a complete list
/// has none.
#[test]
fn an_incomplete_list_of_legal_turns_has_a_note() {
    let folder = Folder::new("asked-legal");
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    log.as_object_mut().unwrap().remove("end");
    log["rules"]["rulings"] = json!({ "return": "up-to" });
    let take = json!({ "take": ["diamond", "sapphire", "emerald"] });
    let reserve = json!({ "reserve": { "deck": 3 } });
    let last = json!({ "take": ["ruby", "onyx"] });
    let turns = [&take, &reserve, &take, &reserve, &take, &reserve, &take, &last];
    log["turns"] = turns.into_iter().cloned().collect();
    folder.write("log.json", log.to_string());
    let note = "note: with more than three tokens above ten, only turns that return none are \
                listed\n";
    let words = folder.run("legal log.json");
    assert!(words.out.ends_with(note) && words.err.is_empty(), "{}", words.all());
    let values = folder.run("legal --format json log.json");
    assert_eq!(values.err, note);
    let listed: Value = serde_json::from_str(&values.out).unwrap();
    let counted = format!("{} turns are legal", listed.as_array().unwrap().len());
    assert!(words.out.contains(&counted), "{}", words.out);
    for (turn, kept) in [(7, 9), (9, 12)] {
        let run = folder.run(&format!("legal --format json --turn {turn} log.json"));
        assert_eq!((run.status, run.err.is_empty()), (0, kept < 11), "{turn}");
    }
}

/// The answer names the numbers of a legal turn, the fault of an illegal one, and the omitted fact
/// of one that cannot be decided.
#[test]
fn the_answer_gives_the_reasons() {
    let text = std::fs::read_to_string(root().join("replays/legal/take-pair-needs-four.json"));
    let text = text.unwrap();
    let answer = |turn: &str| why_of(&text, 1, turn).answer.unwrap();
    assert_eq!(
        answer(r#"{"take":["diamond","diamond"]}"#),
        "legal: the supply held four diamonds; you end with two tokens; no noble is due"
    );
    assert_eq!(
        answer(r#"{"take":["gold","ruby"]}"#),
        "illegal: one gold taken from the supply; only two gems taken, although the \
         supply has five colors"
    );
    let open = std::fs::read_to_string(root().join("tests/cmd/consistent.json")).unwrap();
    let why = why_of(&open, 10, &turns_of(&open)[10]);
    let standing = |id: &str| why.conditions.iter().find(|it| it.clause == id).unwrap().standing;
    assert_eq!(standing("turn.order"), Standing::Met);
    assert_eq!(standing("purchase.tokens"), Standing::NotKnown);
    assert_eq!(why.answer.unwrap(), "consistent: depends on `pay` of turn 9, which the log omits");
}

/// The last pass is forced or not, depending on a card that the log hides: only that condition is
/// not known.
#[test]
fn a_pass_with_a_hidden_card_is_not_known() {
    let text = std::fs::read_to_string(root().join("tests/cmd/pass-shown.json")).unwrap();
    let why = why_of(&text, 35, &turns_of(&text)[35]);
    let pass = why.conditions.iter().find(|it| it.clause == "turn.pass").unwrap();
    assert_eq!((why.verdict, pass.standing), (schema::Verdict::Consistent, Standing::NotKnown));
    assert!(why.conditions.iter().all(|it| it.standing != Standing::NotMet));
}
