//! `splendor why`: judges a turn at a place in a log, or says who won and why.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use splendor_render::TextStyle;
use splendor_schema::json::layout;
use splendor_schema::{InputFile, LogOrPosition, ReadError};
use splendor_verify::words::{TurnWordsError, count_with_noun};
use splendor_verify::{ProposalError, ReadProposal};

use crate::args::values::from_one;
use crate::args::{
    AnswerArgs, ColorArgs, RuleArgs, cannot_follow, impossible_position, no_such_turn,
    position_has_no_turns,
};
use crate::error::{CliError, ExitStatus};
use crate::files::{self, GameBytes, name_of};

/// Arguments of `splendor why`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Why {
    /// The log, or a position as `splendor show --format json` writes it; `-` is standard input.
    pub(crate) log: PathBuf,
    /// The turn in words or as in a log; `-` reads it from standard input. By default turn N of
    /// the log. Without a turn and N, the answer is about the end: who won, or why the game goes on.
    #[arg(value_name = "TURN")]
    pub(crate) proposed: Option<String>,
    /// The number of the turn to replace, from 1. By default the turn after the last one.
    #[arg(long, value_name = "N", value_parser = from_one::<usize>())]
    pub(crate) turn: Option<usize>,
    /// The game in a JSON Lines file, from 1.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = from_one::<u64>())]
    pub(crate) game: u64,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[command(flatten)]
    pub(crate) answer: AnswerArgs,
    #[command(flatten)]
    pub(crate) color: ColorArgs,
}

const EXAMPLES: &str = "\
Examples:
  splendor why game.json --turn 5 'buy a0d3s'
  splendor why game.json --turn 5                the turn that the log has there
  splendor why game.json                         who won, or what the end lacks
  splendor why replays/perft/start-2.json 'reserve top of deck 2'
  splendor why --ruling pass=always game.json '{\"pass\":true}'

Exit status: 0 if the turn is legal (or consistent) or none is given, 1 if it is
illegal, 2 if it could not be judged, 3 for wrong usage or nothing to judge.";

/// Shows whether a turn would be legal, and why; returns the exit status.
pub(crate) fn run(args: &Why, color: bool, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    if args.proposed.is_none() && args.turn.is_none() && !args.answer.is_json() {
        return show_end(args, out);
    }
    let from_stdin = args.proposed.as_deref() == Some("-");
    if from_stdin && args.log.as_os_str() == "-" {
        let message = "the log and the turn cannot both be standard input".to_owned();
        return Err(CliError::usage(message).help("write one to a file"));
    }
    let game = files::game(&args.log, args.game)?;
    let typed = if from_stdin { Some(turn_on_input()?) } else { args.proposed.clone() };
    let read = ReadProposal::read(&game.bytes, args.turn, typed.as_deref());
    let read = read.map_err(|error| unread(args, &game, error))?;
    let input = InputFile { name: name_of(&args.log), game: args.game, line: game.line };
    let why = read.why(input, &args.rules.options()?).map_err(|error| {
        if read.is_at_position() {
            impossible_position(&args.log, &error)
        } else {
            cannot_follow(&args.log, error)
        }
    })?;
    let answer = if args.answer.is_json() {
        layout::json_line(&why)
    } else {
        let style = TextStyle { color, ..TextStyle::default() };
        let players: Vec<_> = read.log.players.iter().map(|player| player.name.clone()).collect();
        splendor_render::why_text(&why, read.text, &read.turn_text, &players, style)
    };
    out.write_all(answer.as_bytes())?;
    Ok(why.verdict.into())
}

/// Shows whether the game has ended, and who won.
fn show_end(args: &Why, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let options = args.rules.options()?;
    let shown = match files::log_or_position(&args.log, args.game)? {
        LogOrPosition::Log(log) => splendor_render::end_of_log(&log, &options)
            .map_err(|error| cannot_follow(&args.log, error))?,
        LogOrPosition::Position(position) => splendor_render::end_at_position(&position, &options)
            .map_err(|error| impossible_position(&args.log, &error))?,
    };
    out.write_all(shown.text.as_bytes())?;
    out.write_all(shown.notes.as_bytes())?;
    Ok(ExitStatus::Success)
}

/// The next step if there is no turn to judge.
const TURN: &str = "name a turn of the log with --turn, or give a turn like `take ruby ruby`";

/// The next step after a turn that cannot be read.
const ON_INPUT: &str = "write the turn in words like `take ruby ruby`, or as JSON, in UTF-8";

fn turn_on_input() -> Result<String, CliError> {
    let failure = |error: String| CliError::not_judged(format!("<stdin>: {error}")).help(ON_INPUT);
    let bytes = files::read_all(Path::new("-")).map_err(|error| failure(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failure(error.to_string()))
}

/// Returns the error about an input or a turn that cannot be read.
fn unread(args: &Why, game: &GameBytes, error: ProposalError) -> CliError {
    match error {
        ProposalError::Input(error) => game.failure(&args.log, &error),
        ProposalError::PositionHasNoTurns => position_has_no_turns(),
        ProposalError::Place { message, turns } => no_such_turn(message, turns),
        ProposalError::Nothing { turns } => match args.turn {
            None => CliError::usage("there is no turn to judge").help(TURN),
            Some(turn) => {
                let turns = count_with_noun(turns, "turn", "turns");
                CliError::usage(format!("the log has no turn {turn}: it has {turns}")).help(TURN)
            }
        },
        ProposalError::Json(ReadError { line, column, message, .. }) => {
            let next = "write the turn in words like `take ruby ruby`, or as in a log, like \
                        {\"take\":[\"ruby\",\"ruby\"]}";
            CliError::not_judged(format!("the turn, line {line}, column {column}: {message}"))
                .help(next)
        }
        ProposalError::Words(TurnWordsError { message, help }) => {
            CliError::not_judged(format!("the turn: {message}")).help(help)
        }
    }
}
