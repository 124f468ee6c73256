//! `splendor explain`: a clause, a family, a ruling, a component, or the questions and rules that are
//! closest to any other words.

use std::io::Write;

use clap::Args;

use crate::args::values;
use crate::error::{CliError, ExitStatus};

/// What is explained: an id, or the words of a question.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The id of a clause, a family, a ruling or a component, another id of a report, or any words.
    #[arg(value_parser = values::ID, hide_possible_values = true, required = true)]
    pub(crate) words: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  splendor explain take.pair-needs-four         a clause
  splendor explain take                         a family of clauses
  splendor explain setup                        the setup, with all counts
  splendor explain pass                         a ruling
  splendor explain a0d3s                        a card, by the id that logs use
  splendor explain joker                        a word that players use
  splendor explain can I refuse a noble         a question";

/// Writes the explanation of an id; searches the words if they are not an id.
pub(crate) fn run(explain: &Explain, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let words = explain.words.join(" ");
    let text = splendor_render::explain_words(&words).map_err(|error| {
        CliError::usage(error).help(
            "`splendor list clauses` lists the clauses, `list rulings` the rulings; or use the \
                 words of the game, as in `splendor explain pair of four`",
        )
    })?;
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
