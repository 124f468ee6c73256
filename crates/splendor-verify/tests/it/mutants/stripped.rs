//! Checks mutants of games without any fact that a log may leave out. Most of these games allow
//! more tables than the verifier follows.

use std::ops::AddAssign;

use serde_json::Value;
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::scene::Scene;
use super::story::Story;
use super::{Kind, kinds};
use crate::past_the_bound::{GAMES, Game, full};
use crate::sample;
use crate::without::without;

/// Removes every fact that a client may leave out.
const EVERY_FACT: u64 = 255;

/// Counts of mutants without facts.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Illegal, malformed or unsupported mutants.
    refused: usize,
    /// Accepted mutants: the core replays a completion of each.
    completed: usize,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.refused += other.refused;
        self.completed += other.completed;
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
    let count = Count::default();
    match judge(&stripped, &JudgeOptions::default()).verdict() {
        Verdict::Illegal | Verdict::Unsupported if Story::complete(mutant).is_some() => {
            Err("is refused, although the core replays it with all facts")
        }
        Verdict::Illegal | Verdict::Unsupported => Ok(Count { refused: 1, ..count }),
        Verdict::Undecided => Ok(count),
        Verdict::Legal | Verdict::Consistent if Story::of(&stripped).is_none() => {
            Err("is accepted, although no legal game agrees with it")
        }
        Verdict::Legal | Verdict::Consistent => Ok(Count { completed: 1, ..count }),
    }
}

/// Tries a mutant of a kind in a game; adds a complaint if it is misjudged.
fn try_kind(scene: &Scene, kind: &Kind, complaints: &mut Vec<String>) -> Count {
    let mut dice = kind.dice(scene);
    let edits = (kind.edits)(scene, &mut dice);
    let original = without(read(&scene.log).unwrap(), EVERY_FACT);
    // Many edits change only a fact that is left out.
    for edit in dice.some(edits, 5) {
        let mut mutant = scene.log.clone();
        edit.apply(&mut mutant);
        let Some(mutant) = read(&mutant) else {
            return Count { refused: 1, ..Count::default() };
        };
        if without(mutant.clone(), EVERY_FACT) == original {
            continue;
        }
        match judged(&mutant) {
            Ok(count) => return count,
            Err(why) => {
                complaints.push(format!("{}: {}: {edit:?} {why}", scene.name, kind.name));
            }
        }
    }
    Count::default()
}

#[test]
fn mutants_without_facts_are_refused_or_can_be_filled_in() {
    let mut complaints = Vec::new();
    let mut count = Count::default();
    for (number, game) in GAMES.iter().enumerate() {
        // Each kind is tried in one game; every third kind, and every second in the long run.
        let every = sample(3, 2);
        let mine = |at: usize| at % (every * GAMES.len()) == every * number;
        let scene = scene(game);
        for (_, kind) in kinds().enumerate().filter(|(at, _)| mine(*at)) {
            count += try_kind(&scene, kind, &mut complaints);
        }
    }
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
    assert!(count.refused > 0 && count.completed > 0, "{count:?}");
}
