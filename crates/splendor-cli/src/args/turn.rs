//! A turn of a log.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::Judged;
use crate::error::{CliError, eprint_line};
use crate::files::{self, Log};

/// A turn of a log.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn, from 1: the table is shown as it is before it. By default the one after the last.
    #[arg(long)]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the game that a command is about, and the turn that it names.
pub(crate) fn at_turn(at: &At) -> Result<(Log, usize), CliError> {
    let log = files::one(&at.log, at.game)?;
    let turn = turn_of(&log.log, at.turn)?;
    Ok((log, turn))
}

/// Returns the turn that is asked for, from 0: by default the one after the last.
pub(crate) fn turn_of(log: &splendor_schema::Log, turn: Option<usize>) -> Result<usize, CliError> {
    let turns = log.turns.len();
    let turn = turn.unwrap_or(turns + 1);
    if turn == 0 || turn > turns + 1 {
        let message = format!("there is no turn {turn}: the log has turns 1 to {turns}");
        let last = turns + 1;
        let step = format!("name a turn from 1 to {last}, where {last} is behind the last one");
        return Err(CliError::usage(message).help(step));
    }
    Ok(turn - 1)
}

/// Writes what is shown, and the notes behind it: beside JSON on standard error.
pub(crate) fn tell_shown(
    at: &At,
    shown: &splendor_render::Shown,
    out: &mut dyn Write,
) -> Result<(), CliError> {
    out.write_all(shown.text.as_bytes())?;
    if at.json {
        shown.notes.lines().for_each(eprint_line);
    } else {
        out.write_all(shown.notes.as_bytes())?;
    }
    Ok(())
}

/// What keeps a command from following a log.
pub(crate) fn not_followed(at: &At, said: String) -> CliError {
    let path = files::shown(&at.log).typed();
    CliError::not_judged(said)
        .help(format!("`splendor verify {path}` says where the log goes wrong"))
}
