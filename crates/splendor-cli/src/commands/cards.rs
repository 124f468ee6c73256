//! `splendor cards`: the components.

use std::io::Write;

use clap::Args;

use crate::args::AnswerArgs;
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor cards`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Cards {
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor cards
  splendor cards --format json > cards.json";

/// Lists the components.
pub(crate) fn run(cards: &Cards, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let text = if cards.answer.is_json() {
        splendor_render::cards_json()
    } else {
        splendor_render::cards_text()
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
