//! Chooses random tables that show the borders of the rules: every value of a quantity that a rule
//! compares, and every pair of conditions that meets in a turn.
//!
//! The seeds in `borders.tsv` are a cover: each table shows something that those before it do not.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;

use splendor_core::{Action, Clause, Game, Modules, Position, Turn};

use super::choose::Chosen;
use super::edit::edits;
use super::quantities::Moment;
use super::shown::{Shown, shown_by_breach, shown_by_table, shown_by_turn, values};
use super::tables::table;
use super::{broken, is_written};
use crate::root;

const BORDERS: &str = "crates/splendor-play/tests/it/conformance_vectors/borders.tsv";

/// A table with more legal turns than this has too long a list for a vector.
const MOST_TURNS: usize = 600;

/// The neighbors of so many legal turns are searched for illegal ones.
const SAMPLES: usize = 4;

/// A turn with what it shows.
type Shows = (Turn, Vec<Shown>);

/// Returns the chosen tables; each lists the turns that add something to those before it.
pub(super) fn borders() -> Vec<Chosen> {
    let text = std::fs::read_to_string(root().join(BORDERS)).unwrap();
    let mut shown = BTreeSet::new();
    let seeds = text.lines().skip(1).map(|line| line.parse().unwrap());
    seeds.map(|seed| chosen(seed, &mut shown)).collect()
}

fn chosen(seed: u64, shown: &mut BTreeSet<Shown>) -> Chosen {
    let (game, position) = table(seed).unwrap();
    shown.extend(shown_by_table(&game, &position));
    let legal = position.distinct_turns(&game);
    let shows = |turn: &Turn| (*turn, shown_by_turn(&game, &position, turn));
    let mut turns = covering(legal.iter().map(shows).collect(), shown);
    let bases = samples(&legal).chain(&turns);
    let near = bases.flat_map(|turn| neighbors(&game, &position, turn)).collect();
    turns.extend(covering(near, shown));
    let (name, clause) = (format!("border-{seed}"), Clause::ScoreSum);
    Chosen { name, game, position, turns, clause, shows: None, listed: true }
}

/// Returns a few legal turns, spread over the list.
fn samples(legal: &[Turn]) -> impl Iterator<Item = &Turn> {
    legal.iter().step_by(legal.len() / SAMPLES + 1)
}

/// Returns the neighbors of a legal turn that break one clause. What they show of quantities is what
/// the legal turn does not have, unless they are another action.
fn neighbors(game: &Game<'_>, position: &Position, legal: &Turn) -> Vec<Shows> {
    let had: BTreeSet<(u8, u8)> = values(&Moment::new(game, position, legal)).collect();
    let edits = edits(game, position, legal).into_iter();
    let edits = edits.filter(|edit| is_written(game, position, edit));
    let broken = edits.filter_map(|edit| {
        let clause = broken(game, position, &edit)?;
        let is_alike = discriminant(&edit.action) == discriminant(&legal.action);
        let is_near = edit.seat == legal.seat && (is_alike || edit.action == Action::Pass);
        let mut shows = shown_by_breach(game, position, &edit, clause);
        shows.retain(|one| match one {
            Shown::Beyond(_, quantity, value) | Shown::Near(_, quantity, value) => {
                is_near && !had.contains(&(*quantity, *value))
            }
            _ => true,
        });
        Some((edit, shows))
    });
    broken.collect()
}

/// Returns turns that together show all that any of them adds: always the one that adds most.
fn covering(mut turns: Vec<Shows>, shown: &mut BTreeSet<Shown>) -> Vec<Turn> {
    let mut chosen = Vec::new();
    loop {
        for (_, adds) in &mut turns {
            adds.retain(|one| !shown.contains(one));
        }
        turns.retain(|(_, adds)| !adds.is_empty());
        let Some((turn, adds)) = turns.iter().max_by_key(|(_, adds)| adds.len()) else {
            return chosen;
        };
        chosen.push(*turn);
        shown.extend(adds);
    }
}

/// Chooses the seeds anew from so many random tables, and writes them: tables of the base game,
/// then tables with modules that show more.
#[test]
#[ignore = "it chooses other vectors, and takes minutes"]
fn choose_borders() {
    let seeds = std::env::var("SPLENDOR_SEEDS").map_or(40_000, |text| text.parse().unwrap());
    let mut times = BTreeMap::new();
    let mut pools = [Vec::new(), Vec::new()];
    for seed in 0..seeds {
        let Some((has_modules, shows)) = shown_by_seed(seed) else { continue };
        let mut is_rare = false;
        for &one in &shows {
            let times = times.entry((has_modules, one)).or_insert(0);
            *times += 1;
            is_rare |= *times <= 3;
        }
        if is_rare {
            pools[usize::from(has_modules)].push((seed, shows));
        }
    }
    let mut shown = BTreeSet::new();
    let chosen = pools.into_iter().flat_map(|pool| covering_seeds(pool, &mut shown));
    let seeds: Vec<String> = chosen.map(|seed| seed.to_string()).collect();
    std::fs::write(root().join(BORDERS), format!("seed\n{}\n", seeds.join("\n"))).unwrap();
}

/// Returns whether the table of a seed has modules, and what it shows; nothing if the seed has no
/// table, or the table has too many turns.
fn shown_by_seed(seed: u64) -> Option<(bool, BTreeSet<Shown>)> {
    let (game, position) = table(seed)?;
    let (turns, all) = position.distinct_turns_up_to(&game, MOST_TURNS);
    if !all {
        return None;
    }
    let of_turns = turns.iter().flat_map(|turn| shown_by_turn(&game, &position, turn));
    let near = samples(&turns).flat_map(|turn| neighbors(&game, &position, turn));
    let next = near.flat_map(|(_, shows)| shows).filter(|one| one.is_next());
    let shows = of_turns.chain(shown_by_table(&game, &position)).chain(next).collect();
    Some((game.rules.modules != Modules::NONE, shows))
}

/// Returns seeds whose tables together show all that any of them adds: always the one that adds most.
fn covering_seeds(mut pool: Vec<(u64, BTreeSet<Shown>)>, shown: &mut BTreeSet<Shown>) -> Vec<u64> {
    let mut seeds = Vec::new();
    let mut new = shown.clone();
    loop {
        for (_, adds) in &mut pool {
            adds.retain(|one| !new.contains(one));
        }
        pool.retain(|(_, adds)| !adds.is_empty());
        let Some((seed, adds)) = pool.iter().max_by_key(|(_, adds)| adds.len()) else {
            return seeds;
        };
        seeds.push(*seed);
        new.clone_from(adds);
        shown.extend(adds);
    }
}
