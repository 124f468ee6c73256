//! `splendor anonymize`: logs without names.

use std::io::Write;

use clap::Args;

use crate::args::RewriteArgs;
use crate::error::{CliError, ExitStatus};
use crate::run::rewrite::rewrite;

/// Arguments of `splendor anonymize`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Anonymize {
    #[command(flatten)]
    pub(crate) files: RewriteArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor anonymize game.json
  splendor anonymize games.jsonl.gz -o nobody.jsonl";

/// Writes logs without names; returns the exit status.
pub(crate) fn run(args: &Anonymize, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    rewrite(&args.files, &|log| Ok(splendor_verify::redact::anonymize(log)), out)
}
