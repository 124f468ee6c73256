//! `splendor generate`: random legal games.

use std::io::Write;

use clap::Args;
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::json::layout;
use splendor_verify::rulings::resolve_rules;

use crate::args::values::{POLICY, RULING, from_one, number};
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor generate`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Generate {
    /// The seed of the first game; each later game has the next seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) seed: u64,
    /// The number of games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) games: u64,
    /// The number of seats.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u8>(2..=4))]
    pub(crate) seats: u8,
    /// The edition: 2014 or 2024.
    #[arg(long, default_value = "2024", value_parser = ["2014", "2024"])]
    #[arg(hide_possible_values = true)]
    pub(crate) edition: String,
    /// Play with this module: cities, trading-posts, orient or strongholds.
    #[arg(long = "module", value_name = "MODULE", hide_possible_values = true)]
    #[arg(value_parser = ["cities", "trading-posts", "orient", "strongholds"])]
    pub(crate) modules: Vec<String>,
    /// Mix in the noble of this box: silk-road or sun-never-sets.
    #[arg(long = "box", value_name = "BOX", hide_possible_values = true)]
    #[arg(value_parser = ["silk-road", "sun-never-sets"])]
    pub(crate) boxes: Vec<String>,
    /// Play by this ruling, like `pass=always`.
    #[arg(long = "ruling", value_name = "NAME=VALUE", value_parser = RULING)]
    #[arg(hide_possible_values = true)]
    pub(crate) rulings: Vec<(String, String)>,
    /// The policy that chooses turns: uniform, greedy, hoarder, nobles or rich.
    #[arg(long, default_value = "rich", value_parser = POLICY, hide_possible_values = true)]
    pub(crate) policy: Policy,
    /// Stop a game after N turns.
    #[arg(long, value_name = "N", default_value_t = 400)]
    #[arg(value_parser = number::<usize>(0..=u64::MAX))]
    pub(crate) max_turns: usize,
    /// Omit the order of the decks.
    #[arg(long)]
    pub(crate) no_decks: bool,
    /// Record the holdings of the seat and the supply after each turn.
    #[arg(long)]
    pub(crate) after: bool,
    /// Write one game as an indented document.
    #[arg(long)]
    pub(crate) pretty: bool,
}

const EXAMPLES: &str = "\
Examples:
  splendor generate --seed 7 --pretty > seven.json
  splendor generate --games 100 --seats 4 > many.jsonl
  splendor generate --module cities --module trading-posts --policy greedy";

/// Writes the games.
pub(crate) fn run(args: &Generate, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    if args.pretty && args.games != 1 {
        let message = "--pretty writes one game; several games are JSON Lines".to_owned();
        return Err(CliError::usage(message).help("leave out --pretty, or --games"));
    }
    for game in 0..args.games {
        let options = args.options(args.seed.wrapping_add(game));
        let options = options.map_err(|error| {
            CliError::usage(error).help("`splendor generate --help` lists the options")
        })?;
        let log = generate(&options);
        let text = if args.pretty { layout::pretty_log(&log) } else { layout::json_line(&log) };
        out.write_all(text.as_bytes())?;
    }
    Ok(ExitStatus::Success)
}

impl Generate {
    /// Returns the rules that the games are played by.
    fn rules(&self) -> Result<splendor_core::Rules, String> {
        let rules = splendor_schema::Rules {
            edition: self.edition.clone().into(),
            modules: self.modules.iter().map(|name| name.as_str().into()).collect(),
            boxes: self.boxes.iter().map(|name| name.as_str().into()).collect(),
            ..Default::default()
        };
        resolve_rules(&rules, &self.rulings).map_err(|unknown| unknown.to_string())
    }

    /// Returns the options for the game of this seed.
    fn options(&self, seed: u64) -> Result<GenerateOptions, String> {
        Ok(GenerateOptions {
            seed,
            seats: self.seats,
            rules: self.rules()?,
            policy: self.policy,
            max_turns: self.max_turns,
            decks: !self.no_decks,
            after: self.after,
            digest: false,
        })
    }
}
