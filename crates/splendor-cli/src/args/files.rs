//! What is read and what is written.

use std::path::PathBuf;

use clap::Args;

/// What is read and what is written.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The file that is written, never packed. By default standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
