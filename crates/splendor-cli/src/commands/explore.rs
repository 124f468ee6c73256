//! `splendor explore`: boxes are searched one after the other, and progress is shown to who waits
//! at a terminal.

use std::io::Write;

use clap::{Args, ValueEnum};
use splendor_explore::{Found, Scope, Stop, explore};
use splendor_render::{found_json, found_text, scopes_json, scopes_text, stop_text};

use crate::args::values::BOXES;
use crate::error::{CliError, ExitStatus, Message, REPORT};
use crate::run::progress::ProgressLine;

/// Which boxes are searched.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor explore
  splendor explore base-2 cities-3
  splendor explore small --format json
  splendor explore base-2 --positions 1000000

Exit status: 0 if every search came to its end, 2 if one was stopped by
--positions, 1 if something did not hold that should, 3 for wrong usage.")]
pub(crate) struct Explore {
    /// The boxes, or `small`, `large`, `all`; without any they are listed.
    #[arg(value_name = "BOX", value_parser = BOXES, hide_possible_values = true)]
    pub(crate) boxes: Vec<Vec<&'static Scope>>,
    /// How to report: in words, or as JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Stop a search behind so many positions: each takes up to 64 bytes.
    #[arg(long, value_name = "COUNT", default_value_t = 50_000_000, requires = "boxes")]
    pub(crate) positions: u64,
}

/// How what was found is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// In words.
    Text,
    /// As JSON: an object a box and line, or a list of the boxes.
    Json,
}

/// What to do about a search that was stopped.
const MORE: &str = "allow more with --positions, at up to 64 bytes each, or search a smaller box";

/// Searches and reports; returns the exit status.
pub(crate) fn run(told: &Explore, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let json = told.format == Format::Json;
    if told.boxes.is_empty() {
        let text = if json { scopes_json() } else { scopes_text() };
        out.write_all(text.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    let mut status = ExitStatus::Success;
    for scope in told.boxes.iter().flatten() {
        let (found, whole) = match search(scope, told.positions) {
            Ok(found) => (found, true),
            Err(stop) => {
                let full = matches!(stop, Stop::Full(_));
                let step = if full { MORE } else { REPORT };
                Message::new(stop_text(scope, &stop)).help(step).print();
                let Stop::Full(found) = stop else { return Ok(ExitStatus::Illegal) };
                status = ExitStatus::NotJudged;
                (*found, false)
            }
        };
        let write = if json { found_json } else { found_text };
        out.write_all(write(scope, &found, whole).as_bytes())?;
        out.flush()?;
    }
    Ok(status)
}

fn search(scope: &Scope, positions: u64) -> Result<Found, Stop> {
    let mut line = ProgressLine::new();
    explore(scope, positions, &mut |found: &Found| {
        line.draw(|| format!("{}: {} positions", scope.name, found.positions));
    })
}
