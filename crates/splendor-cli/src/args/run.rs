//! The extent of a run over many logs, and its output.

use std::path::PathBuf;

use clap::Args;

use super::ThreadArgs;

/// The extent of a run, and its output.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Stop after the first log or file that fails.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after this many seconds; the exit status is then at least 2.
    ///
    /// The reports on the logs so far are complete, and the rest is not judged. A search that has
    /// begun is not interrupted, so the run may take a few seconds longer.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) time_limit: Option<u64>,
    /// Write a summary instead of reports: counts by verdict, clause, client and file.
    #[arg(long)]
    pub(crate) summary: bool,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Keep a journal in this file, and resume the run that left one there.
    ///
    /// A run that was stopped or killed and then resumed writes the same output as an uninterrupted
    /// run. The journal is removed at the end of the run.
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) resume: Option<PathBuf>,
}
