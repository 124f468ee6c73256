//! `splendor perft`: counts the legal continuations of a position.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use splendor_render::PerftOptions;
use splendor_schema::LogOrPosition;

use crate::args::values::{from_one, number};
use crate::args::{AnswerArgs, position_has_no_turns, turn_of};
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::run::progress::ProgressLine;

/// Arguments of `splendor perft`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  splendor perft replays/perft/start-2.json --depth 4
  splendor perft --game 2 games.jsonl --turn 12 --depth 1 --divide")]
pub(crate) struct Perft {
    /// A position or a log; `-` is standard input. It must name every card: nothing may be random.
    pub(crate) file: PathBuf,
    /// The depth in turns.
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=30))]
    pub(crate) depth: u8,
    /// Count the continuations of each first turn at this depth, instead of each depth.
    #[arg(long)]
    pub(crate) divide: bool,
    /// The number of a turn, from 1: count from the table before it. By default after the last
    /// turn.
    #[arg(long, value_name = "N", value_parser = from_one::<usize>())]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
}

/// Counts, and writes the counts.
pub(crate) fn run(args: &Perft, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let options =
        PerftOptions { depth: args.depth, divide: args.divide, json: args.answer.is_json() };
    let mut line = ProgressLine::new();
    let mut on_progress = |done: usize, all: usize| {
        line.draw(|| format!("{done} of {all} first turns"));
    };
    let text = match files::log_or_position(&args.file, args.game)? {
        LogOrPosition::Log(log) => splendor_render::perft_of_log(
            &log,
            turn_of(&log, args.turn)?,
            options,
            &mut on_progress,
        ),
        LogOrPosition::Position(_) if args.turn.is_some() => {
            return Err(position_has_no_turns());
        }
        LogOrPosition::Position(position) => {
            splendor_render::perft_of_position(&position, options, &mut on_progress)
        }
    };
    line.clear();
    let text = text.map_err(|error| {
        let file = files::shown(&args.file);
        let step = format!(
            "count from a table that is consistent with the log: `splendor witness {} | splendor \
             perft -`",
            file.typed()
        );
        CliError::not_judged(format!("{file}: {error}")).help(step)
    })?;
    out.write_all(text.as_bytes())?;
    Ok(ExitStatus::Success)
}
