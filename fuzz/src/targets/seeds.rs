//! The seeds of fuzzing: the replays and the test files.

use std::fs;
use std::path::Path;

use splendor_schema::vector::Vector;

use super::convert::{SIDE, kifu_seeds};

/// The source of the seeds of a target.
pub(super) enum Seeds {
    /// Pseudorandom bytes that are used as choices.
    Choices,
    /// The replays.
    Logs,
    /// Replays, positions, vectors and the other files of the formats.
    Files,
    /// Replays, several in one file.
    Lines,
    /// Positions.
    Positions,
    /// Vectors.
    Vectors,
    /// Pointers with a replay.
    Pointers,
    /// The names of components and clauses.
    Ids,
    /// Games as KIFU.
    Kifu,
    /// Only the files in `seeds`.
    Own,
}

/// A seed: its name and its bytes.
type Seed = (String, Vec<u8>);

/// Returns the seeds of a target: earlier findings, and files of the project.
pub(super) fn of(name: &str, seeds: &Seeds, root: &Path, most: usize) -> Vec<Seed> {
    let mut all = folder(&root.join("fuzz/seeds").join(name));
    let others = match seeds {
        Seeds::Choices => (1..=16).map(noise).collect(),
        Seeds::Logs => replays(root),
        Seeds::Files => files(root),
        Seeds::Lines => in_lines(&replays(root)),
        Seeds::Positions => vectors(root).into_iter().filter_map(position).collect(),
        Seeds::Vectors => vectors(root),
        Seeds::Pointers => replays(root).into_iter().step_by(9).map(with_pointer).collect(),
        Seeds::Ids => names(),
        Seeds::Kifu => [kifu_seeds(), clients(name, root)].concat(),
        Seeds::Own => clients(name, root),
    };
    let step = 1 + others.len() / most;
    all.extend(others.into_iter().step_by(step));
    all
}

/// Returns the files of a folder by name; an empty list if the folder does not exist.
fn folder(path: &Path) -> Vec<Seed> {
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    let mut all: Vec<Seed> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name, fs::read(entry.path()).ok()?))
        })
        .collect();
    all.sort();
    all
}

fn replays(root: &Path) -> Vec<Seed> {
    let folders = ["replays/legal", "replays/illegal"].map(|path| folder(&root.join(path)));
    folders
        .concat()
        .into_iter()
        .enumerate()
        .map(|(at, (name, log))| (format!("{at}-{name}"), log))
        .collect()
}

fn vectors(root: &Path) -> Vec<Seed> {
    let text = fs::read_to_string(root.join("replays/vectors.jsonl")).unwrap_or_default();
    let lines = text.lines().step_by(4).enumerate();
    lines.map(|(at, line)| (format!("vector-{at}.json"), line.into())).collect()
}

fn position((name, line): Seed) -> Option<Seed> {
    let vector = Vector::read(&line).ok()?;
    Some((format!("position-of-{name}"), serde_json::to_vec(&vector.position).ok()?))
}

fn files(root: &Path) -> Vec<Seed> {
    let mut all = replays(root);
    all.extend(vectors(root).into_iter().filter_map(position).step_by(5));
    all.extend(vectors(root).into_iter().step_by(5));
    all.extend(folder(&root.join("fuzz/seeds/schema")));
    all
}

/// Returns replays as JSON Lines, three in each file.
fn in_lines(logs: &[Seed]) -> Vec<Seed> {
    let line = |(_, log): &Seed| {
        let value: Option<serde_json::Value> = serde_json::from_slice(log).ok();
        value.map(|value| value.to_string() + "\n").unwrap_or_default()
    };
    let file = |logs: &[Seed]| logs.iter().map(line).collect::<String>().into_bytes();
    logs.chunks(3).map(|logs| (format!("three-{}", logs[0].0), file(logs))).collect()
}

fn with_pointer((name, log): Seed) -> Seed {
    let pointers = ["/turns/3/take", "/setup/market/level1/0", "", "/result", "/turns/x"];
    let pointer = pointers[name.len() % pointers.len()];
    (name, [pointer.as_bytes(), b"\n", &log].concat())
}

fn names() -> Vec<Seed> {
    let clauses = splendor_core::Clause::ALL.iter().step_by(7).map(|clause| clause.id());
    let ids = ["a0d3s", "c5r1d2s3e4o", "3:4d4s", "14:4d+4", "17:", "third-gem", "0123456789abcdef"];
    let all = ids.into_iter().chain(clauses);
    all.map(|name| (name.replace(':', "_"), name.into())).collect()
}

/// Returns the files of other clients from the tests.
fn clients(name: &str, root: &Path) -> Vec<Seed> {
    let read = |file: &str| fs::read_to_string(root.join("tests/formats/convert").join(file)).ok();
    let with = |text: Option<String>, side: &str| {
        let text = [text?, read(side)?].join(SIDE);
        Some((format!("with-{side}"), text.into_bytes()))
    };
    let found = match name {
        "convert-effective-splendor" => with(read("game.replay.json"), "game.setup.json"),
        "convert-boardgamers" => with(read("boardgamers.jsonl"), "boardgamers.setup.json"),
        "convert-kifu" => with(read("game.kifu"), "game.setup.json"),
        _ => None,
    };
    found.into_iter().collect()
}

/// Returns pseudorandom bytes, the same ones every time.
fn noise(seed: u64) -> Seed {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[4]
    };
    let bytes = std::iter::repeat_with(byte).take(64 << (seed % 4)).collect();
    (format!("noise-{seed}"), bytes)
}
