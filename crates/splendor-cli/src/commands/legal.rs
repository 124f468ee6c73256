//! `splendor legal`: the legal turns at a turn of a log, or at a position.

use std::io::Write;

use crate::args::{NamedTable, TurnArgs, named_table, write_shown};
use crate::error::{CliError, ExitStatus};

/// The help of `--turn`, which `splendor show` explains in other words.
pub(crate) const TURN: &str = "The number of a turn, from 1: list the turns that were legal in its \
                               place. By default after the last turn";

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor legal game.json --turn 3             what was legal in turn 3
  splendor legal --client seal256 game.json     by the rulings of a client
  splendor legal replays/perft/start-2.json     what is legal at a position
  splendor legal --format json game.json";

/// Lists the turns.
pub(crate) fn run(args: &TurnArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let (table, options) = (named_table(args)?, args.rules.options()?);
    let shown = match &table {
        NamedTable::Turn(log, turn) => {
            splendor_render::legal_turns_at(log, &options, *turn, args.answer.is_json())
        }
        NamedTable::Position(file) => {
            splendor_render::legal_turns_of_position(file, &options, args.answer.is_json())
        }
    };
    write_shown(args, &shown.map_err(|error| table.failure(&args.log, error))?, out)?;
    Ok(ExitStatus::Success)
}
