//! What the commands that write logs are asked for.

use std::path::PathBuf;

use clap::Args;
use splendor_verify::Policy;

use super::known::{FORMAT, POLICY, RULING};
use super::{Foreign, Judged, from_one};

/// What is converted.
#[derive(Debug, Args)]
#[command(after_help = CONVERT_EXAMPLES)]
pub(crate) struct Convert {
    /// The file of another client; `-` is standard input.
    pub(crate) input: PathBuf,
    /// The format of the file, or auto: told by its content.
    #[arg(long, value_name = "FORMAT", value_parser = FORMAT, default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub(crate) from: String,
    /// Write this format instead of a log: kifu, also of a file that is a log already.
    #[arg(long, value_name = "FORMAT", value_parser = ["kifu"])]
    pub(crate) to: Option<String>,
    /// Where the log is written; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write what became of every field to this file, as JSON, and not to standard error.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// How files of other clients are read.
    #[command(flatten)]
    pub(crate) foreign: Foreign,
}

const CONVERT_EXAMPLES: &str = "\
Examples:
  splendor convert game.kifu -o game.json
  splendor convert --from effective-splendor --setup-beside match-1.replay.json
  splendor verify --from auto game.kifu

Several games become JSON Lines: one log a line. What the file does not tell is
left out; what is not known in it is an error with its line.

Exit status: 0 if every game was converted, 2 if one was not, 3 for wrong usage
or an empty file.";

/// Which log is made a page of.
#[derive(Debug, Args)]
#[command(after_help = VIEW_EXAMPLES)]
pub(crate) struct View {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// Where the page is written; by default to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const VIEW_EXAMPLES: &str = "\
Examples:
  splendor view game.json -o game.html            then open game.html
  splendor view --game 7 games.jsonl -o seven.html

The page needs no network and no other file. An address that ends with #turn-12
opens it at the turn 12.";

const WITNESS_EXAMPLES: &str = "\
Examples:
  splendor witness open.json > whole.json       the log with all filled in
  splendor witness --line --game 2 games.jsonl";

const GENERATE_EXAMPLES: &str = "\
Examples:
  splendor generate --seed 7 --pretty > seven.json
  splendor generate --games 100 --seats 4 > many.jsonl
  splendor generate --module cities --module trading-posts --policy greedy";

const REDACT_EXAMPLES: &str = "\
Examples:
  splendor redact --seat 0 game.json            what seat 0 may know
  splendor redact --spectator games.jsonl -o public.jsonl";

const ANONYMIZE_EXAMPLES: &str = "\
Examples:
  splendor anonymize game.json
  splendor anonymize games.jsonl.gz -o nobody.jsonl";

/// A log that leaves something out.
#[derive(Debug, Args)]
#[command(after_help = WITNESS_EXAMPLES)]
pub(crate) struct Witness {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    /// Judge by this ruling, whatever the log says, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = RULING)]
    #[arg(hide_possible_values = true)]
    pub(crate) rulings: Vec<(String, String)>,
    /// Write the log in one line.
    #[arg(long)]
    pub(crate) line: bool,
}

/// Which games are made.
#[derive(Debug, Args)]
#[command(after_help = GENERATE_EXAMPLES)]
pub(crate) struct Generate {
    /// The seed of the first game; the next one has the next seed.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games.
    #[arg(long, default_value_t = 1, value_parser = from_one)]
    pub(crate) games: u64,
    /// How many seats play.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    pub(crate) seats: u8,
    /// The edition: 2014 or 2024.
    #[arg(long, default_value = "2024", value_parser = ["2014", "2024"])]
    #[arg(hide_possible_values = true)]
    pub(crate) edition: String,
    /// Play with this module: cities or trading-posts.
    #[arg(long = "module", value_name = "MODULE", hide_possible_values = true)]
    #[arg(value_parser = ["cities", "trading-posts"])]
    pub(crate) modules: Vec<String>,
    /// Mix in the noble of this box: silk-road or sun-never-sets.
    #[arg(long = "box", value_name = "BOX", hide_possible_values = true)]
    #[arg(value_parser = ["silk-road", "sun-never-sets"])]
    pub(crate) boxes: Vec<String>,
    /// Play by this ruling, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = RULING)]
    #[arg(hide_possible_values = true)]
    pub(crate) rulings: Vec<(String, String)>,
    /// How turns are chosen: uniform, greedy, hoarder, nobles or rich.
    #[arg(long, default_value = "rich", value_parser = POLICY, hide_possible_values = true)]
    pub(crate) policy: Policy,
    /// Stop a game after so many turns.
    #[arg(long, default_value_t = 400)]
    pub(crate) turns: usize,
    /// Leave out the order of the decks.
    #[arg(long)]
    pub(crate) no_decks: bool,
    /// Write after each turn what the seat and the supply hold.
    #[arg(long)]
    pub(crate) after: bool,
    /// Write one game as a document of many lines.
    #[arg(long)]
    pub(crate) pretty: bool,
}

/// Who looks at which logs.
#[derive(Debug, Args)]
#[command(after_help = REDACT_EXAMPLES)]
pub(crate) struct Redact {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) viewer: Viewer,
}

/// Which logs lose their names.
#[derive(Debug, Args)]
#[command(after_help = ANONYMIZE_EXAMPLES)]
pub(crate) struct Anonymize {
    #[command(flatten)]
    pub(crate) files: Files,
}

/// What is read and what is written.
#[derive(Debug, Args)]
pub(crate) struct Files {
    /// The log, or a file of JSON Lines, plain or packed; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The file that is written, never packed. By default standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Who looks.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Viewer {
    /// Leave out what this seat may not know; the first seat is 0.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Leave out what somebody without a seat may not know.
    #[arg(long)]
    spectator: bool,
}

impl Viewer {
    pub(crate) fn told(&self) -> splendor_verify::Viewer {
        self.seat.map_or(splendor_verify::Viewer::Spectator, splendor_verify::Viewer::Seat)
    }
}

impl Generate {
    /// Returns the rules that the games are played by.
    fn rules(&self) -> Result<splendor_core::Rules, String> {
        let told = splendor_schema::Rules {
            edition: self.edition.clone().into(),
            modules: self.modules.iter().map(|name| name.as_str().into()).collect(),
            boxes: self.boxes.iter().map(|name| name.as_str().into()).collect(),
            ..Default::default()
        };
        splendor_verify::rules(&told, &self.rulings).map_err(|unknown| unknown.to_string())
    }

    /// Returns how the game of this seed is made.
    pub(crate) fn options(&self, seed: u64) -> Result<splendor_verify::GenerateOptions, String> {
        Ok(splendor_verify::GenerateOptions {
            seed,
            seats: self.seats,
            rules: self.rules()?,
            policy: self.policy,
            max_turns: self.turns,
            decks: !self.no_decks,
            after: self.after,
            digest: false,
        })
    }
}
