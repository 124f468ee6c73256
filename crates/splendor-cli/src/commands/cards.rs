//! `splendor cards`: the components.

use std::io::Write;

use clap::Args;

use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor cards`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cards {
    /// As JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

const EXAMPLES: &str = "\
Examples:
  splendor cards
  splendor cards --json > cards.json";

/// Lists the components.
pub(crate) fn run(cards: &Cards, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let text =
        if cards.json { splendor_render::cards_json() } else { splendor_render::cards_text() };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
