//! Measures how fast logs are read and judged. All figures come from one run: compare the ratios.
//!
//! The corpus consists of generated games with decks and payments, of 110 turns or more on average.
//! It is small by default; `--games` sets its size. It is made and judged in parts, so that memory
//! stays bounded, and the best of many rounds counts for each part. `--count` runs one task once
//! without timing, for tools that count instructions.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::unwrap_used, reason = "a corpus that cannot be read ends the run")]
#![expect(clippy::cast_precision_loss, reason = "figures are rounded for people")]

mod corpus;
mod plain;

use std::hint::black_box;

use corpus::{Corpus, Pair, perft_positions};
use rustix::time::{ClockId, clock_gettime};
use serde::de::IgnoredAny;
use splendor_core::{Game, Position, Turn};
use splendor_render::report_line;
use splendor_schema::{InputFile, Log};
use splendor_verify::{JudgeOptions, ReportSource, Verdict, brief_report, judge};

/// The number of games of each kind in a part of the corpus.
const PART: u64 = 400;

/// The number of rounds for each figure; the best counts.
const ROUNDS: usize = 15;

/// The number of logs validated against the schema, which is slow.
const VALIDATED: usize = 20;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let games = arguments.iter().position(|argument| argument == "--games");
    let games: Option<u64> = games.map(|at| arguments[at + 1].parse().unwrap());
    if let Some(task) = arguments.iter().position(|argument| argument == "--count") {
        return count(&arguments[task + 1]);
    }
    let (parts, part, rounds) = match games {
        Some(games) => (games.div_ceil(2 * PART), PART, ROUNDS),
        None if has("--quick") => (1, PART / 10, 2),
        None => (1, PART, ROUNDS),
    };
    let mut sums = vec![Sum::default(); TASKS.len()];
    for number in 0..parts {
        let pair = Pair::new(number * part, part);
        for (task, sum) in TASKS.iter().zip(&mut sums) {
            sum.add(task, pair.of(task.both), rounds);
        }
    }
    print_figures(&sums);
    let rounds = if has("--quick") { 1 } else { 3 };
    let [counted, made] = [counted, made].map(|count| nodes(rounds, count) / 1e6);
    println!("perft: {counted:.1} M lines a CPU-second, the last turn counted (bar: 20)");
    println!("perft: {made:.1} M lines a CPU-second, the last turn played too");
}

/// A task for each log of a corpus; `run` returns the number of successes.
struct Task {
    name: &'static str,
    /// Whether the games have both modules.
    both: bool,
    run: fn(&Corpus) -> usize,
}

const SYNTAX: usize = 0;
const PLAIN: usize = 1;
const STRICT: usize = 2;
const PARSE: usize = 3;
const FULL: usize = 4;
const FULL_BOTH: usize = 6;
const REPLAY: usize = 7;
const REPLAY_BOTH: usize = 8;
const SCHEMA: usize = 9;

const TASKS: [Task; 10] = [
    Task { name: "syntax only", both: false, run: |all| each(&all.texts, |text| syntax(text)) },
    Task { name: "plain serde struct", both: false, run: |all| each(&all.texts, |t| plain(t)) },
    Task { name: "strict reader alone", both: false, run: |all| each(&all.texts, |t| strict(t)) },
    Task { name: "typed parse", both: false, run: |all| each(&all.texts, |text| typed(text)) },
    Task { name: "full verification", both: false, run: |all| each(&all.texts, |t| is_legal(t)) },
    Task { name: "with its report", both: false, run: |all| each(&all.texts, |t| reports(t)) },
    Task {
        name: "modules: verification",
        both: true,
        run: |all| each(&all.texts, |t| is_legal(t)),
    },
    Task { name: "replay alone", both: false, run: |all| each(&all.games, corpus::follow) },
    Task { name: "modules: replay", both: true, run: |all| each(&all.games, corpus::follow) },
    Task { name: "jsonschema crate", both: false, run: validated },
];

/// Returns the number of logs for which the task succeeds.
fn each<T>(all: &[T], task: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| task(one)).count()
}

