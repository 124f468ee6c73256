//! `splendor lsp`: serves an editor over standard input and output.

use std::io::{self, BufReader};

use clap::Args;
use splendor_lsp::Settings;

use crate::args::RuleArgs;
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor lsp`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Lsp {
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Link clauses to the book at this address.
    #[arg(long, value_name = "URL")]
    pub(crate) book: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  splendor lsp                                  what an editor starts
  splendor lsp --published                      under the published rules only
  splendor lsp --book file:///games/docs/book   with links into the built book

Exit status: 0 after `shutdown`, or if the editor never began; 1 if it leaves
without `shutdown`, 3 for wrong usage or input that is not framed as the
protocol requires.";

/// Serves the editor until it leaves.
pub(crate) fn run(args: &Lsp) -> Result<ExitStatus, CliError> {
    let settings = Settings { options: args.rules.options()?, book: args.book.clone() };
    let input = BufReader::new(io::stdin());
    // Not through the filter of the other commands: the client reads JSON, not a terminal.
    let ended = splendor_lsp::serve(input, &mut io::stdout().lock(), &settings);
    let asked = ended.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => {
            let step = "an editor starts this command; `docs/src/editors.md` has the settings";
            CliError::usage(error.to_string()).help(step)
        }
        _ => error.into(),
    })?;
    Ok(ExitStatus::illegal_if(!asked))
}
