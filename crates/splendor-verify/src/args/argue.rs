//! What the commands that argue a case are asked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Judged;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Words {
    /// In words.
    Text,
    /// As JSON, by the schema of its name.
    Json,
}

/// Which turn is asked about.
#[derive(Debug, Args)]
#[command(after_help = WHY_EXAMPLES)]
pub(crate) struct Why {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn as JSON, as a log tells it; `-` reads it from standard input. By default the one
    /// that the log has in that place.
    #[arg(value_name = "TURN")]
    pub(crate) told: Option<String>,
    /// The turn in whose place it would stand, from 1. By default the one after the last.
    #[arg(long, value_name = "N")]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// How to answer: in words, or as JSON by schema/splendor-why-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
}

const WHY_EXAMPLES: &str = "\
Examples:
  splendor why game.json --turn 5 '{\"take\":[\"ruby\",\"ruby\"]}'
  splendor why game.json --turn 5                the turn that the log has there
  splendor why --ruling pass=always game.json '{\"pass\":true}'

Exit status: 0 if the turn is legal (or consistent), 1 if it is illegal, 2 if it
could not be judged, 3 for wrong usage.";
