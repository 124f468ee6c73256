//! The number of threads.

use std::num::NonZero;
use std::thread;

use clap::Args;

use super::values::number;

/// The number of threads.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// Judge on N threads; by default as many as there are processors.
    ///
    /// The number does not change the output.
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads.
    pub(crate) fn count(&self) -> usize {
        let there = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(there, usize::from)
    }
}
