//! Measures how fast logs are read and judged. All figures come from one run: compare the ratios.
//!
//! The corpus consists of generated games with decks and payments, of 110 turns or more on average.
//! It is made and judged in parts, so that memory stays bounded. A part is larger than the caches,
//! and the best of some rounds counts for each part: a log is judged again only after all other
//! logs of its part, as cold as in a long run.
//!
//! | Option | Effect |
//! |---|---|
//! | `--games N` | judges N games |
//! | `--quick` | judges few games, to try the benchmark |
//! | `--count NAME` | runs one task once, without timing, for tools that count instructions |
//! | `--list` | prints the names of the tasks and cliffs that can be counted |
#![expect(clippy::disallowed_methods, reason = "a program of its own")]
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::unwrap_used, reason = "a corpus that cannot be read ends the run")]
#![expect(clippy::cast_precision_loss, reason = "figures are rounded for people")]

mod borrowed;
mod cliffs;
mod clock;
mod corpus;
mod figures;
mod omitted;
mod owned;
mod perft;
mod tasks;

use std::hint::black_box;

use cliffs::CLIFFS;
use corpus::Pair;
use tasks::{SCHEMA, Sum, TASKS};

/// The number of games of each kind in a part of the corpus: about 20 MB of text.
const PART: u64 = 2000;

/// The number of games of which the instructions are counted.
const COUNTED: u64 = 40;

/// The number of rounds for each figure; the best counts.
const ROUNDS: usize = 7;

/// The number of games without payments, or without returned tokens.
const OMITTED: u64 = 200;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        Some(arguments[at + 1].as_str())
    };
    if let Some(name) = value("--count") {
        return count(name);
    }
    if has("--list") {
        return list();
    }
    let (parts, part, rounds) = match value("--games") {
        Some(games) => (games.parse::<u64>().unwrap().div_ceil(2 * PART), PART, ROUNDS),
        None if has("--quick") => (1, COUNTED, 2),
        None => (1, PART, ROUNDS),
    };
    let mut sums = vec![Sum::default(); TASKS.len()];
    for number in 0..parts {
        let pair = Pair::new(number * part, part);
        for (task, sum) in TASKS.iter().zip(&mut sums) {
            sum.add(task, pair.of(task.both), rounds);
        }
    }
    figures::print(&sums);
    perft::print(if has("--quick") { 1 } else { 3 });
    figures::print_cliffs(part, rounds);
    omitted::print(part.min(OMITTED));
}

/// Prints the tasks and cliffs that can be counted, each with its kind.
fn list() {
    let tasks = TASKS.iter().enumerate().filter(|(place, _)| *place != SCHEMA);
    tasks.for_each(|(_, task)| println!("task {}", task.name));
    println!("perft perft");
    for cliff in &CLIFFS {
        println!("{} {}", if cliff.is_base() { "base" } else { "cliff" }, cliff.name);
    }
}

/// Runs one task, so that its instructions can be counted, and prints its turns and bytes.
fn count(name: &str) {
    if name == "perft" {
        let starts = perft::starts();
        let lines: u64 = counted_task(|| starts.iter().map(perft::counted).sum());
        return println!("perft: {lines} lines");
    }
    if let Some(cliff) = CLIFFS.iter().find(|cliff| cliff.name == name) {
        let logs = cliff.logs(0..COUNTED);
        assert_eq!(counted_task(|| cliff.run(&logs)), logs.texts.len());
        return println!("{name}: {COUNTED} logs");
    }
    let pair = Pair::new(0, COUNTED);
    let task = TASKS.iter().find(|task| task.name == name).unwrap();
    let corpus = pair.of(task.both);
    assert!(counted_task(|| (task.run)(corpus)) > 0);
    let bytes: usize = corpus.texts.iter().map(String::len).sum();
    println!("{name}: {} turns, {bytes} bytes", corpus.turns.iter().sum::<usize>());
}

/// A profiler starts and stops at the name of this function.
#[inline(never)]
fn counted_task<T>(task: impl Fn() -> T) -> T {
    black_box(black_box(task)())
}
