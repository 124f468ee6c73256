//! How fast logs are read and judged, all figures from one run: compare the ratios, not the times.
//!
//! The corpus is generated: games of 110 turns and more on average, with decks and payments.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::unwrap_used, reason = "a corpus that cannot be read ends the run")]
#![expect(clippy::cast_precision_loss, reason = "figures are rounded for people")]

mod plain;

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};
use serde::de::IgnoredAny;
use splendor_core::{Game, Position, Turn};
use splendor_schema::{InputFile, Log};
use splendor_verify::{
    GenerateOptions, Options, Policy, Strangers, Text, Verdict, brief_report, generate, judge,
    line, one_line, replayed,
};

/// How many logs the corpus has.
const LOGS: u64 = 400;

/// How often each figure is taken; the best counts.
const ROUNDS: usize = 15;

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 2 } else { ROUNDS };
    let corpus = corpus(if quick { LOGS / 10 } else { LOGS });
    let bytes: usize = corpus.iter().map(String::len).sum();
    let logs: Vec<Log> = corpus.iter().map(|text| Log::read(text.as_bytes()).unwrap()).collect();
    let games: Vec<Replay> = logs.iter().map(|log| replayed(log).unwrap()).collect();
    let turns: usize = logs.iter().map(|log| log.turns.len()).sum();
    println!(
        "{} logs, {} turns each, {} bytes each",
        logs.len(),
        turns / logs.len(),
        bytes / logs.len()
    );

    let mut tasks: [(&str, Task<'_>); 6] = [
        (
            "syntax only",
            Box::new(|| each(&corpus, |text| serde_json::from_str::<IgnoredAny>(text).is_ok())),
        ),
        ("plain struct", Box::new(|| each(&corpus, |text| plain::read(text).is_ok()))),
        ("typed parse", Box::new(|| each(&corpus, |text| Log::read(text.as_bytes()).is_ok()))),
        ("full verification", Box::new(|| each(&corpus, |text| is_legal(text.as_bytes())))),
        ("with its report", Box::new(|| each(&corpus, |text| reports(text)))),
        ("replay alone", Box::new(|| each(&games, follow))),
    ];
    let mut best = [f64::MAX; 6];
    for _ in 0..rounds {
        for ((_, task), best) in tasks.iter_mut().zip(&mut best) {
            let start = cpu_seconds();
            assert_eq!(black_box(task()), corpus.len());
            *best = best.min(cpu_seconds() - start);
        }
    }
    tell(&tasks.map(|(name, _)| name), &best, corpus.len(), turns, bytes);
}

/// Something that is timed; returns for how many logs it succeeded.
type Task<'t> = Box<dyn Fn() -> usize + 't>;

/// A game ready to be replayed: its rules, its first position, its turns.
type Replay = (Game<'static>, Position, Vec<Turn>);

fn corpus(logs: u64) -> Vec<String> {
    let options = |seed| GenerateOptions {
        seed,
        seats: 2 + u8::try_from(seed % 3).unwrap_or(0),
        policy: Policy::Uniform,
        ..GenerateOptions::default()
    };
    (0..logs).map(|seed| one_line(&generate(&options(seed)))).collect()
}

/// Counts for how many the task succeeds.
fn each<T>(all: &[T], task: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| task(one)).count()
}

fn is_legal(bytes: &[u8]) -> bool {
    let Ok(log) = Log::read(bytes) else { return false };
    let strangers = Strangers::new();
    judge(&log, &Options::default(), &strangers).verdict() == Verdict::Legal
}

fn reports(text: &str) -> bool {
    let Ok(log) = Log::read(text.as_bytes()) else { return false };
    let (strangers, options) = (Strangers::new(), Options::default());
    let judgment = judge(&log, &options, &strangers);
    let input = InputFile { name: "corpus".to_owned(), game: 1, line: 1 };
    let report = brief_report(&Text { input, text: text.into() }, &log, &judgment, &options);
    line(&report).contains(": legal: ")
}

fn follow((game, start, turns): &Replay) -> bool {
    let (mut first, mut second) = (*start, *start);
    let (mut position, mut next) = (&mut first, &mut second);
    for turn in turns {
        if position.play_into(game, turn, next).is_err() {
            return false;
        }
        std::mem::swap(&mut position, &mut next);
    }
    true
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn tell(names: &[&str; 6], best: &[f64; 6], logs: usize, turns: usize, bytes: usize) {
    println!("{:<20} {:>10} {:>10} {:>14}", "", "µs a log", "MB/CPU-s", "turns/CPU-s");
    for (name, &seconds) in names.iter().zip(best) {
        println!(
            "{name:<20} {:>10.2} {:>10.0} {:>12.2} M",
            seconds / logs as f64 * 1e6,
            bytes as f64 / seconds / 1e6,
            turns as f64 / seconds / 1e6
        );
    }
    println!("full verification / typed parse: {:.2} (bar: 1.6)", best[3] / best[2]);
    println!("typed parse / plain struct:      {:.2} (bar: 1.2)", best[2] / best[1]);
    println!("replay alone: {:.1} M turns a CPU-second (bar: 12)", turns as f64 / best[5] / 1e6);
}
