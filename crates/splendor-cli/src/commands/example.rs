//! `splendor example`: a small legal log.

use std::io::Write;

use crate::error::{CliError, ExitStatus};

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor example > game.json
  splendor example | splendor verify -";

/// Writes the log.
pub(crate) fn run(out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    out.write_all(splendor_schema::EXAMPLE.as_bytes())?;
    Ok(ExitStatus::Success)
}
