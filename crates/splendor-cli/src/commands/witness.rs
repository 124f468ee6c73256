//! `splendor witness`: a log with all that it leaves out.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::json::layout;
use splendor_verify::witness::NoWitness;

use crate::args::RuleArgs;
use crate::args::values::from_one;
use crate::error::{CliError, ExitStatus};
use crate::files;

/// A log that leaves something out.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Witness {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Write the log in one line.
    #[arg(long)]
    pub(crate) line: bool,
}

const EXAMPLES: &str = "\
Examples:
  splendor witness open.json > whole.json       the log with every fact
  splendor witness --line --game 2 games.jsonl";

/// Writes the log that is filled in.
pub(crate) fn run(args: &Witness, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let log = files::log(&args.log, args.game)?;
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
    let text = if args.line { layout::json_line(&whole) } else { layout::pretty_log(&whole) };
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
