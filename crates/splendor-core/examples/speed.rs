//! Measures the speed of replaying whole games, with every check and every invariant.
//!
//! `cargo run --release -p splendor-core --example speed`
//!
//! With `-- --once` it replays every game once, which suits a count of instructions.
#![expect(clippy::disallowed_methods, reason = "a program of its own")]
#![expect(clippy::print_stdout, reason = "the numbers are what the program is for")]

use std::fs;
use std::time::Instant;

use splendor_core::{Action, CardId, Game, Position, Row, Rules, Setup, Turn};

/// A game with known decks: its rules, its first position and its turns.
type Played = (Game<'static>, Position, Vec<Turn>);

/// How often each game is replayed in a measurement.
const REPEATS: u32 = 100;

fn main() {
    let mut dice = 3;
    let games: Vec<Played> = (0..300).filter_map(|_| play(&mut dice)).collect();
    let turns: usize = games.iter().map(|(_, _, turns)| turns.len()).sum();
    println!("{} games, {turns} turns, {} bytes a position", games.len(), size_of::<Position>());
    if std::env::args().any(|argument| argument == "--once") {
        println!("{} turns", replay_all(&games));
        return;
    }
    for _ in 0..5 {
        let (begin, busy) = (Instant::now(), busy_seconds());
        let replayed: u32 = (0..REPEATS).map(|_| replay_all(&games)).sum();
        let elapsed = begin.elapsed().as_secs_f64();
        let seconds = busy_seconds().zip(busy).map_or(elapsed, |(end, begin)| end - begin);
        println!("{:.1} million turns a second", f64::from(replayed) / seconds / 1e6);
    }
}

/// Returns the processor time of this program, if the system reports it: wall time means little on
/// a busy machine.
fn busy_seconds() -> Option<f64> {
    let schedule = fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = schedule.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// Returns how many turns were legal.
#[inline(never)]
fn replay_all(games: &[Played]) -> u32 {
    games.iter().map(|(game, start, turns)| replay(game, start, turns)).sum()
}

fn replay(game: &Game<'_>, start: &Position, turns: &[Turn]) -> u32 {
    let mut position = *start;
    for turn in turns {
        if position.play(game, turn).is_err() {
            break;
        }
    }
    position.turns()
}

/// Returns a random number below `bound`.
fn below(dice: &mut u64, bound: usize) -> usize {
    *dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    usize::try_from(*dice >> 33).unwrap_or_default() % bound
}

fn shuffled<T>(dice: &mut u64, all: impl Iterator<Item = T>) -> Vec<T> {
    let mut list: Vec<T> = all.collect();
    for last in (1..list.len()).rev() {
        list.swap(last, below(dice, last + 1));
    }
    list
}

/// Plays a game at random, buying whenever that is possible.
fn play(dice: &mut u64) -> Option<Played> {
    let seats = [2, 3, 4][below(dice, 3)];
    let game = Game::published(Rules::default(), seats);
    let cards = Row::ALL.map(|level| shuffled(dice, game.components.of_row(level).iter()));
    let nobles = shuffled(dice, game.noble_pool().iter());
    let part = |at: usize, market: bool| -> &[CardId] {
        let (shown, rest) = cards[at].split_at(cards[at].len().min(4));
        if market { shown } else { rest }
    };
    let setup = Setup {
        seats,
        nobles: &nobles[..=usize::from(seats)],
        market: [0, 1, 2, 3, 4, 5].map(|at| part(at, true)),
        decks: [0, 1, 2, 3, 4, 5].map(|at| Some(part(at, false))),
        ..Setup::default()
    };
    let start = Position::deal(&game, &setup).ok()?;
    let (mut position, mut turns) = (start, Vec::new());
    while turns.len() < 300 {
        let legal = position.legal_turns(&game);
        let buys = |turn: &&Turn| matches!(turn.action, Action::Purchase { .. });
        let bought: Vec<&Turn> = legal.iter().filter(buys).collect();
        let turn = match (bought.len(), legal.len()) {
            (0, 0) => break,
            (0, all) => legal[below(dice, all)],
            (some, _) => *bought[below(dice, some)],
        };
        position.play(&game, &turn).ok()?;
        turns.push(turn);
    }
    Some((game, start, turns))
}
