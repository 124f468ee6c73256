//! Runs over many logs: the pipeline from the inputs of a command line to its output.

pub(crate) mod charset;
pub(crate) mod foreign;
pub(crate) mod input;
pub(crate) mod item;
pub(crate) mod journal;
pub(crate) mod judge;
pub(crate) mod log_output;
mod other_document;
pub(crate) mod output;
pub(crate) mod pool;
pub(crate) mod progress;
pub(crate) mod report_output;
pub(crate) mod report_writer;
pub(crate) mod rewrite;
pub(crate) mod sanitize;
pub(crate) mod status;
