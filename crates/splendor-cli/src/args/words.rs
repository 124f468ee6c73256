//! How an answer is written.

use clap::ValueEnum;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Words {
    /// In words.
    Text,
    /// As JSON, by the schema of its name.
    Json,
}
