//! `splendor why`: judges a turn at a place in a log.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_render::TextStyle;
use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log, Turn, text_of};
use splendor_verify::Proposal;

use crate::args::values::from_one;
use crate::args::{AnswerFormat, RuleArgs, turn_of};
use crate::error::{CliError, ExitStatus};
use crate::files;
use crate::files::name_of;

/// Arguments of `splendor why`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Why {
    /// The log; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn as JSON, as in a log; `-` reads it from standard input. By default turn N of the
    /// log.
    #[arg(value_name = "TURN")]
    pub(crate) proposed: Option<String>,
    /// The number of the turn to replace, from 1. By default the turn after the last one.
    #[arg(long, value_name = "N", value_parser = from_one::<usize>())]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    /// The format of the answer: text, or JSON as in schema/splendor-why-1.schema.json.
    #[arg(long, value_enum, default_value_t = AnswerFormat::Text)]
    pub(crate) format: AnswerFormat,
}

const EXAMPLES: &str = "\
Examples:
  splendor why game.json --turn 5 '{\"take\":[\"ruby\",\"ruby\"]}'
  splendor why game.json --turn 5                the turn that the log has there
  splendor why --ruling pass=always game.json '{\"pass\":true}'

Exit status: 0 if the turn is legal (or consistent), 1 if it is illegal, 2 if it
could not be judged, 3 for wrong usage or nothing to judge.";

/// Shows whether a turn would be legal, and why; returns the exit status.
pub(crate) fn run(args: &Why, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let from_stdin = args.proposed.as_deref() == Some("-");
    if from_stdin && args.log.as_os_str() == "-" {
        let message = "the log and the turn cannot both be standard input".to_owned();
        return Err(CliError::usage(message).help("write one to a file"));
    }
    let game = files::game(&args.log, args.game)?;
    let failure = |error| game.failure(&args.log, &error);
    let log = Log::read(&game.bytes).map_err(failure)?;
    let text = text_of(&game.bytes).map_err(failure)?;
    let at = turn_of(&log, args.turn)?;
    let turn_text = match &args.proposed {
        Some(_) if from_stdin => turn_on_input()?,
        Some(text) => text.clone(),
        None => own_turn(&log, text, at, args.turn.is_some())?,
    };
    let turn = Turn::read(turn_text.as_bytes()).map_err(|error| {
        let place = format!("the turn, line {}, column {}", error.line, error.column);
        let next = "write the turn as in a log, like {\"take\":[\"ruby\",\"ruby\"]}";
        CliError::not_judged(format!("{place}: {}", error.message)).help(next)
    })?;
    let proposal = Proposal {
        input: InputFile { name: name_of(&args.log), game: args.game, line: game.line },
        text,
        log: &log,
        at,
        turn: &turn,
        turn_text: &turn_text,
        options: &args.rules.options()?,
    };
    let why = splendor_verify::why(&proposal).map_err(|error| {
        let log = proposal.input.name.typed();
        let step = format!("`splendor verify {log}` shows where the log goes wrong");
        CliError::not_judged(error).help(step)
    })?;
    let answer = match args.format {
        AnswerFormat::Text => {
            let style = TextStyle { color, ..TextStyle::default() };
            let players: Vec<_> = log.players.iter().map(|player| player.name.clone()).collect();
            splendor_render::why_text(&why, text, proposal.turn_text, &players, style)
        }
        AnswerFormat::Json => layout::json_line(&why),
    };
    out.write_all(answer.as_bytes())?;
    Ok(why.verdict.into())
}

/// The next step if there is no turn to judge.
const TURN: &str = "name a turn of the log with --turn, or give a turn as JSON";

/// The next step after a turn that cannot be read.
const ON_INPUT: &str = "write the turn as JSON in UTF-8, like {\"take\":[\"ruby\",\"ruby\"]}";

fn turn_on_input() -> Result<String, CliError> {
    let failure = |error: String| CliError::not_judged(format!("<stdin>: {error}")).help(ON_INPUT);
    let bytes = files::read_all(Path::new("-")).map_err(|error| failure(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failure(error.to_string()))
}

/// Returns the text of a turn of the log.
fn own_turn(log: &Log, text: &str, at: usize, named: bool) -> Result<String, CliError> {
    let place = splendor_schema::json::locate::locate(text, &format!("/turns/{at}"));
    place.map(|place| text[place].to_owned()).ok_or_else(|| {
        if !named {
            let message = "there is no turn to judge".to_owned();
            return CliError::usage(message).help(TURN);
        }
        let turns = splendor_verify::words::count_with_noun(log.turns.len(), "turn", "turns");
        CliError::usage(format!("the log has no turn {}: it has {turns}", at + 1)).help(TURN)
    })
}
