//! Checks what the page passes to both judges of an example: the core's answers, and the facts for
//! the logic program. `tools/browser/run` runs the logic program itself.

use serde_json::{Value, json};
use splendor_book::{Case, Content, judge_example};

use super::cases;

fn judged(example: &Value) -> Value {
    serde_json::from_str(&judge_example(&example.to_string())).unwrap()
}

/// Returns whether the logic program knows the components of a case.
fn is_known(case: &Value) -> bool {
    let breaks = case["expect"]["breaks"].as_str().unwrap_or_default();
    !breaks.starts_with("component.") && breaks != "orient.cards"
}

/// The first condition that is not met is the broken clause, and the sentence has its message.
fn conditions_agree(turn: &Value) {
    let all = turn["conditions"].as_array().unwrap();
    let first = all.iter().find(|condition| condition["standing"] == "not-met");
    let clause = &turn["core"]["clause"];
    assert_eq!(first.map_or(&Value::Null, |it| &it["clause"]), clause, "{turn}");
    assert!(all.len() > 2 && all.iter().all(|it| it["fact"] != ""), "{turn}");
    let answer = turn["answer"].as_str();
    match turn["core"]["message"].as_str() {
        Some(message) => {
            assert!(answer.unwrap().starts_with(&format!("illegal: {message}")), "{turn}");
        }
        None => assert!(answer.is_none_or(|answer| answer.starts_with("legal: ")), "{turn}"),
    }
}

#[test]
fn every_case_has_the_expected_answer_and_its_facts() {
    let mut known = 0;
    for id in cases::ids() {
        let of_tables = |case: &Case| matches!(case.content, Content::Example(_));
        for case in cases::cases_of(&id).into_iter().filter(of_tables) {
            let case: Value = serde_json::from_str(&case.text).unwrap();
            let answer = judged(&case);
            let turns = answer["turns"].as_array().unwrap();
            assert_eq!(turns.len(), case["turns"].as_array().unwrap().len(), "{id}: {answer}");
            for turn in turns {
                assert_eq!(turn["facts"].is_string(), is_known(&case), "{id}: {turn}");
                assert_eq!(turn["obstacle"].is_string(), !is_known(&case), "{id}: {turn}");
                if is_known(&case) {
                    conditions_agree(turn);
                }
            }
            known += usize::from(is_known(&case));
            let Some(last) = turns.last() else { continue };
            let expect = &case["expect"];
            if last["claim"].is_null() {
                let answer = [&last["core"]["clause"], &last["core"]["message"]];
                assert_eq!(answer, [&expect["breaks"], &expect["message"]], "{id}: {last}");
            } else {
                assert_eq!(last["claim"], json!([expect["breaks"], expect["message"]]), "{id}");
            }
        }
    }
    assert!(known > 190, "{known}");
}

/// Returns an example with two seats.
fn example(rules: &Value, turn: &Value) -> Value {
    let position = json!({ "format": "splendor-position/1", "rules": rules, "seats": [{}, {}] });
    json!({ "position": position, "turns": [turn] })
}

#[test]
fn an_example_without_an_answer_has_the_reason() {
    let rules = json!({ "edition": "2024" });
    let unpaid = example(&rules, &json!({ "purchase": { "card": "a0s3o" } }));
    assert_eq!(judged(&unpaid)["error"], "turn 1: the payment is missing: add `pay`");
    let foreign = example(&rules, &json!({ "foreign": { "kind": "trade" } }));
    assert_eq!(judged(&foreign)["error"], "turn 1: a foreign turn cannot be judged");
    // The supply has no gem, the hand is full, and no card of the market is known.
    let mut stuck = example(&rules, &json!({ "pass": true }));
    stuck["position"]["seats"] = json!([
        {
            "tokens": { "diamond": 4, "sapphire": 4, "onyx": 2 },
            "hand": ["c3d3s3e5r3o", "c4e7s", "c4r7e"]
        },
        { "tokens": { "emerald": 4, "ruby": 4, "onyx": 2 } }
    ]);
    let unknown = "turn 1: whether the turn is legal depends on a card that the example does not \
                   name; name it in `market`, `hand` or `decks`";
    assert_eq!(judged(&stuck)["error"], unknown);
}

#[test]
fn the_clauses_are_listed_in_their_order() {
    let answer = judged(&example(&json!({ "edition": "2024" }), &json!({ "take": ["gold"] })));
    let clauses: Vec<&str> =
        answer["clauses"].as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    let known: Vec<&str> = splendor_core::Clause::ALL.iter().map(|clause| clause.id()).collect();
    assert_eq!(clauses, known);
}
