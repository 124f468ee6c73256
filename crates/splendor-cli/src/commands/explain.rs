//! `splendor explain`: a clause, a family or a ruling.

use std::io::Write;

use clap::Args;

use crate::args::values;
use crate::error::{CliError, ExitStatus};

/// Which clause is explained.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explain {
    /// The id of a clause, a family or a ruling, or another id of a report.
    #[arg(value_parser = values::ID, hide_possible_values = true)]
    pub(crate) id: String,
}

const EXAMPLES: &str = "\
Examples:
  splendor explain take.pair-needs-four         a clause
  splendor explain take                         a family of clauses
  splendor explain pass                         a ruling";

/// Writes the explanation.
pub(crate) fn run(explain: &Explain, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let text = splendor_render::explain(&explain.id).map_err(|error| {
        CliError::usage(error)
            .help("`splendor rules` lists the clauses, `rules --rulings` the rulings")
    })?;
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
