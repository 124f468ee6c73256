//! Reads which positions of generated games become conformance vectors.
//!
//! They were chosen by the wrong engines of `evidence/engine-mutants` that they find.

use std::collections::BTreeMap;

use splendor_core::{Clause, Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_verify::history::core_turns;

use super::choose::Chosen;
use crate::root;

const MOMENTS: &str = "crates/splendor-play/tests/it/conformance_vectors/moments.tsv";

/// Returns the positions that a table of moments names, in its order. Each row has a name, the
/// modules, the number of seats, the policy and the seed of a game, and the turns before the
/// position.
pub(super) fn moments() -> Vec<Chosen> {
    let path =
        std::env::var_os("SPLENDOR_MOMENTS").map_or_else(|| root().join(MOMENTS), Into::into);
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = BTreeMap::new();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, modules, seats, policy, seed, turns] = fields[..] else { panic!("{line}") };
        let key = [modules, seats, policy, seed].map(str::to_owned);
        let played = games.entry(key).or_insert_with(|| {
            core_turns(&generate(&options(modules, seats, policy, seed))).unwrap()
        });
        let (game, mut position) = (played.0, played.1);
        for turn in &played.2[..turns.parse::<usize>().unwrap()] {
            position.play(&game, turn).unwrap();
        }
        let (name, clause) = (name.to_owned(), Clause::ScoreSum);
        Chosen { name, game, position, turns: Vec::new(), clause, shows: None, listed: false }
    };
    text.lines().skip(1).map(row).collect()
}

fn options(modules: &str, seats: &str, policy: &str, seed: &str) -> GenerateOptions {
    let has = |name| modules.split(' ').any(|module| module == name);
    let modules = Modules {
        cities: has("cities"),
        trading_posts: has("trading-posts"),
        orient: has("orient"),
        strongholds: has("strongholds"),
    };
    GenerateOptions {
        seed: seed.parse().unwrap(),
        seats: seats.parse().unwrap(),
        rules: Rules { modules, ..Rules::default() },
        policy: Policy::ALL.into_iter().find(|one| one.name() == policy).unwrap(),
        max_turns: 400,
        ..GenerateOptions::default()
    }
}
