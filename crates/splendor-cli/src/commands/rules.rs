//! `splendor rules`: the clauses and the rulings.

use std::io::Write;

use clap::Args;

use crate::args::AnswerArgs;
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor rules`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Rules {
    /// List the rulings instead: decisions on questions that the rulebooks leave open.
    #[arg(long)]
    pub(crate) rulings: bool,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor rules                                every clause
  splendor rules --rulings                      every ruling with its values
  splendor rules --format json > clauses.json";

/// Lists the clauses or the rulings.
pub(crate) fn run(rules: &Rules, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let text = match (rules.rulings, rules.answer.is_json()) {
        (false, false) => splendor_render::clauses_text(),
        (false, true) => splendor_render::clauses_json(),
        (true, false) => splendor_render::rulings_text(),
        (true, true) => splendor_render::rulings_json(),
    };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
