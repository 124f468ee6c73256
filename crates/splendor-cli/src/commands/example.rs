//! `splendor example`: a small legal log.

use std::io::Write;

use crate::Failure;

pub(crate) const EXAMPLES: &str = "\
Examples:
  splendor example > game.json
  splendor example | splendor verify -";

/// Writes the log.
pub(crate) fn run(out: &mut dyn Write) -> Result<u8, Failure> {
    out.write_all(splendor_verify::EXAMPLE.as_bytes())?;
    Ok(0)
}
