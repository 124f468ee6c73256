//! `splendor explore`: searches small boxes exhaustively.

use std::io::Write;

use clap::{Args, ValueEnum};
use splendor_explore::{Found, SmallBox, Stop, explore};
use splendor_render::{found_json, found_text, small_boxes_json, small_boxes_text, stop_text};

use crate::args::values::{BOXES, number};
use crate::error::{CliError, ExitStatus, Message, REPORT};
use crate::run::progress::ProgressLine;

/// Arguments of `splendor explore`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor explore
  splendor explore base-2 cities-3
  splendor explore small --format json
  splendor explore base-2 --positions 1000000

Exit status: 0 if every search is complete, 1 if a check failed, 2 if
--positions stopped a search, 3 for wrong usage.")]
pub(crate) struct Explore {
    /// The boxes to search, or `small`, `large` or `all`. Without an argument, the command lists
    /// the boxes.
    #[arg(value_name = "BOX", value_parser = BOXES, hide_possible_values = true)]
    pub(crate) boxes: Vec<Vec<&'static SmallBox>>,
    /// How to report: in words, or as JSON.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Stop a search after this many positions. Each takes up to 64 bytes of memory.
    #[arg(long, value_name = "COUNT", default_value_t = 50_000_000, requires = "boxes")]
    #[arg(value_parser = number::<u64>(0..=u64::MAX))]
    pub(crate) positions: u64,
}

/// The format of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// In words.
    Text,
    /// As JSON: one object per line for each box; without boxes, a list of them.
    Json,
}

/// The next step after a search that was stopped.
const MORE: &str = "allow more with --positions, at up to 64 bytes each, or search a smaller box";

/// Searches the boxes and reports on each; returns the exit status.
pub(crate) fn run(args: &Explore, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let json = args.format == Format::Json;
    if args.boxes.is_empty() {
        let text = if json { small_boxes_json() } else { small_boxes_text() };
        out.write_all(text.as_bytes())?;
        return Ok(ExitStatus::Success);
    }
    let mut status = ExitStatus::Success;
    for small_box in args.boxes.iter().flatten() {
        let (found, is_complete) = match search(small_box, args.positions) {
            Ok(found) => (found, true),
            Err(stop) => {
                let full = matches!(stop, Stop::Full(_));
                let step = if full { MORE } else { REPORT };
                Message::new(stop_text(small_box, &stop)).help(step).print();
                let Stop::Full(found) = stop else { return Ok(ExitStatus::Illegal) };
                status = ExitStatus::NotJudged;
                (*found, false)
            }
        };
        let write = if json { found_json } else { found_text };
        out.write_all(write(small_box, &found, is_complete).as_bytes())?;
        out.flush()?;
    }
    Ok(status)
}

fn search(small_box: &SmallBox, positions: u64) -> Result<Found, Stop> {
    let mut line = ProgressLine::new();
    explore(small_box, positions, &mut |found: &Found| {
        line.draw(|| format!("{}: {} positions", small_box.name, found.positions));
    })
}
