//! Counts lines of play from some of the published positions.

use std::path::Path;

use splendor_core::{Game, Position, Turn};
use splendor_verify::position_from_log;

use crate::tasks::best_of;

/// A position to count from, and the depth.
pub(crate) type Start = (Game<'static>, Position, u8);

/// Positions of `replays/perft` with and without modules, each with a depth.
const POSITIONS: [(&str, u8); 6] = [
    ("start-3", 4),
    ("middle-2", 3),
    ("cities-2", 4),
    ("late-2", 4),
    ("posts-2", 3),
    ("both-2", 4),
];

pub(crate) fn starts() -> Vec<Start> {
    POSITIONS.map(|(name, depth)| start(name, depth)).into()
}

fn start(name: &str, depth: u8) -> Start {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/perft");
    let bytes = std::fs::read(folder.join(name).with_extension("json")).unwrap();
    let file = splendor_schema::Position::read(&bytes).unwrap();
    let (game, position) = position_from_log(&file).unwrap();
    (game, position, depth)
}

/// Prints the lines that are counted in a second, for each position and for all of them.
pub(crate) fn print(rounds: usize) {
    println!("{:<22} {:>14} {:>22}", "perft, lines/CPU-s", "last counted", "last played too");
    let mut sums = [(0.0, 0); 2];
    for ((name, depth), start) in POSITIONS.iter().zip(starts()) {
        let both = [counted, made].map(|count| best_of(rounds, || count(&start)));
        for (sum, (seconds, lines)) in sums.iter_mut().zip(both) {
            *sum = (sum.0 + seconds, sum.1 + lines);
        }
        print_row(&format!("{name}, depth {depth}"), both);
    }
    print_row("all of them", sums);
    // A ratio of costs, like the other figures: the inverse of the ratio of the rates.
    let ratio = rate(sums[1]) / rate(sums[0]);
    println!("perft, last turn counted / last turn played too: {ratio:.2} (bar: 0.3)");
}

fn print_row(name: &str, [counted, made]: [(f64, u64); 2]) {
    println!("{name:<22} {:>12.1} M {:>20.1} M", rate(counted), rate(made));
}

/// Returns millions of lines a second.
fn rate((seconds, lines): (f64, u64)) -> f64 {
    lines as f64 / seconds / 1e6
}

pub(crate) fn counted((game, position, depth): &Start) -> u64 {
    position.perft(game, *depth).unwrap().lines
}

/// Counts the same lines, and also plays the last turn of each.
fn made((game, position, depth): &Start) -> u64 {
    fn play_all(game: &Game<'_>, position: &Position, depth: u8) -> u64 {
        let turns = position.distinct_turns(game);
        let after = |turn: &Turn| {
            let mut next = *position;
            next.play(game, turn).unwrap();
            if depth == 1 { 1 } else { play_all(game, &next, depth - 1) }
        };
        turns.iter().map(after).sum()
    }
    play_all(game, position, *depth)
}
