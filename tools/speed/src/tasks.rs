//! The tasks on legal logs, and how one of them is timed.

use std::hint::black_box;

use serde::de::IgnoredAny;
use splendor_render::report_line;
use splendor_schema::{InputFile, Log, Verdict};
use splendor_verify::{JudgeOptions, ReportScope, verify};

use crate::clock::cpu_seconds;
use crate::corpus::{self, Corpus};
use crate::{borrowed, owned};

/// The number of logs validated against the schema, which is slow.
const VALIDATED: usize = 20;

/// A task for each log of a corpus; `run` returns the number of successes.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    /// Whether the games have both modules.
    pub(crate) both: bool,
    pub(crate) run: fn(&Corpus) -> usize,
}

pub(crate) const TASKS: [Task; 10] = [
    Task { name: "syntax only", both: false, run: |all| each(&all.texts, |text| syntax(text)) },
    Task { name: "typed struct, owned", both: false, run: |all| each(&all.texts, |t| owned(t)) },
    Task {
        name: "typed struct, borrowed",
        both: false,
        run: |all| each(&all.texts, |text| borrowed::read(text).is_ok()),
    },
    Task { name: "typed parse", both: false, run: |all| each(&all.texts, |text| typed(text)) },
    Task { name: "full verification", both: false, run: |all| each(&all.texts, |t| is_legal(t)) },
    Task { name: "with its line", both: false, run: |all| each(&all.texts, |t| prints_legal(t)) },
    Task {
        name: "modules: verification",
        both: true,
        run: |all| each(&all.texts, |text| is_legal(text)),
    },
    Task { name: "replay alone", both: false, run: |all| each(&all.games, corpus::follow) },
    Task { name: "modules: replay", both: true, run: |all| each(&all.games, corpus::follow) },
    Task { name: "jsonschema crate", both: false, run: validated },
];

pub(crate) const SYNTAX: usize = index_of("syntax only");
pub(crate) const OWNED: usize = index_of("typed struct, owned");
pub(crate) const BORROWED: usize = index_of("typed struct, borrowed");
pub(crate) const PARSE: usize = index_of("typed parse");
pub(crate) const FULL: usize = index_of("full verification");
pub(crate) const FULL_BOTH: usize = index_of("modules: verification");
pub(crate) const REPLAY: usize = index_of("replay alone");
pub(crate) const REPLAY_BOTH: usize = index_of("modules: replay");
pub(crate) const SCHEMA: usize = index_of("jsonschema crate");

/// Returns the index of a task in the list. An unknown name does not compile.
const fn index_of(name: &str) -> usize {
    let mut index = 0;
    while !equal(TASKS[index].name.as_bytes(), name.as_bytes()) {
        index += 1;
    }
    index
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([a, one @ ..], [b, other @ ..]) => *a == *b && equal(one, other),
        _ => false,
    }
}

/// Returns the number of logs for which the task succeeds.
fn each<T>(all: &[T], task: impl Fn(&T) -> bool) -> usize {
    all.iter().filter(|one| task(one)).count()
}

fn syntax(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn owned(text: &str) -> bool {
    owned::read(text).is_ok()
}

fn typed(text: &str) -> bool {
    Log::read(text.as_bytes()).is_ok()
}

fn is_legal(text: &str) -> bool {
    let options = JudgeOptions::default();
    let (report, _) = verify(input(), text.as_bytes(), &options, ReportScope::BRIEF);
    report.verdict == Verdict::Legal
}

fn prints_legal(text: &str) -> bool {
    let options = JudgeOptions::default();
    let (report, _) = verify(input(), text.as_bytes(), &options, ReportScope::BRIEF);
    report_line(&report).contains(": legal: ")
}

/// Returns the name of the input in reports.
pub(crate) fn input() -> InputFile {
    InputFile { name: "corpus".into(), game: 1, line: 1 }
}

/// Parses the first logs and validates them by the published schema, as other programs would.
fn validated(corpus: &Corpus) -> usize {
    let first = &corpus.texts[..corpus.texts.len().min(VALIDATED)];
    each(first, |text| {
        let log: serde_json::Value = serde_json::from_str(text).unwrap();
        corpus.schema.is_valid(&log)
    })
}

/// Returns the least processor time of a task over some rounds, and the task's last result.
pub(crate) fn best_of<T>(rounds: usize, task: impl Fn() -> T) -> (f64, T) {
    let timed = || {
        let start = cpu_seconds();
        let result = black_box(task());
        (cpu_seconds() - start, result)
    };
    let first = timed();
    (1..rounds).map(|_| timed()).fold(first, |best, next| (best.0.min(next.0), next.1))
}

/// The best times of a task, and the logs, turns and bytes in them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sum {
    pub(crate) seconds: f64,
    pub(crate) logs: usize,
    pub(crate) turns: usize,
    pub(crate) bytes: usize,
}

impl Sum {
    pub(crate) fn add(&mut self, task: &Task, corpus: &Corpus, rounds: usize) {
        let (seconds, done) = best_of(rounds, || (task.run)(corpus));
        let all = if task.name == TASKS[SCHEMA].name { VALIDATED } else { usize::MAX };
        assert_eq!(done, all.min(corpus.texts.len()), "{}", task.name);
        self.seconds += seconds;
        self.logs += done;
        self.turns += corpus.turns[..done].iter().sum::<usize>();
        self.bytes += corpus.texts[..done].iter().map(String::len).sum::<usize>();
    }

    pub(crate) fn a_turn(&self) -> f64 {
        self.seconds / self.turns as f64
    }

    pub(crate) fn a_byte(&self) -> f64 {
        self.seconds / self.bytes as f64
    }
}
