//! The table before a turn of a log, or of a position, and the legal turns there.

use splendor_core::{Game, MOST_LISTED, Position};
use splendor_schema::json::layout;
use splendor_schema::{self as schema, Log, Name};

use splendor_verify::from_log::position_by;
use splendor_verify::history::{notes_before_turn, notes_on_required_rules, table_before};
use splendor_verify::words::{count_with_noun, turn_in_words};
use splendor_verify::{JudgeOptions, position_to_log, turn_to_log};

use crate::letters::{TableStyle, end_text, table_text};

/// The answer about a turn, and notes on it. JSON output keeps the notes apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextWithNotes {
    /// The answer, as text or as JSON.
    pub text: String,
    /// Notes, one per line; empty if there are no notes.
    pub notes: String,
}

impl From<String> for TextWithNotes {
    fn from(text: String) -> Self {
        Self { text, notes: String::new() }
    }
}

/// Returns the table before a turn of a log, counted from 0, in words or as a position in JSON.
///
/// # Errors
///
/// Why the log cannot be followed so far.
pub fn table_at(
    log: &Log,
    options: &JudgeOptions,
    turn: usize,
    json: bool,
    color: bool,
) -> Result<TextWithNotes, String> {
    let (game, position) = table_before(log, options, turn)?;
    let style = TableStyle { color, names: &names(log) };
    let text = table(&game.as_game(), &position, json, &style);
    Ok(TextWithNotes { text, notes: notes_before_turn(log, options, turn) })
}

/// Returns the table of a position, in words or in JSON with all facts that follow from it.
///
/// # Errors
///
/// Why there is no such position.
pub fn table_of_position(
    file: &schema::Position,
    options: &JudgeOptions,
    json: bool,
    color: bool,
) -> Result<TextWithNotes, String> {
    let (game, position) = position_by(file, options)?;
    let text = table(&game, &position, json, &TableStyle { color, names: &[] });
    Ok(TextWithNotes { text, notes: notes_on_required_rules(&file.rules, options) })
}

/// Returns in words whether the game of a log has ended and who won, or what the end lacks.
///
/// # Errors
///
/// Why the log cannot be followed to its last turn.
pub fn end_of_log(log: &Log, options: &JudgeOptions) -> Result<TextWithNotes, String> {
    let turns = log.turns.len();
    let (game, position) = table_before(log, options, turns)?;
    let style = TableStyle { color: false, names: &names(log) };
    let text = end_text(&game.as_game(), &position, &style);
    Ok(TextWithNotes { text, notes: notes_before_turn(log, options, turns) })
}

/// Returns in words whether the game has ended at a position and who won, or what the end lacks.
///
/// # Errors
///
/// Why there is no such position.
pub fn end_at_position(
    file: &schema::Position,
    options: &JudgeOptions,
) -> Result<TextWithNotes, String> {
    let (game, position) = position_by(file, options)?;
    let text = end_text(&game, &position, &TableStyle { color: false, names: &[] });
    Ok(TextWithNotes { text, notes: notes_on_required_rules(&file.rules, options) })
}

fn names(log: &Log) -> Vec<Name> {
    log.players.iter().map(|player| player.name.clone().unwrap_or_default()).collect()
}

fn table(game: &Game<'_>, position: &Position, json: bool, style: &TableStyle<'_>) -> String {
    if json {
        layout::json_line(&position_to_log(game, position))
    } else {
        table_text(game, position, style)
    }
}

/// Returns every turn that was legal at a turn of a log, counted from 0, in words or as JSON.
///
/// # Errors
///
/// Why the log cannot be followed so far.
pub fn legal_turns_at(
    log: &Log,
    options: &JudgeOptions,
    turn: usize,
    json: bool,
) -> Result<TextWithNotes, String> {
    let (game, position) = table_before(log, options, turn)?;
    let mut shown = legal(&game.as_game(), &position, json)?;
    shown.notes += &notes_before_turn(log, options, turn);
    Ok(shown)
}

/// Returns every turn that is legal at a position, in words or as JSON.
///
/// # Errors
///
/// Why there is no such position.
pub fn legal_turns_of_position(
    file: &schema::Position,
    options: &JudgeOptions,
    json: bool,
) -> Result<TextWithNotes, String> {
    let (game, position) = position_by(file, options)?;
    let mut shown = legal(&game, &position, json)?;
    shown.notes += &notes_on_required_rules(&file.rules, options);
    Ok(shown)
}

fn legal(game: &Game<'_>, position: &Position, json: bool) -> Result<TextWithNotes, String> {
    let (legal, all) = position.legal_turns_up_to(game, MOST_LISTED);
    let rest = if position.leaves_out_returns(game) {
        "note: with more than three tokens above ten, only turns that return none are listed\n"
    } else {
        ""
    };
    let more = if all {
        String::new()
    } else {
        format!("note: more than {MOST_LISTED} turns are legal; only so many are listed\n")
    };
    let notes = rest.to_owned() + &more;
    if json {
        let turns = legal.iter().map(|turn| serde_json::to_value(turn_to_log(game, turn)));
        let turns = turns.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        return Ok(TextWithNotes { text: layout::lines_of(turns.into_iter()), notes });
    }
    let text: String = legal.iter().map(|turn| turn_in_words(game, turn) + "\n").collect();
    let seat = position.to_move();
    let count = match legal.len() {
        0 if position.has_ended() => "no turn is legal: the game has ended\n".to_owned(),
        0 => format!("no turn is legal for seat {seat}, not counting hidden cards\n"),
        count => {
            let more = if all { "" } else { "more than " };
            let turns = count_with_noun(count, "turn is", "turns are");
            format!("{more}{turns} legal for seat {seat}\n")
        }
    };
    Ok(TextWithNotes { text: text + &count, notes })
}
