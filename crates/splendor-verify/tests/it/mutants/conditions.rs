//! Checks that the conditions of `why` agree with the violations of the core.

use std::collections::BTreeSet;

use serde_json::Value;
use splendor_core::{Action, Freedom};
use splendor_schema::why::{Standing, Why};
use splendor_schema::{InputFile, Log};
use splendor_verify::verdict::Breach;
use splendor_verify::{JudgeOptions, Proposal, Verdict, judge, why};

use super::{Group, kinds, most, scenes};
use crate::root;

fn why_of_logged(log: &Log, at: usize) -> Why {
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    let (turn, options) = (&log.turns[at], &JudgeOptions::default());
    let text = serde_json::to_string(log).unwrap();
    let turn_text = &serde_json::to_string(turn).unwrap();
    why(&Proposal { input, text: &text, log, at, turn, turn_text, options }).unwrap()
}

fn ids(why: &Why, standing: Standing) -> BTreeSet<String> {
    let all = why.conditions.iter().filter(|condition| condition.standing == standing);
    all.map(|condition| condition.clause.to_string()).collect()
}

/// Checks the conditions of the first illegal turn of a log, or of its last turn; returns whether a
/// condition is not met.
fn check_log(name: &str, log: &Log) -> bool {
    let judgment = judge(log, &JudgeOptions::default());
    let finding = judgment.findings.iter().find(|finding| finding.turn.is_some());
    let Some(at) = finding.map_or_else(|| log.turns.len().checked_sub(1), |found| found.turn)
    else {
        return false;
    };
    if finding.is_none() && judgment.verdict() != Verdict::Legal {
        return false;
    }
    let why = why_of_logged(log, at);
    let of_turn = why.findings.iter().filter(|finding| finding.turn == Some(why.turn));
    let found: BTreeSet<String> = of_turn.map(|finding| finding.clause.clone()).collect();
    assert_eq!(ids(&why, Standing::NotMet), found, "{name}");
    if let Some((position, turn)) = finding.and_then(|finding| finding.played.as_deref()) {
        let (game, _) = judgment.last().unwrap();
        let violations = position.violations(&game, turn);
        let mut violations: BTreeSet<String> =
            violations.iter().map(|broken| broken.clause().id().to_owned()).collect();
        // A card that the log names later can show that a pass was not forced.
        let is_pass = turn.action == Action::Pass && found.contains("turn.pass");
        if is_pass && position.freedom(&game) == Freedom::Unknown {
            violations.insert("turn.pass".to_owned());
        }
        let is_rule = matches!(finding.unwrap().breach, Breach::Rule(_));
        // A false claim is no violation of the core.
        assert!(if is_rule { violations == found } else { violations.is_subset(&found) }, "{name}");
    }
    if finding.is_none() {
        assert!(found.is_empty() && ids(&why, Standing::NotKnown).is_empty(), "{name}");
        assert!(why.answer.unwrap().starts_with("legal: "), "{name}");
        assert!(why.conditions.iter().all(|condition| !condition.fact.is_empty()), "{name}");
    }
    !found.is_empty()
}

#[test]
fn conditions_of_mutants_equal_the_violations() {
    let most = most();
    let mut broken = 0;
    for group in Group::ALL {
        for scene in scenes(group) {
            for kind in kinds() {
                let mut dice = kind.dice(&scene);
                let edits = (kind.edits)(&scene, &mut dice);
                for edit in dice.some(edits, most) {
                    let mut mutant: Value = scene.log.clone();
                    edit.apply(&mut mutant);
                    let Ok(log) = Log::read(mutant.to_string().as_bytes()) else { continue };
                    let name = format!("{}: {}: {edit:?}", scene.name, kind.name);
                    broken += usize::from(check_log(&name, &log));
                }
            }
        }
    }
    assert!(broken > 200, "{broken}");
}

#[test]
fn conditions_of_replays_equal_the_violations() {
    let mut broken = 0;
    for folder in ["replays/legal", "replays/illegal"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let log = Log::read(&std::fs::read(&path).unwrap()).unwrap();
            broken += usize::from(check_log(&format!("{path:?}"), &log));
        }
    }
    assert!(broken > 45, "{broken}");
}
