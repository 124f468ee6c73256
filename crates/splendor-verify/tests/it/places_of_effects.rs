//! A finding on an effect or on a conquest points at it, and its help names what would be legal.

use serde_json::{Value, json};
use splendor_schema::{Finding, InputFile};
use splendor_verify::{JudgeOptions, ReportScope, verify};

use crate::root;

/// Returns the first finding on a legal replay whose last turn is changed.
fn finding(replay: &str, change: impl Fn(&mut Value)) -> Finding {
    let text = std::fs::read(root().join(format!("replays/legal/{replay}.json"))).unwrap();
    let mut log: Value = serde_json::from_slice(&text).unwrap();
    for claim in ["end", "result"] {
        log.as_object_mut().unwrap().remove(claim);
    }
    let turn = log["turns"].as_array_mut().unwrap().last_mut().unwrap();
    turn.as_object_mut().unwrap().remove("after");
    change(turn);
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    let (report, _) =
        verify(input, log.to_string().as_bytes(), &JudgeOptions::default(), ReportScope::DETAILED);
    report.findings.into_iter().next().unwrap()
}

/// Returns the clause of a finding and its place in the last turn.
fn place(found: &Finding) -> (&str, &str) {
    let pointer = found.pointer.as_deref().unwrap();
    let rest = pointer.trim_start_matches("/turns/");
    (&found.clause, rest.trim_start_matches(|letter: char| letter.is_ascii_digit()))
}

fn without(value: &mut Value, field: &str) {
    value.as_object_mut().unwrap().remove(field);
}

#[test]
fn a_finding_on_a_conquest_points_into_it() {
    let of = |change: &dyn Fn(&mut Value)| finding("stronghold-conquest", |turn| change(turn));
    let step = of(&|turn| turn["conquest"]["stronghold"]["remove"] = json!({ "card": "b3d6d" }));
    assert_eq!(place(&step), ("stronghold.remove", "/conquest/stronghold"));
    let none = of(&|turn| without(&mut turn["conquest"], "stronghold"));
    assert_eq!(place(&none), ("stronghold.mandatory", "/conquest/purchase"));
    let price = of(&|turn| turn["conquest"]["purchase"]["pay"] = json!({ "emerald": 1 }));
    assert_eq!(place(&price), ("purchase.price", "/conquest/purchase/pay"));
    let gem = of(&|turn| turn["conquest"]["gem"] = json!("ruby"));
    assert_eq!(place(&gem), ("post.present", "/conquest/gem"));
    let copy = of(&|turn| turn["conquest"]["copy"] = json!("ruby"));
    assert_eq!(place(&copy), ("orient.present", "/conquest/copy"));
}

#[test]
fn a_finding_on_the_action_does_not_point_at_its_conquest() {
    let found = finding("stronghold-conquest", |turn| without(turn, "stronghold"));
    assert_eq!(place(&found), ("stronghold.mandatory", "/purchase"));
    let help = found.help.unwrap();
    let steps = "the steps with a stronghold here: place one on a0s2e2o, ";
    assert!(help.starts_with(steps), "{help}");
    assert!(help.contains("; remove one from a0o1e3r1o or c4s7d; "), "{help}");
}

#[test]
fn a_finding_on_an_effect_points_at_it() {
    let free = |change: &dyn Fn(&mut Value)| finding("orient-free-level", |turn| change(turn));
    let copy = free(&|turn| turn["free"]["copy"] = json!("ruby"));
    assert_eq!(place(&copy), ("orient.copy", "/free/copy"));
    let second = free(&|turn| turn["free"]["free"] = json!({ "card": "a0r2d2r" }));
    assert_eq!(place(&second), ("orient.free", "/free/free"));
    let none = free(&|turn| without(turn, "free"));
    assert_eq!(place(&none), ("orient.free-mandatory", "/purchase"));
    let help = none.help.unwrap();
    assert!(help.starts_with("the free card can be a0r2d2r, "), "{help}");
}

#[test]
fn a_finding_on_a_paid_card_points_at_it() {
    let spent = finding("orient-spend-owned", |turn| {
        turn["purchase"]["spend"] = json!(["A0gg3s", "A0gg3s"]);
    });
    assert_eq!(place(&spent), ("orient.spend-owned", "/purchase/spend/1"));
    let given = finding("orient-discard-color", |turn| {
        turn["purchase"]["discard"] = json!(["a0e2d1s", "a0e2d1s"]);
    });
    assert_eq!(place(&given), ("orient.discard-color", "/purchase/discard/1"));
    let help = given.help.unwrap();
    let cards = "your cards: a0e2d1s (emerald), A0c3e2o (emerald); ";
    assert!(help.starts_with(cards), "{help}");
}
