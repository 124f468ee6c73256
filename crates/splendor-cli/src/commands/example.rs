//! `splendor example`: a small legal log.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::error::{CliError, ExitStatus};
use crate::files;

/// Arguments of `splendor example`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Example {
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  splendor example -o game.json
  splendor example | splendor verify -";

/// Writes the log.
pub(crate) fn run(args: &Example, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_not_folder(args.output.as_ref())?;
    match &args.output {
        Some(path) => files::write(path, splendor_schema::EXAMPLE)?,
        None => out.write_all(splendor_schema::EXAMPLE.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}
