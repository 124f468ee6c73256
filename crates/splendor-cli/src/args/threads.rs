//! On how many threads logs are judged.

use std::num::NonZero;
use std::thread;

use clap::Args;

/// On how many threads logs are judged.
#[derive(Debug, Args)]
pub(crate) struct Threads {
    /// Judge on so many threads; by default as many as there are processors.
    ///
    /// The output is the same whatever the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        let there = || thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(there, usize::from)
    }
}
