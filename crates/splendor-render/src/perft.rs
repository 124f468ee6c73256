//! Formats the counts of legal continuations: a row for each depth, or a count for each first turn.

use std::fmt::Write;

use serde_json::{Map, Value};
use splendor_core::{Game, Perft, Position, Turn};
use splendor_schema::{self as schema, Log};

use splendor_schema::json::layout::lines_of;
use splendor_verify::history::certain_table_before;
use splendor_verify::words::{count_with_noun, turn_in_words};
use splendor_verify::{JudgeOptions, position_from_log, turn_to_log};

/// What to count, and the output format.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// The number of turns of each line.
    pub depth: u8,
    /// Whether to count each first turn instead of each depth.
    pub divide: bool,
    /// Whether to write JSON.
    pub json: bool,
}

/// The column names, in tables and in JSON.
pub const PERFT_COLUMNS: [&str; 9] =
    ["lines", "takes", "reserves", "purchases", "passes", "returns", "gems", "nobles", "posts"];

/// Returns the counts in the order of the columns.
pub fn perft_cells(count: &Perft) -> [u64; 9] {
    let Perft { lines, takes, reserves, purchases, passes, returns, gems, nobles, posts } = *count;
    [lines, takes, reserves, purchases, passes, returns, gems, nobles, posts]
}

/// Counts from a position of a log: before `turn`, from 0. Calls `on_progress` with the number of
/// finished first turns and the number of all first turns.
///
/// # Errors
///
/// Returns a message if the log cannot be followed that far or hides cards that the count needs.
pub fn perft_of_log(
    log: &Log,
    turn: usize,
    options: PerftOptions,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<String, String> {
    let (game, position) = certain_table_before(log, &JudgeOptions::default(), turn)?;
    let game = game.as_game();
    perft(&game, &position, options, on_progress)
}

/// Counts from a position. Calls `on_progress` with the number of finished first turns and the
/// number of all first turns.
///
/// # Errors
///
/// Returns a message if the position is invalid or hides cards that the count needs.
pub fn perft_of_position(
    logged: &schema::Position,
    options: PerftOptions,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<String, String> {
    let (game, position) = position_from_log(logged)?;
    perft(&game, &position, options, on_progress)
}

fn perft(
    game: &Game<'_>,
    position: &Position,
    options: PerftOptions,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Result<String, String> {
    if !position.is_determined() {
        let where_logged = "a log lists its decks in `setup.decks`, a position in `decks`";
        return Err(format!(
            "a card is unknown, so the count would depend on chance; {where_logged}"
        ));
    }
    if position.perft(game, 0).is_none() {
        return Err("under the ruling return=up-to there are too many turns to list".to_owned());
    }
    if options.divide {
        let counts = divided(game, position, options.depth, on_progress);
        return Ok(if options.json {
            turns_json(game, &counts)
        } else {
            turns_text(game, &counts)
        });
    }
    let count =
        |depth| (depth, divided(game, position, depth, on_progress).iter().map(|one| one.1).sum());
    let rows: Vec<(u8, Perft)> = (1..=options.depth).map(count).collect();
    Ok(if options.json { rows_json(&rows) } else { rows_text(&rows) })
}

/// Counts the lines that begin with each legal turn.
fn divided(
    game: &Game<'_>,
    position: &Position,
    depth: u8,
    on_progress: &mut dyn FnMut(usize, usize),
) -> Vec<(Turn, Perft)> {
    let turns = position.distinct_turns(game);
    let all = turns.len();
    let mut counts = Vec::new();
    for turn in turns {
        let count = if depth == 1 {
            Perft::of_turn(&turn)
        } else {
            let mut after = *position;
            after.play(game, &turn).expect("the list and the checks agree");
            after.perft(game, depth - 1).expect("a turn takes no card out of sight")
        };
        counts.push((turn, count));
        on_progress(counts.len(), all);
    }
    counts
}

fn rows_text(rows: &[(u8, Perft)]) -> String {
    let heads = ["depth"].into_iter().chain(PERFT_COLUMNS).map(str::to_owned).collect();
    let cells = |(depth, count): &(u8, Perft)| {
        let counts = perft_cells(count).into_iter();
        [u64::from(*depth)].into_iter().chain(counts).map(|cell| cell.to_string()).collect()
    };
    let table: Vec<Vec<String>> = [heads].into_iter().chain(rows.iter().map(cells)).collect();
    let width = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=PERFT_COLUMNS.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ") + "\n"
    };
    table.iter().map(line).collect()
}

fn rows_json(rows: &[(u8, Perft)]) -> String {
    let row = |(depth, count): &(u8, Perft)| {
        Value::Object(
            [("depth".to_owned(), Value::from(*depth))].into_iter().chain(cells(count)).collect(),
        )
    };
    lines_of(rows.iter().map(row))
}

fn cells(count: &Perft) -> Map<String, Value> {
    let counts = perft_cells(count).map(Value::from);
    PERFT_COLUMNS.iter().map(|&name| name.to_owned()).zip(counts).collect()
}

fn turns_text(game: &Game<'_>, counts: &[(Turn, Perft)]) -> String {
    let sum: Perft = counts.iter().map(|(_, count)| *count).sum();
    let width = sum.lines.to_string().len();
    let mut text = String::new();
    for (turn, count) in counts {
        let _infallible = writeln!(text, "{:>width$}  {}", count.lines, turn_in_words(game, turn));
    }
    let first = count_with_noun(counts.len(), "first turn", "first turns");
    text + &format!("{:>width$}  in all, after {first}\n", sum.lines)
}

fn turns_json(game: &Game<'_>, counts: &[(Turn, Perft)]) -> String {
    let row = |(turn, count): &(Turn, Perft)| {
        let turn = serde_json::to_value(turn_to_log(game, turn)).unwrap_or_default();
        Value::Object([("turn".to_owned(), turn)].into_iter().chain(cells(count)).collect())
    };
    lines_of(counts.iter().map(row))
}
