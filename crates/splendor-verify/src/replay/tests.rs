//! Tests of the limit on the number of completed turns, and of the turn that a finding shows.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_schema::Log;

use super::{JudgeOptions, judge, judge_each_position};
use crate::Budget;
use crate::complete::{WORK_OF_A_DIGEST, WORK_OF_A_TRY};
use crate::verdict::Verdict;
use splendor_play::generate::{GenerateOptions, generate};

const COLORS: [&str; 5] = ["diamond", "sapphire", "emerald", "ruby", "onyx"];

/// Returns a log in which one seat takes all gems and keeps them. The log claims the tokens of the
/// seat and omits the returned tokens, of which there are thousands of possible selections.
fn hoarded(rounds: usize) -> Log {
    let start = GenerateOptions { seats: 4, max_turns: 0, ..GenerateOptions::default() };
    let mut log = serde_json::to_value(generate(&start)).unwrap();
    let rulings = json!({"return": "up-to", "pass": "always", "fewer": "up-to-three"});
    log["rules"]["rulings"] = rulings;
    log["omits"] = json!(["return"]);
    let mut held = [0; 5];
    let mut turns: Vec<Value> = Vec::new();
    for _ in 0..rounds {
        let mut left: Vec<usize> = (0..5).filter(|&color| held[color] < 7).collect();
        left.sort_by_key(|&color| held[color]);
        left.truncate(3);
        for &color in &left {
            held[color] += 1;
        }
        let names: Vec<&str> = left.iter().map(|&color| COLORS[color]).collect();
        let tokens: serde_json::Map<String, Value> = COLORS
            .into_iter()
            .zip(held)
            .map(|(name, count)| (name.to_owned(), json!(count)))
            .collect();
        let action = if names.is_empty() { ("pass", json!(true)) } else { ("take", json!(names)) };
        turns.push(json!({(action.0): action.1, "after": {"tokens": tokens}}));
        turns.extend([1, 2, 3].map(|_| json!({"pass": true})));
    }
    log["turns"] = turns.into();
    for claim in ["end", "result"] {
        log.as_object_mut().unwrap().remove(claim);
    }
    Log::read(log.to_string().as_bytes()).unwrap()
}

#[test]
fn claims_refute_thousands_of_selections_of_tokens() {
    let judgment = judge(&hoarded(13), &JudgeOptions::default());
    assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
    assert!(judgment.missing.is_empty(), "{:?}", judgment.missing);
}

/// A pass of a seat with many gems may return any of them, in thousands of ways. The digest after
/// it fits only one, and each way is compared with it.
#[test]
fn a_digest_of_thousands_of_tables_costs_work() {
    let mut log = serde_json::to_value(hoarded(8)).unwrap();
    let turns = log["turns"].as_array_mut().unwrap();
    let pass = turns.len();
    turns.push(json!({ "pass": true, "return": {} }));
    let whole = Log::read(log.to_string().as_bytes()).unwrap();
    let mut last = None;
    judge_each_position(&whole, &JudgeOptions::default(), |game, position| {
        last = Some(crate::digest(game, position));
    });
    log["turns"][pass] = json!({ "pass": true, "after": { "digest": last } });
    let log = Log::read(log.to_string().as_bytes()).unwrap();
    let judged = |budget| judge(&log, &JudgeOptions { budget, ..JudgeOptions::default() });
    let judgment = judged(Budget::default());
    assert_eq!(judgment.verdict(), Verdict::Legal, "{:?}", judgment.findings);
    let steps = judgment.work.steps();
    assert!(steps > 1000 * (WORK_OF_A_TRY + WORK_OF_A_DIGEST), "{steps}");
    assert_eq!(judged(Budget::default().part(100)).verdict(), Verdict::Undecided);
}

/// A log without Strongholds omits gems, but names the gem of an action. Its illegal conquest names
/// no gem. The finding still shows the gem of the action.
#[test]
fn a_breach_shows_the_gem_that_the_log_names() {
    let modules = Modules { trading_posts: true, ..Modules::default() };
    let rules = Rules { modules, ..Rules::default() };
    let mut count = 0;
    for seed in 0..20 {
        let options = GenerateOptions { seed, rules, ..GenerateOptions::default() };
        let mut log = serde_json::to_value(generate(&options)).unwrap();
        log["omits"] = json!(["gem"]);
        let turns = log["turns"].as_array().unwrap();
        let Some(at) = turns.iter().rposition(|turn| turn["gem"] != Value::Null) else { continue };
        let card = log["setup"]["market"]["level3"][0].clone();
        log["turns"][at]["conquest"] = json!({"purchase": {"card": card}});
        let log_with_conquest = Log::read(log.to_string().as_bytes()).unwrap();
        let finding = judge(&log_with_conquest, &JudgeOptions::default()).findings.remove(0);
        let shown = finding.played.unwrap().1;
        assert_eq!(finding.turn, Some(at));
        assert_eq!(shown.gem.unwrap().name(), log["turns"][at]["gem"], "{seed}");
        count += 1;
    }
    assert!(count > 5, "{count}");
}
