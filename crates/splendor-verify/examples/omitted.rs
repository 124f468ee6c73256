//! Judges generated games from which every fact that a client may leave out was removed, and prints
//! how they were decided: the table of the page on what a log leaves out.
//!
//! ```sh
//! cargo run --release -p splendor-verify --example omitted -- 20
//! ```
//!
//! The number is that of the games for each policy, number of seats and combination of modules. The
//! program fails if more than one of a hundred games is undecided.
#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::disallowed_methods, reason = "it reads its argument")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::Log;
use splendor_verify::{JudgeOptions, Judgment, Verdict, judge};

/// The facts of a turn to remove: the pointer to the object with the fact, and its name.
const FACTS: [(&str, &str); 8] = [
    ("/purchase", "pay"),
    ("/reserve", "card"),
    ("/reserve", "under"),
    ("", "refill"),
    ("", "return"),
    ("", "noble"),
    ("", "gem"),
    ("", "post"),
];

/// Removes every fact that a client may leave out.
fn strip(log: &Log) -> Log {
    let mut log = serde_json::to_value(log).expect("a log is JSON");
    log["omits"] = json!(["return", "noble", "gem", "post"]);
    for turn in log["turns"].as_array_mut().into_iter().flatten() {
        for (holder, fact) in FACTS {
            turn.pointer_mut(holder)
                .and_then(Value::as_object_mut)
                .map(|map: &mut Map<_, _>| map.remove(fact));
        }
    }
    Log::read(log.to_string().as_bytes()).expect("a log without facts is a log")
}

/// How the games of one number of seats were decided.
#[derive(Default)]
struct Row {
    games: u32,
    all_tables: u32,
    completed: u32,
    undecided: Vec<String>,
    times: Vec<Duration>,
}

impl Row {
    fn add(&mut self, name: String, judgment: &Judgment, time: Duration) {
        self.games += 1;
        self.times.push(time);
        let past = judgment.missing.iter().any(|missing| missing.why.contains("more tables"));
        match judgment.verdict() {
            Verdict::Legal | Verdict::Consistent if past => self.completed += 1,
            Verdict::Legal | Verdict::Consistent => self.all_tables += 1,
            Verdict::Undecided => self.undecided.push(name),
            Verdict::Illegal | Verdict::Unsupported => panic!("{name} is called illegal"),
        }
    }
}

fn main() -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    let each = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(1);
    let head = ["Seats", "Games", "All tables followed", "Completion found", "Undecided"];
    println!("| {} | Median | 99 % | Worst |", head.join(" | "));
    println!("|---|---|---|---|---|---|---|---|");
    for seats in 2..=4 {
        let mut row = Row::default();
        for (cities, trading_posts) in [(false, false), (true, false), (false, true), (true, true)]
        {
            let rules = Rules {
                modules: Modules { cities, trading_posts, ..Modules::NONE },
                ..Rules::default()
            };
            for policy in Policy::ALL {
                for seed in 0..each {
                    let options = GenerateOptions {
                        seed,
                        seats,
                        rules,
                        policy,
                        decks: false,
                        ..Default::default()
                    };
                    let log = strip(&generate(&options));
                    let start = Instant::now();
                    let judgment = judge(&log, &JudgeOptions::default());
                    let time = start.elapsed();
                    row.add(
                        format!("{seats} {policy} {cities} {trading_posts} {seed}"),
                        &judgment,
                        time,
                    );
                }
            }
        }
        row.times.sort_unstable();
        let at = |share: usize| row.times[(row.times.len() * share / 100).min(row.times.len() - 1)];
        println!(
            "| {seats} | {} | {} | {} | {} | {:.0?} | {:.0?} | {:.0?} |",
            row.games,
            row.all_tables,
            row.completed,
            row.undecided.len(),
            at(50),
            at(99),
            at(100),
        );
        for name in &row.undecided {
            println!("undecided: {name}");
        }
        if row.undecided.len() * 100 > row.times.len() {
            status = ExitCode::FAILURE;
        }
    }
    status
}