fn syntax(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn plain(text: &str) -> bool {
    plain::read(text).is_ok()
}

fn strict(text: &str) -> bool {
    Log::read_strictly(text.as_bytes()).is_ok()
}

fn typed(text: &str) -> bool {
    Log::read(text.as_bytes()).is_ok()
}

fn is_legal(text: &str) -> bool {
    let Ok(log) = Log::read(text.as_bytes()) else { return false };
    judge(&log, &JudgeOptions::default()).verdict() == Verdict::Legal
}

fn reports(text: &str) -> bool {
    let Ok(log) = Log::read(text.as_bytes()) else { return false };
    let options = JudgeOptions::default();
    let judgment = judge(&log, &options);
    let input = InputFile { name: "corpus".into(), game: 1, line: 1 };
    let report =
        brief_report(&ReportSource { input, text: text.into() }, &log, &judgment, &options);
    report_line(&report).contains(": legal: ")
}

/// Parses the first logs and validates them by the published schema, as other programs would.
fn validated(corpus: &Corpus) -> usize {
    let first = &corpus.texts[..corpus.texts.len().min(VALIDATED)];
    each(first, |text| {
        let log: serde_json::Value = serde_json::from_str(text).unwrap();
        corpus.schema.is_valid(&log)
    })
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The best times of a task, and the logs, turns and bytes in them.
#[derive(Clone, Copy, Default)]
struct Sum {
    seconds: f64,
    logs: usize,
    turns: usize,
    bytes: usize,
}

impl Sum {
    fn add(&mut self, task: &Task, corpus: &Corpus, rounds: usize) {
        let mut best = f64::MAX;
        let mut done = 0;
        for _ in 0..rounds {
            let start = cpu_seconds();
            done = black_box((task.run)(corpus));
            best = best.min(cpu_seconds() - start);
        }
        let all = if task.name == TASKS[SCHEMA].name { VALIDATED } else { usize::MAX };
        assert_eq!(done, all.min(corpus.texts.len()), "{}", task.name);
        self.seconds += best;
        self.logs += done;
        self.turns += corpus.turns[..done].iter().sum::<usize>();
        self.bytes += corpus.texts[..done].iter().map(String::len).sum::<usize>();
    }

    fn a_turn(&self) -> f64 {
        self.seconds / self.turns as f64
    }

    fn a_byte(&self) -> f64 {
        self.seconds / self.bytes as f64
    }
}

fn print_figures(sums: &[Sum]) {
    for (name, task) in [("base game", FULL), ("both modules", FULL_BOTH)] {
        let Sum { logs, turns, bytes, .. } = sums[task];
        println!("{name}: {logs} logs, {} turns each, {} bytes each", turns / logs, bytes / logs);
    }
    println!("{:<22} {:>10} {:>10} {:>14}", "", "µs a log", "MB/CPU-s", "turns/CPU-s");
    for (task, sum) in TASKS.iter().zip(sums) {
        println!(
            "{:<22} {:>10.2} {:>10.0} {:>12.2} M",
            task.name,
            sum.seconds / sum.logs as f64 * 1e6,
            1e-6 / sum.a_byte(),
            1e-6 / sum.a_turn()
        );
    }
    let bytes = |one: usize, other: usize| sums[one].a_byte() / sums[other].a_byte();
    let turns = |one: usize, other: usize| sums[one].a_turn() / sums[other].a_turn();
    println!("full verification / plain serde struct: {:.2} (bar: 1.3)", bytes(FULL, PLAIN));
    println!("full verification / strict reader:      {:.2}", bytes(FULL, STRICT));
    println!("full verification / typed parse:        {:.2}", bytes(FULL, PARSE));
    println!("full verification / syntax only:        {:.2}", bytes(FULL, SYNTAX));
    println!("jsonschema crate / full verification:   {:.1}", bytes(SCHEMA, FULL));
    println!("full verification: {:.0} MB a CPU-second (bar: 250)", 1e-6 / sums[FULL].a_byte());
    println!("replay alone: {:.1} M turns a CPU-second (bar: 25)", 1e-6 / sums[REPLAY].a_turn());
    println!(
        "with both modules / base game, a turn: verification {:.2}, replay {:.2} (bar: 1.15)",
        turns(FULL_BOTH, FULL),
        turns(REPLAY_BOTH, REPLAY)
    );
}

/// Returns the lines of play counted in a second, over some of the published positions.
fn nodes(rounds: usize, count: fn(&Start) -> u64) -> f64 {
    let positions = perft_positions();
    let mut best = f64::MAX;
    let mut lines = 0;
    for _ in 0..rounds {
        let start = cpu_seconds();
        lines = positions.iter().map(count).sum();
        best = best.min(cpu_seconds() - start);
    }
    lines as f64 / best
}

/// A position to count from, and the depth.
type Start = (Game<'static>, Position, u8);

fn counted((game, position, depth): &Start) -> u64 {
    position.perft(game, *depth).unwrap().lines
}

/// Counts the same lines, and also plays the last turn of each.
fn made((game, position, depth): &Start) -> u64 {
    fn play_all(game: &Game<'_>, position: &Position, depth: u8) -> u64 {
        let turns = position.distinct_turns(game);
        let after = |turn: &Turn| {
            let mut next = *position;
            next.play_on(game, turn).unwrap();
            if depth == 1 { 1 } else { play_all(game, &next, depth - 1) }
        };
        turns.iter().map(after).sum()
    }
    play_all(game, position, *depth)
}

/// Runs one task, so that its instructions can be counted, and prints its turns and bytes.
fn count(name: &str) {
    let pair = Pair::new(0, PART / 10);
    if name == "perft" {
        let lines: u64 = perft_positions().iter().map(counted_here).sum();
        return println!("perft: {lines} lines");
    }
    let task = TASKS.iter().find(|task| task.name == name).unwrap();
    let corpus = pair.of(task.both);
    assert!(counted_task(task, corpus) > 0);
    let bytes: usize = corpus.texts.iter().map(String::len).sum();
    println!("{name}: {} turns, {bytes} bytes", corpus.turns.iter().sum::<usize>());
}

/// A profiler starts and stops at the names of the functions below.
#[inline(never)]
fn counted_task(task: &Task, corpus: &Corpus) -> usize {
    black_box((task.run)(black_box(corpus)))
}

#[inline(never)]
fn counted_here(position: &Start) -> u64 {
    black_box(counted(black_box(position)))
}
