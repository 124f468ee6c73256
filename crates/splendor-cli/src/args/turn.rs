//! A turn of a log.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::Log;

use super::RuleArgs;
use super::values::from_one;
use crate::error::{CliError, eprint_line};
use crate::files;

/// Arguments that name a turn of a log.
#[derive(Debug, Args)]
pub(crate) struct TurnArgs {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The number of a turn, from 1: show the table before it. By default after the last turn.
    #[arg(long, value_parser = from_one::<usize>())]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the log and the turn that the arguments name.
pub(crate) fn at_turn(args: &TurnArgs) -> Result<(Log, usize), CliError> {
    let log = files::log(&args.log, args.game)?;
    let turn = turn_of(&log, args.turn)?;
    Ok((log, turn))
}

/// Returns the index of a turn, from 0. By default it is the one after the last turn.
pub(crate) fn turn_of(log: &Log, turn: Option<usize>) -> Result<usize, CliError> {
    splendor_verify::history::turn_index(log, turn).map_err(|message| {
        let last = log.turns.len() + 1;
        let step = format!("name a turn from 1 to {last}, where {last} is after the last one");
        CliError::usage(message).help(step)
    })
}

/// Writes the text and then its notes. JSON has no place for notes, so they go to standard error.
pub(crate) fn write_shown(
    args: &TurnArgs,
    shown: &splendor_render::TextWithNotes,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    out.write_all(shown.text.as_bytes())?;
    if args.json {
        shown.notes.lines().for_each(eprint_line);
    } else {
        out.write_all(shown.notes.as_bytes())?;
    }
    Ok(())
}

/// Returns the error about a log that cannot be replayed up to the turn.
pub(crate) fn cannot_follow(args: &TurnArgs, error: String) -> CliError {
    let path = files::shown(&args.log).typed();
    CliError::not_judged(error)
        .help(format!("`splendor verify {path}` shows where the log goes wrong"))
}
