//! Checks mutants of games without any fact that a log may leave out. Most of these games allow
//! more tables than the verifier follows.

use std::fmt::Write;
use std::ops::AddAssign;

use serde_json::Value;
use splendor_core::{Modules, Rules};
use splendor_schema::Log;
use splendor_verify::generate::{GenerateOptions, Policy, generate};
use splendor_verify::{JudgeOptions, Verdict, judge};

use super::edit::Dice;
use super::scene::Scene;
use super::story::Story;
use super::{AREAS, FEW, Kind, most};
use crate::verdicts::generate::without;
use crate::{golden, root};

const PAGE: &str = "docs/src/mutants.md";

/// The games of four seats: seed, policy, and modules (The Cities, The Trading Posts).
const GAMES: [(u64, Policy, [bool; 2]); 6] = [
    (104, Policy::Uniform, [true, true]),
    (103, Policy::Rich, [true, true]),
    (100, Policy::Rich, [false, true]),
    (104, Policy::Uniform, [false, false]),
    (101, Policy::Hoarder, [true, true]),
    (102, Policy::Rich, [false, false]),
];

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

fn scene((seed, policy, [cities, trading_posts]): (u64, Policy, [bool; 2])) -> Scene {
    let modules = Modules { cities, trading_posts };
    let rules = Rules { modules, ..Rules::default() };
    let options =
        GenerateOptions { seed, seats: 4, policy, rules, decks: false, ..Default::default() };
    Scene::new(format!("stripped {policy} {seed}"), &generate(&options))
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
    let seed = scene.name.bytes().chain(kind.name.bytes());
    let mut dice = Dice(seed.fold(0, |seed, byte| seed.wrapping_mul(31) + u64::from(byte)));
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
    for (number, game) in GAMES.into_iter().enumerate() {
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
    let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
    let opening = format!("<!-- stripped {most} -->\n");
    let Some((before, rest)) = page.split_once(&opening) else { return };
    let (_, after) = rest.split_once("<!-- end of stripped -->\n").unwrap();
    golden(PAGE, &format!("{before}{opening}{text}<!-- end of stripped -->\n{after}"));
}

fn row(text: &mut String, name: &str, counts: &[Count]) {
    let mut all = Count::default();
    for count in counts {
        all += *count;
    }
    let Count { tried, refused, completed, undecided } = all;
    writeln!(text, "| {name} | {tried} | {refused} | {completed} | {undecided} |").unwrap();
}
