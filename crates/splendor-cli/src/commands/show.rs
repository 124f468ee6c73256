//! `splendor show`: the table at a turn of a log.

use std::io::Write;

use crate::args::{At, at_turn, not_followed, tell_shown};
use crate::error::{CliError, ExitStatus};
use crate::files::Log;

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor show game.json                       the table at the end
  splendor show game.json --turn 3              the table before turn 3
  splendor show --game 2 --json games.jsonl";

/// Writes the table.
pub(crate) fn run(at: &At, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let (Log { log, .. }, turn) = at_turn(at)?;
    let shown = splendor_render::show_turn(&log, &at.by.rulings(), turn, at.json, color);
    tell_shown(at, &shown.map_err(|said| not_followed(at, said))?, out)?;
    Ok(ExitStatus::Success)
}
