//! `splendor seal`: the seal of a log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_schema::id::Sha256;
use splendor_schema::json::layout;
use splendor_schema::seal::{Deal, Seal};
use splendor_schema::{Log, text_of};
use splendor_seal::{Rounded, continues, seal, weakness};

use crate::error::{CliError, ExitStatus};
use crate::files;

/// A log to seal.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SealArgs {
    /// The log; `-` is standard input. Its game may still go on.
    pub(crate) log: PathBuf,
    /// Commit to the decks in this file, which stays secret until the end of the game.
    #[arg(long, value_name = "FILE")]
    pub(crate) deal: Option<PathBuf>,
    /// Fail unless the log continues the one with this seal. The new seal commits to the same
    /// decks.
    #[arg(long, value_name = "SEAL")]
    pub(crate) continues: Option<PathBuf>,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  splendor seal game.json -o game.seal
  splendor verify --sealed game.json
  splendor seal --continues replays/sealed/start.seal replays/sealed/game.json";

/// The next step after a file that does not belong to a seal.
const FILES: &str = "docs/src/seal.md shows every file that belongs to a seal";

/// Writes the seal.
pub(crate) fn run(args: &SealArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let game = files::game(&args.log, 1)?;
    Log::read(&game.bytes).map_err(|error| game.failure(&args.log, &error))?;
    let text = text_of(&game.bytes).map_err(|error| game.failure(&args.log, &error))?;
    let deal = args.deal.as_deref().map(deal).transpose()?;
    let mut sealed = seal(text, deal.as_deref()).map_err(|error| rounded(&args.log, &error))?;
    if let Some(path) = &args.continues {
        sealed.deal = check_continues(args, text, &sealed, path)?;
    }
    let text = layout::compact(&sealed) + "\n";
    match &args.output {
        Some(path) => files::create(path, &[&args.log])?.write_all(text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}

/// Returns the text of a deal that proves something.
fn deal(path: &Path) -> Result<String, CliError> {
    let read = |bytes: &[u8]| Ok((Deal::read(bytes)?, text_of(bytes)?.to_owned()));
    let (deal, text) = files::document(path, read, FILES)?;
    match weakness(&deal) {
        None => Ok(text),
        Some(why) => Err(CliError::usage(format!("{}: {why}", files::shown(path)))
            .help("docs/src/seal.md shows a deal")),
    }
}

/// Fails if the log is not the continuation of a sealed one. Returns its commitment to the decks.
fn check_continues(
    args: &SealArgs,
    log: &str,
    sealed: &Seal,
    path: &Path,
) -> Result<Option<Sha256>, CliError> {
    let earlier = files::document(path, Seal::read, FILES)?;
    let (shown, name) = (files::shown(path), files::shown(&args.log));
    let fail = |what: String| {
        let message = format!("{name} does not continue the log of {shown}: {what}");
        Err(CliError::new(ExitStatus::Illegal, message)
            .help("compare the two logs: one of them was changed after it was sealed"))
    };
    if sealed.deal.is_some() && earlier.deal != sealed.deal {
        return fail("the seals commit to different decks".to_owned());
    }
    match continues(log, &earlier).map_err(|error| rounded(&args.log, &error))? {
        None => Ok(earlier.deal),
        Some(objection) => {
            let turn = objection.turn.map(|turn| format!("turn {}: ", turn + 1));
            fail(turn.unwrap_or_default() + &objection.message)
        }
    }
}

fn rounded(path: &Path, error: &Rounded) -> CliError {
    CliError::not_judged(format!("{}: {error}", files::shown(path)))
        .help("write the number as a string: another program may round it")
}
