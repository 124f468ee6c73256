//! Logs that no client writes: they must not cost the verifier its stack, its memory or its time.

use serde_json::{Value, json};
use splendor_core::Clause;
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, continue_after, judge};

use crate::root;

/// A base game in which an illegal refill brings a copy card of Orient, which a seat with cards of
/// two colors buys without naming a color.
const COPY_CARD_IN_A_BASE_GAME: &str = r#"{"format":"splendor-log/1","rules":{"edition":"2024"},
"players":[{},{}],"setup":{"nobles":["3:4r4o","3:3d3s3e","3:4d4s"],"market":{
"level1":["a0o3e","a0s1d1e1r1o","a0o2d2e","a0e3r"],
"level2":["b1d2d3s3r","b1e3d2e3r","b3o6o","b3r6r"],
"level3":["c4o7r","c5d3d7o","c3e5d3s3r3o","c4r3s6e3r"]}},"turns":[
{"seat":0,"purchase":{"card":"a0o3e","pay":{}}},
{"seat":1,"take":["ruby","onyx","diamond"]},
{"seat":0,"purchase":{"card":"a0e3r","pay":{}},"refill":"A0c2d3o"},
{"seat":1,"take":["ruby","emerald","diamond"]},
{"seat":0,"purchase":{"card":"A0c2d3o"}}]}"#;

#[test]
fn a_copy_card_in_a_base_game_is_judged_after_a_breach() {
    let log = Log::read(COPY_CARD_IN_A_BASE_GAME.as_bytes()).unwrap();
    let judgment = judge(&log, &JudgeOptions::default());
    let judgment = continue_after(&log, judgment, |_, _| {});
    let clauses: Vec<Clause> = judgment.findings.iter().map(|it| it.breach.clause()).collect();
    assert_eq!(clauses[0], Clause::PurchasePrice);
    assert!(clauses.contains(&Clause::OrientCards), "{clauses:?}");
}

#[test]
fn a_seat_that_is_not_at_the_table_conquers_nothing() {
    let text =
        std::fs::read_to_string(root().join("replays/legal/stronghold-conquest.json")).unwrap();
    let mut log: Value = serde_json::from_str(&text).unwrap();
    let card = log["setup"]["market"]["level1"][0].clone();
    let mut illegal = 0;
    for seat in 2..=15 {
        log["turns"] = json!([
            { "seat": seat, "take": ["ruby", "ruby"], "conquest": { "purchase": { "card": card } } }
        ]);
        let log = Log::read(log.to_string().as_bytes()).unwrap();
        let judgment = judge(&log, &JudgeOptions::default());
        illegal += usize::from(judgment.findings[0].breach.clause() == Clause::TurnOrder);
    }
    assert_eq!(illegal, 14);
}
