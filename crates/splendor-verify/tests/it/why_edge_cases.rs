//! Checks `why` for turns whose answer depends on other parts of the log.

use splendor_schema as schema;
use splendor_schema::why::Standing;

use crate::root;
use crate::why_and_diagnose::{reported, turns_of, why_of};

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
