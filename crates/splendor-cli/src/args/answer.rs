//! The format of an answer.

use clap::ValueEnum;

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnswerFormat {
    /// In words.
    Text,
    /// As JSON, as its schema describes.
    Json,
}
