//! `splendor show`: the table at a turn of a log, or of a position.

use std::io::Write;

use clap::Args;

use crate::args::{ColorArgs, NamedTable, TurnArgs, named_table, write_shown};
use crate::error::{CliError, ExitStatus};

/// Arguments of `splendor show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) turn: TurnArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor show game.json                       the table at the end
  splendor show game.json --turn 3              the table before turn 3
  splendor show replays/perft/start-2.json      the table of a position
  splendor show --game 2 --format json games.jsonl";

/// Shows the table.
pub(crate) fn run(args: &Show, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let args = &args.turn;
    let (table, options) = (named_table(args)?, args.rules.options()?);
    let shown = match &table {
        NamedTable::Turn(log, turn) => {
            splendor_render::table_at(log, &options, *turn, args.answer.is_json(), color)
        }
        NamedTable::Position(file) => {
            splendor_render::table_of_position(file, &options, args.answer.is_json(), color)
        }
    };
    write_shown(args, &shown.map_err(|error| table.failure(&args.log, error))?, out)?;
    Ok(ExitStatus::Success)
}
