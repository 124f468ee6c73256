//! A turn of a log, or a position.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_schema::{Log, LogOrPosition};

use super::values::from_one;
use super::{AnswerArgs, RuleArgs};
use crate::error::{CliError, eprint_line};
use crate::files;

/// Arguments that name a turn of a log, or a position.
#[derive(Debug, Args)]
pub(crate) struct TurnArgs {
    /// The log, or a position as `splendor show --format json` writes it; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The number of a turn, from 1: show the table before it. By default after the last turn.
    #[arg(long, value_name = "N", value_parser = from_one::<usize>())]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

/// The table that the arguments name.
pub(crate) enum NamedTable {
    /// The table before a turn of a log, from 0.
    Turn(Box<Log>, usize),
    /// The table of a position.
    Position(Box<splendor_schema::Position>),
}

/// Reads the log and the turn, or the position, that the arguments name.
pub(crate) fn named_table(args: &TurnArgs) -> Result<NamedTable, CliError> {
    match files::log_or_position(&args.log, args.game)? {
        LogOrPosition::Log(log) => {
            let turn = turn_of(&log, args.turn)?;
            Ok(NamedTable::Turn(log, turn))
        }
        LogOrPosition::Position(_) if args.turn.is_some() => Err(position_has_no_turns()),
        LogOrPosition::Position(position) => Ok(NamedTable::Position(position)),
    }
}

/// Returns the error about a turn of a position.
pub(crate) fn position_has_no_turns() -> CliError {
    CliError::usage("a position has no turns").help("leave out --turn, or name a log")
}

/// Returns the index of a turn, from 0. By default it is the one after the last turn.
pub(crate) fn turn_of(log: &Log, turn: Option<usize>) -> Result<usize, CliError> {
    let at = splendor_verify::history::turn_index(log, turn);
    at.map_err(|message| no_such_turn(message, log.turns.len()))
}

/// Returns the error about a place that a log with so many turns does not have.
pub(crate) fn no_such_turn(message: String, turns: usize) -> CliError {
    let last = turns + 1;
    let step = format!("name a turn from 1 to {last}, where {last} is after the last one");
    CliError::usage(message).help(step)
}

/// Writes the text and then its notes. JSON has no place for notes, so they go to standard error.
pub(crate) fn write_shown(
    args: &TurnArgs,
    shown: &splendor_render::TextWithNotes,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    out.write_all(shown.text.as_bytes())?;
    if args.answer.is_json() {
        shown.notes.lines().for_each(eprint_line);
    } else {
        out.write_all(shown.notes.as_bytes())?;
    }
    Ok(())
}

impl NamedTable {
    /// Returns the error about a log that cannot be replayed up to the turn, or about an
    /// impossible position.
    pub(crate) fn failure(&self, path: &Path, error: String) -> CliError {
        match self {
            Self::Turn(..) => cannot_follow(path, error),
            Self::Position(_) => impossible_position(path, &error),
        }
    }
}

/// Returns the error about a log that cannot be replayed up to a turn.
pub(crate) fn cannot_follow(path: &Path, error: String) -> CliError {
    let path = files::shown(path).typed();
    CliError::not_judged(error)
        .help(format!("`splendor verify {path}` shows where the log goes wrong"))
}

/// Returns the error about a position that cannot be on a table.
pub(crate) fn impossible_position(path: &Path, error: &str) -> CliError {
    CliError::not_judged(format!("{}: {error}", files::name_of(path)))
        .help("correct the position: each component is in one place, and counts agree")
}
