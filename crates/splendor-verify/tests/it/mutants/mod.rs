//! Checks that a mutated legal log is either rejected, or proven to be a legal game by a replay in
//! the core alone.
//!
//! By default, one mutation of each kind is tried in every fourth generated log and in every eighth
//! replay, and with `SPLENDOR_LONG` two in every log.

mod conditions;
mod diagnosed;
mod edit;
mod facts;
mod scene;
mod story;
mod stripped;
mod turns;

use serde_json::Value;
use splendor_core::{Boxes, Edition, Modules, Rules};
use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Verdict, judge};

use crate::{root, sample};
use edit::{Dice, Edit};
use scene::Scene;
use story::Story;

/// A kind of mutation: its name, and a function that returns all or enough of its mutants.
struct Kind {
    name: &'static str,
    edits: fn(&Scene, &mut Dice) -> Vec<Edit>,
}

impl Kind {
    /// Returns the numbers that choose among the mutants of a log.
    fn dice(&self, scene: &Scene) -> Dice {
        let seed = scene.name.bytes().chain(self.name.bytes());
        Dice(seed.fold(0, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)))
    }
}

/// Returns all kinds of mutation.
fn kinds() -> impl Iterator<Item = &'static Kind> {
    let parts =
        [turns::KINDS, facts::TOKEN, facts::COMPONENT, turns::SETUP, facts::RULE, facts::CLAIM];
    parts.into_iter().flatten()
}

/// Returns the number of mutants of a kind in each log.
fn most() -> usize {
    sample(1, 2)
}

/// The result for a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// Illegal, malformed or unsupported.
    Refused,
    /// Accepted: a legal game, the same one or another.
    Accepted,
    /// Accepted, but no legal game that agrees with it is known.
    Missed,
    /// Rejected, although the core replays it and every claim is true.
    Wronged,
    /// Neither accepted nor rejected: the search for the omitted facts stopped.
    Undecided,
}

/// The amount of information in the logs of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Only the turns, without decks and claims.
    Turns,
    /// Also the decks, the end and the result.
    Decks,
    /// Also the table and its digest after each turn.
    Everything,
    /// The legal replays, unchanged.
    Replays,
}

impl Group {
    const ALL: [Self; 4] = [Self::Everything, Self::Decks, Self::Turns, Self::Replays];
}

/// Returns the logs of a group.
fn scenes(group: Group) -> Vec<Scene> {
    match group {
        Group::Replays => replays(),
        Group::Turns | Group::Decks | Group::Everything => {
            // Every fourth game still covers both editions, both modules and all numbers of seats.
            let (skipped, step) = sample((2, 4), (0, 1));
            (0..15).skip(skipped).step_by(step).map(|number| generated(group, number)).collect()
        }
    }
}

/// Returns the game with this number. Numbers cover every edition, set of modules and number of
/// seats.
fn generated(group: Group, number: u64) -> Scene {
    let modules = Modules {
        cities: number / 3 % 2 == 1,
        trading_posts: number / 6 % 2 == 1,
        ..Modules::NONE
    };
    let edition = if number < 12 { Edition::Y2024 } else { Edition::Y2014 };
    let boxes = Boxes { silk_road: number % 2 == 1, sun_never_sets: false };
    let options = GenerateOptions {
        seed: 700 + number,
        seats: u8::try_from(2 + number % 3).unwrap(),
        rules: Rules { edition, modules, boxes, ..Rules::default() },
        decks: group != Group::Turns,
        after: group == Group::Everything,
        digest: group == Group::Everything,
        ..GenerateOptions::default()
    };
    let mut log = generate(&options);
    if group == Group::Turns {
        (log.end, log.result) = (None, None);
    }
    Scene::new(format!("{group:?} {number}"), &log)
}

fn replays() -> Vec<Scene> {
    let folder = root().join("replays/legal");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let scene = |path: &std::path::PathBuf| {
        let log = Log::read(&std::fs::read(path).unwrap()).unwrap();
        Scene::new(path.file_name().unwrap().to_string_lossy().into_owned(), &log)
    };
    files.iter().step_by(sample(8, 1)).map(scene).collect()
}

/// Returns the result for a mutant, judged after being written and read.
fn fate(mutant: &Value) -> Fate {
    let Ok(log) = Log::read(mutant.to_string().as_bytes()) else { return Fate::Refused };
    let verdict = judge(&log, &JudgeOptions::default()).verdict();
    match verdict {
        Verdict::Illegal | Verdict::Unsupported if Story::complete(&log).is_some() => Fate::Wronged,
        Verdict::Illegal | Verdict::Unsupported => Fate::Refused,
        Verdict::Undecided => Fate::Undecided,
        Verdict::Legal | Verdict::Consistent => match Story::of(&log) {
            None => Fate::Missed,
            Some(_) => Fate::Accepted,
        },
    }
}

/// Tries some mutants of a kind in a log; returns their number, and adds a complaint for each
/// misjudged mutant.
fn try_kind(scene: &Scene, kind: &Kind, most: usize, complaints: &mut Vec<String>) -> usize {
    let mut dice = kind.dice(scene);
    let edits = (kind.edits)(scene, &mut dice);
    let mut tried = 0;
    for edit in dice.some(edits, most) {
        let mut mutant = scene.log.clone();
        edit.apply(&mut mutant);
        if mutant == scene.log {
            continue;
        }
        tried += 1;
        match fate(&mutant) {
            Fate::Refused | Fate::Accepted => {}
            wrong => complaints.push(format!("{wrong:?}: {}: {}: {edit:?}", scene.name, kind.name)),
        }
    }
    tried
}

#[test]
fn mutants_are_rejected_or_legal_games() {
    let most = most();
    let mut complaints = Vec::new();
    let mut tried = vec![0; kinds().count()];
    for group in Group::ALL {
        for scene in scenes(group) {
            for (kind, tried) in kinds().zip(&mut tried) {
                *tried += try_kind(&scene, kind, most, &mut complaints);
            }
        }
    }
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
    for (kind, tried) in kinds().zip(tried) {
        assert!(tried > 0, "no mutant is of kind {}", kind.name);
    }
}

/// The replay in the core must reject illegal logs without using the verifier.
#[test]
fn the_core_proves_no_illegal_replay_legal() {
    let mut count = 0;
    for entry in std::fs::read_dir(root().join("replays/illegal")).unwrap() {
        let path = entry.unwrap().path();
        let log = Log::read(&std::fs::read(&path).unwrap()).unwrap();
        assert!(Story::complete(&log).is_none(), "{path:?}");
        assert!(Story::of(&log).is_none(), "{path:?}");
        count += 1;
    }
    assert!(count > 50, "only {count} illegal replays are found");
}

/// Completing a log may add facts, but must not contradict any.
#[test]
fn a_completed_log_must_contain_the_original() {
    let options = GenerateOptions { seed: 7, after: true, ..GenerateOptions::default() };
    let log = serde_json::to_value(generate(&options)).unwrap();
    let mut less = log.clone();
    for edit in ["/end", "/turns/3/after", "/setup/decks/level2"] {
        Edit::Remove(edit.to_owned()).apply(&mut less);
    }
    assert!(story::contains_all(&log, &less) && !story::contains_all(&less, &log));
    for edit in [
        Edit::Remove("/turns/3".to_owned()),
        Edit::Set("/turns/3/seat".to_owned(), 9.into()),
        Edit::Set("/turns/3/return".to_owned(), serde_json::json!({ "ruby": 9 })),
    ] {
        let mut other = less.clone();
        edit.apply(&mut other);
        assert!(!story::contains_all(&log, &other), "{edit:?}");
    }
}
