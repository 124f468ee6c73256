//! The format of an answer.

use clap::{Args, ValueEnum};

/// The format in which a command answers.
#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    /// The format of the answer.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    format: AnswerFormat,
}

impl AnswerArgs {
    /// Returns whether the answer is JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.format == AnswerFormat::Json
    }
}

/// The format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AnswerFormat {
    Text,
    Json,
}
