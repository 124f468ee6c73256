//! `splendor legal`: the legal turns at a turn of a log.

use std::io::Write;

use crate::args::{TurnArgs, at_turn, cannot_follow, write_shown};
use crate::error::{CliError, ExitStatus};

/// The help of `--turn`, which `splendor show` explains in other words.
pub(crate) const TURN: &str = "The number of a turn, from 1: list the turns that were legal in its \
                               place. By default after the last turn";

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor legal game.json --turn 3             what was legal in turn 3
  splendor legal --client seal256 game.json     by the rulings of a client
  splendor legal --json game.json";

/// Lists the turns.
pub(crate) fn run(args: &TurnArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let (log, turn) = at_turn(args)?;
    let shown = splendor_render::legal_at(&log, &args.rules.options()?, turn, args.json);
    write_shown(args, &shown.map_err(|error| cannot_follow(args, error))?, out)?;
    Ok(ExitStatus::Success)
}
