//! Legal turns, played turns and scores of one table.

use serde::Serialize;
use splendor_core::{Game, Position, Turn};
use splendor_schema::json::layout;
use splendor_schema::{FileName, InputFile, Log, LogOrPosition};
use splendor_verify::history::{certain_table_before, turn_index};
use splendor_verify::verdict::OwnedGame;
use splendor_verify::{
    JudgeOptions, ReadProposal, position_from_log, position_to_log, turn_from_log, turn_to_log,
};

/// The result of a turn.
pub(crate) enum Played {
    /// The position after it, as JSON.
    Legal(String),
    /// The clause that it breaks, and the message.
    Illegal(&'static str, String),
}

/// Returns the legal turns at a turn of a log, from 1, or in a position, as a JSON array, and
/// whether turns are omitted because there are too many.
///
/// # Errors
///
/// A message that explains why there is no such table.
pub(crate) fn legal_turns(
    bytes: &[u8],
    turn: Option<usize>,
    options: &JudgeOptions,
) -> Result<(String, bool), String> {
    let (game, position, is_log) = table(bytes, turn, options)?;
    let game = game.as_game();
    // If every card of a position is known, turns with different drawn cards are different.
    let legal = if is_log { position.legal_turns(&game) } else { position.distinct_turns(&game) };
    let turns: Vec<_> = legal.iter().map(|turn| turn_to_log(&game, turn)).collect();
    Ok((json(&turns)?, position.leaves_out_returns(&game)))
}

/// Returns the table at a turn of a log, from 1, as a position in JSON.
///
/// # Errors
///
/// A message that explains why there is no such table.
pub(crate) fn position(
    bytes: &[u8],
    turn: Option<usize>,
    options: &JudgeOptions,
) -> Result<String, String> {
    let (game, position, _) = table(bytes, turn, options)?;
    let game = game.as_game();
    json(&position_to_log(&game, &position))
}

/// Plays a turn in a position; the seat to move acts unless the turn says otherwise.
///
/// # Errors
///
/// A message that explains why the position or the turn is malformed.
pub(crate) fn play(bytes: &[u8], turn: &[u8]) -> Result<Played, String> {
    let (game, mut position) = read_position(bytes)?;
    let logged =
        serde_json::from_slice(turn).map_err(|error| format!("this is no turn: {error}"))?;
    let nothing = "the turn is foreign, or names a component that does not exist";
    let turn: Turn = turn_from_log(&game, &logged, position.to_move()).ok_or(nothing)?;
    Ok(match position.play(&game, &turn) {
        Ok(_) => Played::Legal(json(&position_to_log(&game, &position))?),
        Err(violation) => Played::Illegal(violation.clause().id(), violation.to_string()),
    })
}

/// Returns the prestige of each seat of a position, and the winners if the game has ended.
///
/// # Errors
///
/// A message that explains why the position is malformed.
pub(crate) fn score(bytes: &[u8]) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
    let (game, position) = read_position(bytes)?;
    let winners = position.has_ended().then(|| position.winners(&game).iter().collect());
    Ok((position.scores().collect(), winners))
}

/// Returns a legal log with all omitted facts filled in.
///
/// # Errors
///
/// A message that explains why there is no such log.
pub(crate) fn witness(bytes: &[u8], options: &JudgeOptions) -> Result<String, String> {
    let log = Log::read(bytes).map_err(|error| error.to_string())?;
    let whole = splendor_verify::witness(&log, options).map_err(|why| why.to_string())?;
    Ok(layout::json_line(&whole).trim_end().to_owned())
}

/// Returns whether a turn is legal at a place of a log, from 1, with every condition, as JSON: the
/// proposed turn, or the one that the log has there.
///
/// # Errors
///
/// A message that explains why there is no such turn or place.
pub(crate) fn why(
    bytes: &[u8],
    turn: Option<usize>,
    proposed: Option<&str>,
    name: &str,
    options: &JudgeOptions,
) -> Result<String, String> {
    let name = FileName::from(name);
    let read = ReadProposal::read(bytes, turn, proposed).map_err(|error| error.in_file(&name))?;
    let input = InputFile { name, game: 1, line: 1 };
    Ok(layout::compact(&read.why(input, options)?))
}

fn json(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}

/// Reads a log or a position; returns the table, and whether the input was a log.
fn table(
    bytes: &[u8],
    turn: Option<usize>,
    options: &JudgeOptions,
) -> Result<(OwnedGame, Position, bool), String> {
    let log = match LogOrPosition::read(bytes).map_err(|error| error.to_string())? {
        LogOrPosition::Log(log) => log,
        LogOrPosition::Position(position) => {
            if turn.is_some() || !options.rulings.is_empty() || options.required.is_some() {
                return Err("a position has no turns, and names its rules itself".to_owned());
            }
            let (game, position) = position_from_log(&position)?;
            return Ok((OwnedGame::from(&game), position, false));
        }
    };
    let (game, position) = certain_table_before(&log, options, turn_index(&log, turn)?)?;
    Ok((game, position, true))
}

fn read_position(bytes: &[u8]) -> Result<(Game<'static>, Position), String> {
    let description = splendor_schema::Position::read(bytes).map_err(|error| error.to_string())?;
    position_from_log(&description)
}
