//! Checks mutants of games without any fact that a log may leave out. Most of these games allow
//! more tables than the verifier follows.

use std::fmt::Write;
use std::ops::AddAssign;

use serde_json::Value;
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::page::check_table;
use super::scene::Scene;
use super::story::Story;
use super::{AREAS, FEW, Kind, most};
use crate::verdicts::generate::without;
use crate::verdicts::past_the_bound::{GAMES, Game, full};

/// From this number of mutants on, every kind is tried in every game.
const EVERY_GAME: usize = 60;

/// Removes every fact that a client may leave out.
const EVERY_FACT: u64 = 255;

/// Counts of mutants without facts.
#[derive(Clone, Copy, Default)]
struct Count {
    /// Mutants that differ from the original without the facts.
    tried: usize,
    /// Illegal, malformed or unsupported mutants.
    refused: usize,
    /// Accepted mutants: the core replays a completion of each.
    completed: usize,
    /// Mutants whose search stopped.
    undecided: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.tried += other.tried;
        self.refused += other.refused;
        self.completed += other.completed;
        self.undecided += other.undecided;
    }
}

fn scene(game: &Game) -> Scene {
    let (seed, policy, ..) = *game;
    Scene::new(format!("stripped {policy} {seed}"), &full(game))
}

fn read(log: &Value) -> Option<Log> {
    Log::read(log.to_string().as_bytes()).ok()
}

/// Judges a mutant without its facts.
///
/// Whether the mutant with all facts is a legal game, and whether an accepted mutant can be filled
/// in to a legal game, is decided by a replay in the core alone.
fn judged(mutant: &Log) -> Result<Count, &'static str> {
    let stripped = without(mutant.clone(), EVERY_FACT);
    let count = Count { tried: 1, ..Count::default() };
    match judge(&stripped, &JudgeOptions::default()).verdict() {
        Verdict::Illegal | Verdict::Unsupported if Story::complete(mutant).is_some() => {
            Err("is refused, although the core replays it with all facts")
        }
        Verdict::Illegal | Verdict::Unsupported => Ok(Count { refused: 1, ..count }),
        Verdict::Undecided => Ok(Count { undecided: 1, ..count }),
        Verdict::Legal | Verdict::Consistent if Story::of(&stripped).is_none() => {
            Err("is accepted, although no legal game agrees with it")
        }
        Verdict::Legal | Verdict::Consistent => Ok(Count { completed: 1, ..count }),
    }
}

/// Tries some mutants of a kind in a game; adds a complaint for each misjudged mutant.
fn try_kind(scene: &Scene, kind: &Kind, most: usize, complaints: &mut Vec<String>) -> Count {
    let mut dice = kind.dice(scene);
    let edits = (kind.edits)(scene, &mut dice);
    let original = without(read(&scene.log).unwrap(), EVERY_FACT);
    let mut count = Count::default();
    // Many edits change only a fact that is left out.
    for edit in dice.some(edits, 5 * most) {
        if count.tried == most {
            break;
        }
        let mut mutant = scene.log.clone();
        edit.apply(&mut mutant);
        let Some(mutant) = read(&mutant) else {
            count += Count { tried: 1, refused: 1, ..Count::default() };
            continue;
        };
        if without(mutant.clone(), EVERY_FACT) == original {
            continue;
        }
        match judged(&mutant) {
            Ok(one) => count += one,
            Err(why) => {
                complaints.push(format!("{}: {}: {edit:?} {why}", scene.name, kind.name));
            }
        }
    }
    count
}

#[test]
fn mutants_without_facts_are_refused_or_can_be_filled_in() {
    let most = most();
    let kinds = || AREAS.iter().flat_map(|(_, kinds)| kinds.iter());
    let mut complaints = Vec::new();
    let mut counts = vec![Count::default(); kinds().count()];
    for (number, game) in GAMES.iter().enumerate() {
        // The fast run tries every third kind, each in one game.
        let every = if most == FEW { 3 } else { 1 };
        let mine = |at: usize| most >= EVERY_GAME || at % (every * GAMES.len()) == every * number;
        let scene = scene(game);
        for (at, kind) in kinds().enumerate().filter(|(at, _)| mine(*at)) {
            counts[at] += try_kind(&scene, kind, most.div_ceil(EVERY_GAME), &mut complaints);
        }
    }
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
    check_page(most, &counts);
}

/// Compares the page with the counts, if it has a table for this number of mutants.
fn check_page(most: usize, counts: &[Count]) {
    let mut text = "| Mutation of | Mutants | Rejected | Can be filled in | Undecided |\n\
                    |---|--:|--:|--:|--:|\n"
        .to_owned();
    let mut rest = counts;
    for (area, kinds) in AREAS {
        let (mine, others) = rest.split_at(kinds.len());
        row(&mut text, area, mine);
        rest = others;
    }
    row(&mut text, "**all**", counts);
    check_table("stripped", most, &text);
}

fn row(text: &mut String, name: &str, counts: &[Count]) {
    let mut all = Count::default();
    for count in counts {
        all += *count;
    }
    let Count { tried, refused, completed, undecided } = all;
    writeln!(text, "| {name} | {tried} | {refused} | {completed} | {undecided} |").unwrap();
}
