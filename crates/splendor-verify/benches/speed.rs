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
use splendor_core::{Game, Modules, Position, Rules, Turn};
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
    let logs = if quick { LOGS / 10 } else { LOGS };
    let base = Corpus::new(logs, Modules::default());
    let both = Corpus::new(logs, Modules { cities: true, trading_posts: true });
    base.describe("base game");
    both.describe("with both modules");

    let text = |corpus: &'static str, name, task: fn(&str) -> bool| (corpus, name, task);
    let on_text = [
        text("base", "syntax only", |text| serde_json::from_str::<IgnoredAny>(text).is_ok()),
        text("base", "plain struct", |text| plain::read(text).is_ok()),
        text("base", "typed parse", |text| Log::read(text.as_bytes()).is_ok()),
        text("base", "full verification", is_legal),
        text("base", "with its report", reports),
        text("both", "modules: verification", is_legal),
    ];
    let of = |name| if name == "base" { &base } else { &both };
    let mut tasks: Vec<(&str, &Corpus, Task<'_>)> = Vec::new();
    for (corpus, name, task) in on_text {
        let corpus = of(corpus);
        tasks.push((name, corpus, Box::new(move || each(&corpus.texts, |text| task(text)))));
    }
    for (name, corpus) in [("replay alone", &base), ("modules: replay", &both)] {
        tasks.push((name, corpus, Box::new(move || each(&corpus.games, follow))));
    }
    let mut best = vec![f64::MAX; tasks.len()];
    for _ in 0..rounds {
        for ((_, corpus, task), best) in tasks.iter_mut().zip(&mut best) {
            let start = cpu_seconds();
            assert_eq!(black_box(task()), corpus.texts.len());
            *best = best.min(cpu_seconds() - start);
        }
    }
    let figures: Vec<Figure<'_>> = tasks
        .iter()
        .zip(&best)
        .map(|(&(name, corpus, _), &seconds)| Figure { name, corpus, seconds })
        .collect();
    tell(&figures);
}

/// Something that is timed; returns for how many logs it succeeded.
type Task<'t> = Box<dyn Fn() -> usize + 't>;

/// A game ready to be replayed: its rules, its first position, its turns.
type Replay = (Game<'static>, Position, Vec<Turn>);

/// Generated games as text, and ready to be replayed.
struct Corpus {
    texts: Vec<String>,
    games: Vec<Replay>,
    turns: usize,
    bytes: usize,
}

impl Corpus {
    fn new(logs: u64, modules: Modules) -> Self {
        let options = |seed| GenerateOptions {
            seed,
            seats: 2 + u8::try_from(seed % 3).unwrap_or(0),
            policy: Policy::Uniform,
            rules: Rules { modules, ..Rules::default() },
            ..GenerateOptions::default()
        };
        let texts: Vec<String> =
            (0..logs).map(|seed| one_line(&generate(&options(seed)))).collect();
        let logs: Vec<Log> = texts.iter().map(|text| Log::read(text.as_bytes()).unwrap()).collect();
        Self {
            games: logs.iter().map(|log| replayed(log).unwrap()).collect(),
            turns: logs.iter().map(|log| log.turns.len()).sum(),
            bytes: texts.iter().map(String::len).sum(),
            texts,
        }
    }

    fn describe(&self, name: &str) {
        let logs = self.texts.len();
        let (turns, bytes) = (self.turns / logs, self.bytes / logs);
        println!("{name}: {logs} logs, {turns} turns each, {bytes} bytes each");
    }
}

/// Counts for how many the task succeeds.
fn each<T>(all: &[T], task: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| task(one)).count()
}

fn is_legal(text: &str) -> bool {
    let Ok(log) = Log::read(text.as_bytes()) else { return false };
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

/// The best time of a task over its corpus.
struct Figure<'c> {
    name: &'c str,
    corpus: &'c Corpus,
    seconds: f64,
}

impl Figure<'_> {
    fn a_turn(&self) -> f64 {
        self.seconds / self.corpus.turns as f64
    }
}

fn tell(figures: &[Figure<'_>]) {
    println!("{:<22} {:>10} {:>10} {:>14}", "", "µs a log", "MB/CPU-s", "turns/CPU-s");
    for figure in figures {
        println!(
            "{:<22} {:>10.2} {:>10.0} {:>12.2} M",
            figure.name,
            figure.seconds / figure.corpus.texts.len() as f64 * 1e6,
            figure.corpus.bytes as f64 / figure.seconds / 1e6,
            1e-6 / figure.a_turn()
        );
    }
    let [_, plain, parse, full, _, full_both, replay, replay_both] = figures else { return };
    println!("full verification / typed parse: {:.2} (bar: 1.6)", full.seconds / parse.seconds);
    println!("typed parse / plain struct:      {:.2} (bar: 1.2)", parse.seconds / plain.seconds);
    println!("replay alone: {:.1} M turns a CPU-second (bar: 12)", 1e-6 / replay.a_turn());
    println!(
        "with both modules / base game, a turn: verification {:.2}, replay {:.2} (bar: 1.15)",
        full_both.a_turn() / full.a_turn(),
        replay_both.a_turn() / replay.a_turn()
    );
}
