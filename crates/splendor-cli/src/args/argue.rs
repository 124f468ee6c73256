//! What the commands that argue a case are asked for.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use splendor_verify::Lens;

use super::Judged;
use super::known::LENS;

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
could not be judged, 3 for wrong usage or nothing to judge.";

/// Which log is diagnosed.
#[derive(Debug, Args)]
#[command(after_help = DIAGNOSE_EXAMPLES)]
pub(crate) struct Diagnose {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// How to answer: in words, or as JSON by schema/splendor-diagnosis-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
    /// Write the log with an edit to this file: that of the first cause that is proven, or of the
    /// one that --fix names.
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// The number of the cause whose edit is written.
    #[arg(long, value_name = "N", requires = "write")]
    pub(crate) fix: Option<usize>,
    /// Write over a file that is there already; never over the log itself.
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
}

const DIAGNOSE_EXAMPLES: &str = "\
Examples:
  splendor diagnose game.json
  splendor diagnose game.json --write fixed.json           the first proven edit
  splendor diagnose game.json --fix 3 --write other.json   another one

Exit status: 0 if there is nothing to diagnose (then --write writes nothing), or
an edit is proven, 1 if none is, 2 if the log cannot be read, 3 for wrong usage
or nothing to judge.";

/// Which rules are compared, and on which logs.
#[derive(Debug, Args)]
#[command(after_help = IMPACT_EXAMPLES)]
pub(crate) struct Impact {
    /// The rules that are compared from: `log` for those that each log declares, or an edition, a
    /// client and rulings laid over them, with commas between.
    #[arg(long, value_name = "RULES", value_parser = LENS, default_value = "log")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: Lens,
    /// The rules that are compared to.
    #[arg(long, value_name = "RULES", value_parser = LENS, hide_possible_values = true)]
    pub(crate) to: Lens,
    /// Logs or folders of logs; `-` is standard input.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// How to answer: in words, or as JSON Lines by schema/splendor-impact-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
    /// Judge on so many threads; by default as many as there are processors.
    ///
    /// The output is the same whatever the number.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

const IMPACT_EXAMPLES: &str = "\
Examples:
  splendor impact --to pass=always games/
  splendor impact --from 2014 --to 2024 games.jsonl
  splendor impact --from fewer=never --to 2024,fewer=to-ten,tie=last-seat games/
  splendor impact --to seal256 games/            the rulings of a known client

Exit status: 0 if no verdict is another, 1 if one is, also one that only one set
of rules allows, 2 if some log could be judged under neither, 3 for wrong usage
or nothing to judge.";
