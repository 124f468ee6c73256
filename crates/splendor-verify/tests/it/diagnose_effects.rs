//! Checks that `diagnose` takes back one wrong copy, free card, stronghold, conquest or card paid.

use serde_json::{Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::diagnosis::{CauseKind, Standing};
use splendor_verify::diagnose::apply_edit;

use crate::diagnosis::{diagnosis_of, json_of};
use crate::sample;

const COLORS: [&str; 5] = ["diamond", "sapphire", "emerald", "ruby", "onyx"];

/// Returns a generated game with every module, as JSON.
fn game(seed: u64) -> Value {
    let modules =
        Modules { cities: false, trading_posts: seed % 2 == 1, orient: true, strongholds: true };
    let rules = Rules { modules, ..Rules::default() };
    json_of(&generate(&GenerateOptions { seed, rules, ..GenerateOptions::default() }))
}

/// Removes a field; `None` if there is none.
fn without(log: &Value, object: &str, field: &str) -> Option<Value> {
    let mut log = log.clone();
    log.pointer_mut(object)?.as_object_mut()?.remove(field).map(|_| log)
}

/// Returns the logs in which one effect of a turn is wrong, with the kind of the mistake.
fn mistakes(log: &Value, at: usize) -> Vec<(CauseKind, Value)> {
    let turn = format!("/turns/{at}");
    let with = |field: &str, value: Value| {
        let mut log = log.clone();
        *log.pointer_mut(&format!("{turn}/{field}"))? = value;
        Some(log)
    };
    let copies = COLORS.map(|color| (CauseKind::CopyWrong, with("copy", json!(color))));
    let conquered = format!("{turn}/conquest");
    let others = [
        (CauseKind::FreeCardWrong, without(log, &turn, "free")),
        (CauseKind::StrongholdWrong, without(log, &turn, "stronghold")),
        (CauseKind::ConquestWrong, without(log, &conquered, "stronghold")),
        (CauseKind::ConquestWrong, with("conquest/purchase/pay", json!({"gold": 5}))),
        (CauseKind::CardsPaidWrong, without(log, &format!("{turn}/purchase"), "spend")),
        (CauseKind::CardsPaidWrong, without(log, &format!("{turn}/purchase"), "discard")),
    ];
    let all = copies.into_iter().chain(others);
    all.filter_map(|(kind, changed)| Some((kind, changed?))).collect()
}

/// Removes the refills of a turn and of its effects: an edit that adds a free card cannot know its
/// refill.
fn remove_refills(event: &mut Value) {
    event.as_object_mut().unwrap().remove("refill");
    for effect in ["free", "conquest"] {
        event.get_mut(effect).map(remove_refills);
    }
}

/// Returns a log without the refills of one turn.
fn without_refills(mut log: Value, at: usize) -> Value {
    remove_refills(&mut log["turns"][at]);
    log
}

/// Returns whether the first finding is at this turn and an edit takes the mistake back; `None` if
/// the finding is elsewhere, or the changed log is legal.
fn is_taken_back(game: &Value, changed: &Value, at: usize, kind: CauseKind) -> Option<bool> {
    let (log, diagnosis) = diagnosis_of(changed, &[]);
    diagnosis.first.as_ref().filter(|first| first.turn == u64::try_from(at + 1).ok())?;
    let game = without_refills(game.clone(), at);
    Some(diagnosis.causes.iter().any(|cause| {
        cause.standing == Standing::Proven
            && cause.kind == kind
            && without_refills(json_of(&apply_edit(&log, cause).unwrap()), at) == game
    }))
}

#[test]
fn a_wrong_effect_is_taken_back() {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..sample(1, 2) {
        let game = game(seed);
        for at in 0..game["turns"].as_array().unwrap().len() {
            for (kind, changed) in mistakes(&game, at) {
                let Some(taken_back) = is_taken_back(&game, &changed, at, kind) else { continue };
                let (tried, found) = counts.entry(kind).or_insert((0, 0));
                *tried += 1;
                *found += u32::from(taken_back);
                if !taken_back {
                    eprintln!("seed {seed}, turn {}: {kind:?} not taken back", at + 1);
                }
            }
        }
    }
    assert_eq!(counts.len(), 5, "{counts:?}");
    for (kind, (tried, found)) in &counts {
        assert!(found * 10 >= tried * 9, "{kind:?}: {found} of {tried}");
    }
}
