//! `splendor legal`: what was legal at a turn of a log.

use std::io::Write;

use crate::args::{At, at_turn, not_followed, tell_shown};
use crate::error::{CliError, ExitStatus};
use crate::files::Log;

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor legal game.json --turn 3             what was legal in turn 3
  splendor legal --client seal256 game.json     by the rulings of a client
  splendor legal --json game.json";

/// Lists the turns.
pub(crate) fn run(at: &At, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let (Log { log, .. }, turn) = at_turn(at)?;
    let shown = splendor_render::legal_at(&log, &at.by.rulings(), turn, at.json);
    tell_shown(at, &shown.map_err(|said| not_followed(at, said))?, out)?;
    Ok(ExitStatus::Success)
}
