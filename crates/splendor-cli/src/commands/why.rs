//! `splendor why`: a turn is judged at a place of a log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_render::TextStyle;
use splendor_schema::{InputFile, Log, Turn, text_of};
use splendor_verify::Asked;

use crate::args::{Judged, Words, turn_of};
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::files::name_of;

/// Which turn is asked about.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Why {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn as JSON, as a log tells it; `-` reads it from standard input. By default the one
    /// that the log has in that place.
    #[arg(value_name = "TURN")]
    pub(crate) told: Option<String>,
    /// The turn in whose place it would stand, from 1. By default the one after the last.
    #[arg(long, value_name = "N")]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) by: Judged,
    /// How to answer: in words, or as JSON by schema/splendor-why-1.schema.json.
    #[arg(long, value_enum, default_value_t = Words::Text)]
    pub(crate) format: Words,
}

const EXAMPLES: &str = "\
Examples:
  splendor why game.json --turn 5 '{\"take\":[\"ruby\",\"ruby\"]}'
  splendor why game.json --turn 5                the turn that the log has there
  splendor why --ruling pass=always game.json '{\"pass\":true}'

Exit status: 0 if the turn is legal (or consistent), 1 if it is illegal, 2 if it
could not be judged, 3 for wrong usage or nothing to judge.";

/// Says whether a turn would have been legal, and why; returns the exit status.
pub(crate) fn run(told: &Why, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let from_stdin = told.told.as_deref() == Some("-");
    if from_stdin && told.log.as_os_str() == "-" {
        let message = "the log and the turn cannot both be standard input".to_owned();
        return Err(CliError::usage(message).help("write one to a file"));
    }
    let game = files::game(&told.log, told.game)?;
    let failure = |error| game.failure(&told.log, &error);
    let log = Log::read(&game.bytes).map_err(failure)?;
    let text = text_of(&game.bytes).map_err(failure)?;
    let at = turn_of(&log, told.turn)?;
    let asked = match &told.told {
        Some(_) if from_stdin => told_on_input()?,
        Some(text) => text.clone(),
        None => own_turn(&log, text, at, told.turn.is_some())?,
    };
    let turn = Turn::read(asked.as_bytes()).map_err(|error| {
        let place = format!("the turn, line {}, column {}", error.line, error.column);
        let next = "a turn is told as in a log, like {\"take\":[\"ruby\",\"ruby\"]}";
        CliError::not_judged(format!("{place}: {}", error.message)).help(next)
    })?;
    let asked = Asked {
        input: InputFile { name: name_of(&told.log), game: told.game, line: game.line },
        text,
        log: &log,
        turn: at,
        told: &turn,
        told_text: &asked,
        rulings: &told.by.rulings(),
    };
    let why = splendor_verify::why(&asked).map_err(|said| {
        let log = asked.input.name.typed();
        let step = format!("`splendor verify {log}` says where the log goes wrong");
        CliError::not_judged(said).help(step)
    })?;
    let said = match told.format {
        Words::Text => {
            let style = TextStyle { color, ..TextStyle::default() };
            splendor_render::why_text(&why, asked.told_text, style)
        }
        Words::Json => splendor_verify::line_of(&why),
    };
    out.write_all(said.as_bytes())?;
    Ok(why.verdict.into())
}

/// What to do about a turn that cannot be read.
const ON_INPUT: &str = "write the turn as JSON in UTF-8, like {\"take\":[\"ruby\",\"ruby\"]}";

fn told_on_input() -> Result<String, CliError> {
    let failure = |said: String| CliError::not_judged(format!("<stdin>: {said}")).help(ON_INPUT);
    let bytes = files::read_whole(Path::new("-")).map_err(|error| failure(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failure(error.to_string()))
}

/// The turn that the log has in a place, as it stands in its text.
fn own_turn(log: &Log, text: &str, at: usize, named: bool) -> Result<String, CliError> {
    let place = splendor_schema::json::locate::locate(text, &format!("/turns/{at}"));
    place.map(|place| text[place].to_owned()).ok_or_else(|| {
        let turns = splendor_verify::counted(log.turns.len(), "turn", "turns");
        let next = "give the turn as JSON, or --turn a turn of the log";
        let lack = if named { "has no such turn" } else { "is asked about without a turn" };
        CliError::usage(format!("the log, of {turns}, {lack}")).help(next)
    })
}
