//! `splendor show`: the table at a turn of a log.

use std::io::Write;

use crate::args::{TurnArgs, at_turn, cannot_follow, write_shown};
use crate::error::{CliError, ExitStatus};

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor show game.json                       the table at the end
  splendor show game.json --turn 3              the table before turn 3
  splendor show --game 2 --json games.jsonl";

/// Shows the table.
pub(crate) fn run(
    args: &TurnArgs,
    color: bool,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let (log, turn) = at_turn(args)?;
    let shown = splendor_render::table_at(&log, &args.rules.options()?, turn, args.json, color);
    write_shown(args, &shown.map_err(|error| cannot_follow(args, error))?, out)?;
    Ok(ExitStatus::Success)
}
