//! The input and the output of the commands that rewrite logs.

use std::path::PathBuf;

use clap::Args;

/// The input and the output of a command that rewrites logs.
#[derive(Debug, Args)]
pub(crate) struct RewriteArgs {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// Write to this file, never compressed. By default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
