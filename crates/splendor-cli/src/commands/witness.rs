//! `splendor witness`: a log with all that it leaves out.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::Log;
use splendor_verify::witness::NoWitness;

use crate::args::RuleArgs;
use crate::args::values::from_one;
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::run::rewrite::text;

/// A log that leaves something out.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Witness {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor witness open.json > whole.json       the log with every fact
  splendor witness --game 2 games.jsonl";

/// Writes the log that is filled in.
pub(crate) fn run(args: &Witness, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let game = files::game(&args.log, args.game)?;
    let log = Log::read(&game.bytes).map_err(|error| game.failure(&args.log, &error))?;
    let whole = splendor_verify::witness(&log, &args.rules.options()?).map_err(|why| {
        let is_illegal = matches!(why, NoWitness::Illegal | NoWitness::Rules);
        let status = if is_illegal { ExitStatus::Illegal } else { ExitStatus::NotJudged };
        let name = files::shown(&args.log);
        let options = args.rules.typed().map_or_else(String::new, |option| option + " ");
        let path = format!("{options}{}", name.typed());
        let step = match why {
            NoWitness::Illegal => {
                format!("`splendor verify {path}` shows the turn and the clause")
            }
            NoWitness::Rules => format!("`splendor verify {path}` lists the differences"),
            NoWitness::Unsupported => {
                format!("`splendor verify {path}` shows the reason")
            }
            _ => format!("`splendor verify --report-inferred {path}` lists the missing facts"),
        };
        CliError::new(status, format!("{name}: {why}")).help(step)
    })?;
    out.write_all(text(&whole, &game.bytes).as_bytes())?;
    Ok(ExitStatus::Success)
}
