//! Checks that `diagnose` finds mutations of legal logs: an edit that reverts the mutation is among
//! the proven causes.

use serde_json::Value;
use splendor_schema::diagnosis::{Diagnosis, Standing};
use splendor_schema::{InputFile, Log};
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, ReportSource, diagnose};

use super::scene::Scene;
use super::story::Story;
use super::{Fate, Group, Kind, fate, generated, kinds};
use crate::sample;

/// The number of generated games to mutate.
const GAMES: u64 = 15;

/// Kinds of mutation that are not tried, mostly because they remove information that occurs nowhere
/// else in the log.
const LOST: [&str; 6] = [
    "one seat fewer",
    "cut off",
    "cut off, `plies` adjusted",
    "cut off, `end` and `result` left out",
    "no winner",
    "a score left out",
];

/// Counts of mutants.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Mutants that are illegal or unsupported.
    refused: usize,
    /// Mutants for which the reverting edit is proven.
    found: usize,
}

fn diagnosis_of(mutant: &Value) -> Option<(Log, Diagnosis)> {
    let text = mutant.to_string();
    let log = Log::read(text.as_bytes()).ok()?;
    let input = InputFile { name: "mutant".into(), game: 1, line: 1 };
    let diagnosis = diagnose(
        &ReportSource { input, text: text.as_str().into() },
        &log,
        &JudgeOptions::default(),
    );
    Some((log, diagnosis))
}

/// Returns whether an edited log is the original game.
fn is_original(scene: &Scene, log: &Log) -> bool {
    serde_json::to_value(log).is_ok_and(|value| value == scene.log)
        || Story::of(log).is_some_and(|story| story.seen() == scene.seen)
}

/// Tries a mutant of a kind in a game.
fn try_kind(scene: &Scene, kind: &Kind, count: &mut Count) {
    let mut dice = kind.dice(scene);
    let edits = (kind.edits)(scene, &mut dice);
    for edit in dice.some(edits, 1) {
        let mut mutant = scene.log.clone();
        edit.apply(&mut mutant);
        if mutant == scene.log || fate(&mutant) != Fate::Refused {
            continue;
        }
        let Some((log, diagnosis)) = diagnosis_of(&mutant) else { continue };
        assert!(diagnosis.tried <= diagnosis.limit);
        count.refused += 1;
        let proven = diagnosis.causes.iter().filter(|cause| cause.standing == Standing::Proven);
        // Every proven edit up to the one that reverts the mutation can be made.
        let mut edited = proven.map(|cause| apply_edit(&log, cause).expect("it can be made"));
        count.found += usize::from(edited.any(|log| is_original(scene, &log)));
    }
}

#[test]
fn mutations_are_diagnosed() {
    let kinds: Vec<&Kind> = kinds().filter(|kind| !LOST.contains(&kind.name)).collect();
    let mut count = Count::default();
    for number in 0..GAMES {
        let scene = generated(Group::Decks, number);
        // Each kind is tried in three games; the fast run tries every third kind in one.
        let mine = |at: u64| sample(at % (3 * GAMES) == 3 * number, at % 5 == number % 5);
        for (_, kind) in (0..).zip(&kinds).filter(|&(at, _)| mine(at)) {
            try_kind(&scene, kind, &mut count);
        }
    }
    let Count { refused, found } = count;
    assert!(refused > 9 && found * 10 > refused * 8, "{found} of {refused} are taken back");
}
