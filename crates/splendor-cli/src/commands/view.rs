//! `splendor view`: a log or a position becomes a page.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_schema::{InputFile, LogOrPosition, text_of};
use splendor_verify::ReportSource;

use crate::args::values::from_one;
use crate::args::{RuleArgs, impossible_position};
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::files::name_of;

/// The arguments of `splendor view`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct View {
    /// The log, or a position as `splendor show --format json` writes it; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  splendor view game.json -o game.html            then open game.html
  splendor view --game 7 games.jsonl -o seven.html

The page needs no network and no other file. An address that ends with #turn-12
opens it at turn 12.";

/// Writes the page of a log.
pub(crate) fn run(args: &View, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    files::check_not_folder(args.output.as_ref())?;
    let game = files::game(&args.log, args.game)?;
    let failure = |error| game.failure(&args.log, &error);
    let read = LogOrPosition::read(&game.bytes).map_err(failure)?;
    let text = text_of(&game.bytes).map_err(failure)?;
    let input = InputFile { name: name_of(&args.log), game: args.game, line: game.line };
    let options = args.rules.options()?;
    let page = match read {
        LogOrPosition::Log(log) => {
            let source = ReportSource { input, text: text.into() };
            splendor_render::html_page(&source, &log, &options)
        }
        LogOrPosition::Position(position) => {
            splendor_render::html_page_of_position(input, &position, &options)
                .map_err(|error| impossible_position(&args.log, &error))?
        }
    };
    match &args.output {
        Some(path) => {
            let mut file = files::create(path, &[&args.log])?;
            file.write_all(page.as_bytes())
                .and_then(|()| file.flush())
                .map_err(|error| files::not_written(path, &error))?;
        }
        None => out.write_all(page.as_bytes())?,
    }
    Ok(ExitStatus::Success)
}
