//! Prints the figures.

use crate::cliffs::CLIFFS;
use crate::tasks::{
    BORROWED, FULL, FULL_BOTH, OWNED, PARSE, REPLAY, REPLAY_BOTH, SCHEMA, SYNTAX, Sum, TASKS,
    best_of,
};

pub(crate) fn print(sums: &[Sum]) {
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
    println!("full verification / borrowed struct:  {:.2} (bar: 0.85)", bytes(FULL, BORROWED));
    println!("full verification / owned struct:     {:.2}", bytes(FULL, OWNED));
    println!("full verification / typed parse:      {:.2}", bytes(FULL, PARSE));
    println!("full verification / syntax only:      {:.2}", bytes(FULL, SYNTAX));
    println!("jsonschema crate / full verification: {:.1}", bytes(SCHEMA, FULL));
    println!("replay alone / borrowed struct:       {:.2} (bar: 0.4)", turns(REPLAY, BORROWED));
    println!(
        "with both modules / base game, a turn: verification {:.2}, replay {:.2} (bar: 1.15)",
        turns(FULL_BOTH, FULL),
        turns(REPLAY_BOTH, REPLAY)
    );
}

/// Prints the cost of each cliff, in times the work of its base.
pub(crate) fn print_cliffs(games: u64, rounds: usize) {
    println!("{:<26} {:>10} {:>12}", "", "µs a log", "times base");
    let mut base = 0.0;
    for cliff in &CLIFFS {
        let logs = cliff.logs(0..games);
        let (seconds, done) = best_of(rounds, || cliff.run(&logs));
        assert_eq!(done, logs.texts.len(), "{}", cliff.name);
        let cost = seconds / games as f64 * 1e6;
        if cliff.is_base() {
            base = cost;
            println!("{:<26} {cost:>10.2}", cliff.name);
        } else {
            let ratio = cost / base;
            println!("{:<26} {cost:>10.2} {ratio:>12.2} (bar: {})", cliff.name, cliff.bar);
        }
    }
}
