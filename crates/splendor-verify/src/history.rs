//! Positions before a given turn of a log.

use splendor_core::{Game, Position, Turn};
use splendor_schema::{Log, visible};

use crate::JudgeOptions;
use crate::from_log::{self, Lists};
use crate::objection::Objection;
use crate::replay::{continue_after, first_turns, judge};
use crate::rulings::game_of;
use crate::verdict::{MissingFact, OwnedGame};

/// Returns the index, from 0, of a turn that counts from 1. By default it is the place after the
/// last turn.
///
/// # Errors
///
/// A message that names the turns of the log.
pub fn turn_index(log: &Log, turn: Option<usize>) -> Result<usize, String> {
    let turns = log.turns.len();
    let turn = turn.unwrap_or(turns + 1);
    if turn == 0 || turn > turns + 1 {
        return Err(format!("there is no turn {turn}: the log has turns 1 to {turns}"));
    }
    Ok(turn - 1)
}

/// Returns the game and the position before a turn, counted from 0. An illegal turn is followed as
/// logged. `None` if the log cannot be followed so far.
pub fn position_at(
    log: &Log,
    options: &JudgeOptions,
    turn: usize,
) -> Option<(OwnedGame, Position)> {
    if turn > log.turns.len() {
        return None;
    }
    let log = first_turns(log, turn);
    let judgment = continue_after(&log, judge(&log, options), |_, _| {});
    let position = judgment.position.filter(|_| judgment.judged == turn)?;
    Some((judgment.game?, position))
}

/// Returns the game, the first position and the turns, ready to be replayed by the core alone.
/// `None` if a part is unknown, omitted or foreign.
pub fn core_turns(log: &Log) -> Option<(Game<'static>, Position, Vec<Turn>)> {
    let game = game_of(log, &JudgeOptions::default()).ok()?;
    let lists = Lists::of(log, &game, false).ok()?;
    let start = Position::deal(&game, &lists.setup()).ok()?;
    let complete = |turn| from_log::turn(game.components, turn, 0, false).ok().flatten();
    Some((game, start, log.turns.iter().map(complete).collect::<Option<_>>()?))
}

/// Returns notes, one per line: on each declaration that differs from the required rules, and if
/// the log is illegal before a turn or allows several tables there. Empty if there are none.
pub fn notes_before_turn(log: &Log, options: &JudgeOptions, turn: usize) -> String {
    notes_on_required_rules(&log.rules, options) + &doubt_before(log, options, turn)
}

/// Returns notes, one per line, on each declared rule that differs from the required ones. Empty if
/// there are none.
pub fn notes_on_required_rules(
    declared: &splendor_schema::Rules,
    options: &JudgeOptions,
) -> String {
    let note = |Objection { id, message, .. }: Objection| {
        format!("note: {} ({id}); the required rules apply\n", visible::line(&message))
    };
    let differences = options.required.iter().flat_map(|required| required.differences(declared));
    differences.map(note).collect()
}

/// Returns a note if the log is illegal before a turn or allows several tables there, or an empty
/// text.
fn doubt_before(log: &Log, options: &JudgeOptions, turn: usize) -> String {
    let judgment = judge(&first_turns(log, turn), options);
    let several = judgment.tables.count > 1 && judgment.findings.is_empty();
    let opens = |one: &&MissingFact| one.stops || several && one.values.is_some();
    if let Some(missing) = judgment.missing.iter().find(opens) {
        let open = format!("the log omits `{}` of {}", missing.field, missing.place());
        return format!("note: {open}; from there this is one of several possible tables\n");
    }
    let Some(first) = judgment.findings.first() else { return String::new() };
    let id = first.breach.clause().id();
    let place = match first.turn {
        Some(at) if at < turn => format!("at turn {}", at + 1),
        None if judgment.last().is_none() => "in its setup".to_owned(),
        _ => return String::new(),
    };
    format!("note: the log breaks {id} {place} and is followed as logged from there\n")
}

/// Returns the table before a turn, counted from 0, if the log declares the required rules, is
/// legal so far and leaves no fact open.
///
/// # Errors
///
/// The first problem of the log so far.
pub fn certain_table_before(
    log: &Log,
    options: &JudgeOptions,
    turn: usize,
) -> Result<(OwnedGame, Position), String> {
    let table = table_before(log, options, turn)?;
    let doubts = notes_before_turn(log, options, turn);
    match doubts.lines().next().and_then(|line| line.strip_prefix("note: ")) {
        Some(note) => Err(note.to_owned()),
        None => Ok(table),
    }
}

/// Returns the table before a turn, counted from 0. An illegal turn is followed as logged.
///
/// # Errors
///
/// The reason why the log cannot be followed so far.
pub fn table_before(
    log: &Log,
    options: &JudgeOptions,
    turn: usize,
) -> Result<(OwnedGame, Position), String> {
    game_of(log, options).map_err(|unknown| unknown.to_string())?;
    position_at(log, options, turn)
        .ok_or_else(|| "the log cannot be replayed up to this turn".to_owned())
}
