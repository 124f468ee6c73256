//! From the inputs of a command line to what is written, log by log.

pub(crate) mod foreign;
pub(crate) mod input;
pub(crate) mod item;
pub(crate) mod journal;
pub(crate) mod judge;
pub(crate) mod output;
pub(crate) mod pool;
pub(crate) mod progress;
pub(crate) mod report_writer;
pub(crate) mod rewrite;
pub(crate) mod sanitize;
pub(crate) mod signals;

/// What to do about logs that could not be judged, and of which no report is shown.
pub(crate) const UNJUDGED: &str =
    "help: `splendor verify` shows each log that could not be judged, and what was needed";
