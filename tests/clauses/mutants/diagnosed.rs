//! Checks that `diagnose` finds mutations of legal logs: an edit that reverts the mutation is among
//! the proven causes.

use std::fmt::Write;

use serde_json::Value;
use splendor_schema::diagnosis::{Diagnosis, Standing};
use splendor_schema::{InputFile, Log};
use splendor_verify::diagnose::apply_edit;
use splendor_verify::{JudgeOptions, ReportSource, diagnose};

use super::page::check_table;
use super::scene::Scene;
use super::story::Story;
use super::{AREAS, FEW, Fate, Group, Kind, fate, generated, most};

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

/// Counts of the mutants of a kind.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Mutants that are illegal or unsupported.
    refused: usize,
    /// Mutants for which the reverting edit is proven.
    found: usize,
    /// Mutants that the first listed cause reverts.
    first: usize,
    /// Mutants for which only other edits are proven.
    other: usize,
    judged: u64,
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

fn try_kind(scene: &Scene, kind: &Kind, most: usize, count: &mut Count) {
    let mut dice = kind.dice(scene);
    let edits = (kind.edits)(scene, &mut dice);
    for edit in dice.some(edits, most) {
        let mut mutant = scene.log.clone();
        edit.apply(&mut mutant);
        if mutant == scene.log || fate(scene, &mutant) != Fate::Refused {
            continue;
        }
        let Some((log, diagnosis)) = diagnosis_of(&mutant) else { continue };
        assert!(diagnosis.tried <= diagnosis.limit);
        count.refused += 1;
        count.judged += diagnosis.tried;
        let proven = diagnosis.causes.iter().filter(|cause| cause.standing == Standing::Proven);
        let proven: Vec<_> = proven.collect();
        let back = proven.iter().position(|cause| {
            is_original(scene, &apply_edit(&log, cause).expect("a proven edit can be made"))
        });
        count.found += usize::from(back.is_some());
        count.first += usize::from(back == Some(0));
        count.other += usize::from(back.is_none() && !proven.is_empty());
    }
}

#[test]
fn mutations_are_diagnosed() {
    let most = most();
    let kinds = AREAS.iter().flat_map(|(_, kinds)| kinds.iter());
    let kinds: Vec<&Kind> = kinds.filter(|kind| !LOST.contains(&kind.name)).collect();
    let mut counts = vec![Count::default(); kinds.len()];
    for number in 0..GAMES {
        let scene = generated(Group::Decks, number);
        // In the fast run, try only every third kind, each in one game.
        let mine = |at: usize| most > FEW || at as u64 % (3 * GAMES) == 3 * number;
        for (at, kind) in kinds.iter().enumerate().filter(|(at, _)| mine(*at)) {
            try_kind(&scene, kind, most.div_ceil(5), &mut counts[at]);
        }
    }
    let sum = |of: fn(&Count) -> usize| counts.iter().map(of).sum::<usize>();
    let (found, refused) = (sum(|count| count.found), sum(|count| count.refused));
    assert!(refused > 9 && found * 10 > refused * 8, "{found} of {refused} are taken back");
    let text = if most == FEW { total(&counts) } else { table(&kinds, &counts) };
    check_table("diagnosed", most, &text);
}

const HEAD: &str = "| Mutation | Refused | Taken back | First cause | Other edits only | Judged |\n\
                    |---|--:|--:|--:|--:|--:|\n";

fn total(counts: &[Count]) -> String {
    let mut all = Count::default();
    for count in counts {
        all.refused += count.refused;
        all.found += count.found;
        all.first += count.first;
        all.other += count.other;
        all.judged += count.judged;
    }
    HEAD.to_owned() + &row("all", all)
}

fn table(kinds: &[&Kind], counts: &[Count]) -> String {
    let rows = kinds.iter().zip(counts).filter(|(_, count)| count.refused > 0);
    let rows: String = rows.map(|(kind, count)| row(kind.name, *count)).collect();
    let total = total(counts);
    HEAD.to_owned() + &rows + total.lines().last().unwrap() + "\n"
}

fn row(name: &str, count: Count) -> String {
    let Count { refused, found, first, other, judged } = count;
    let mut text = String::new();
    let mean = judged / (refused as u64).max(1);
    writeln!(text, "| {name} | {refused} | {found} | {first} | {other} | {mean} |").unwrap();
    text
}
