//! Looking at one turn of a log: the table before it, and what was legal there.

use splendor_core::{Game, Position};
use splendor_schema::{Log, Name};

use crate::words::turn_in_words;
use crate::{Missing, Options, Show, Strangers, position_at, raise_position, show};

/// What is shown of a turn, and what there is to know of it; with JSON apart from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What was asked for, in words or as JSON.
    pub text: String,
    /// Notes in lines, each with its end; empty if there are none.
    pub notes: String,
}

/// Returns the table before a turn of a log, counted from 0, in words or as a position in JSON.
///
/// # Errors
///
/// Why the log cannot be followed so far.
pub fn show_turn(
    log: &Log,
    rulings: &[(String, String)],
    turn: usize,
    json: bool,
    color: bool,
) -> Result<Shown, String> {
    let strangers = Strangers::new();
    let (game, position) = followed(log, rulings, turn, &strangers)?;
    let notes = note(log, rulings, turn);
    if json {
        return Ok(Shown { text: crate::line_of(&raise_position(&game, &position)), notes });
    }
    let names: Vec<Name> =
        log.players.iter().map(|player| player.name.clone().unwrap_or_default()).collect();
    Ok(Shown { text: show(&game, &position, &Show { color, names: &names }), notes })
}

/// Returns every turn that was legal at a turn of a log, counted from 0, in words or as JSON.
///
/// # Errors
///
/// Why the log cannot be followed so far.
pub fn legal_at(
    log: &Log,
    rulings: &[(String, String)],
    turn: usize,
    json: bool,
) -> Result<Shown, String> {
    let strangers = Strangers::new();
    let (game, position) = followed(log, rulings, turn, &strangers)?;
    let legal = position.legal_turns(&game);
    let rest = if position.leaves_out_returns(&game) {
        "note: where more than three tokens above ten could go back, only keeping all is listed\n"
    } else {
        ""
    };
    let notes = rest.to_owned() + &note(log, rulings, turn);
    if json {
        let told = legal.iter().map(|turn| serde_json::to_value(crate::raise_turn(&game, turn)));
        let told = told.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        return Ok(Shown { text: splendor_schema::layout::lines_of(told.into_iter()), notes });
    }
    let text: String = legal.iter().map(|turn| turn_in_words(&game, turn) + "\n").collect();
    let seat = position.to_move();
    let count = match legal.len() {
        0 if position.has_ended() => "no turn is legal: the game has ended\n".to_owned(),
        0 => format!("no turn of the cards that are told is legal for seat {seat}\n"),
        1 => format!("1 turn is legal for seat {seat}\n"),
        count => format!("{count} turns are legal for seat {seat}\n"),
    };
    Ok(Shown { text: text + &count, notes })
}

/// Says if the log is illegal before a turn, or allows several tables there; nothing else.
fn note(log: &Log, rulings: &[(String, String)], turn: usize) -> String {
    let options = Options { rulings: rulings.to_vec(), keep_going: false };
    let strangers = Strangers::new();
    let cut = Log { turns: log.turns[..turn].to_vec(), end: None, result: None, ..log.clone() };
    let judgment = crate::judge(&cut, &options, &strangers);
    let several = judgment.tables.count > 1 && judgment.findings.is_empty();
    let opens = |one: &&Missing| one.stops || several && one.values.is_some();
    if let Some(Missing { field, turn, .. }) = judgment.missing.iter().find(opens) {
        let open = format!("the log leaves `{field}` of turn {} open", turn + 1);
        return format!("note: {open}; from there this is one of several possible tables\n");
    }
    let Some(first) = judgment.findings.first() else { return String::new() };
    let id = first.breach.clause().id();
    let place = match first.turn {
        Some(at) if at < turn => format!("at turn {}", at + 1),
        None if judgment.last.is_none() => "in its setup".to_owned(),
        _ => return String::new(),
    };
    format!("note: the log breaks {id} {place} and is followed by its own word from there\n")
}

/// Returns the table before a turn of a log, counted from 0, if the log is legal so far and leaves
/// nothing open.
///
/// # Errors
///
/// What is wrong with the log so far.
pub fn undoubted<'h>(
    log: &Log,
    rulings: &[(String, String)],
    turn: usize,
    strangers: &'h Strangers,
) -> Result<(Game<'h>, Position), String> {
    let table = followed(log, rulings, turn, strangers)?;
    match note(log, rulings, turn).strip_prefix("note: ") {
        Some(note) => Err(note.trim_end().to_owned()),
        None => Ok(table),
    }
}

fn followed<'h>(
    log: &Log,
    rulings: &[(String, String)],
    turn: usize,
    strangers: &'h Strangers,
) -> Result<(Game<'h>, Position), String> {
    let options = Options { rulings: rulings.to_vec(), keep_going: true };
    crate::rules(&log.rules, rulings).map_err(|unknown| unknown.to_string())?;
    position_at(log, &options, turn, strangers)
        .ok_or_else(|| "the log cannot be followed so far: `splendor verify` says why".to_owned())
}
