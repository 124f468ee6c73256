//! `splendor why`: a turn is judged at a place of a log.

use std::io::Write;
use std::path::Path;

use splendor_schema::{InputFile, Log, Turn, Verdict, text_of};
use splendor_verify::{Asked, Style};

use crate::args::{Why, Words};
use crate::judge::name_of;
use crate::{Failure, files, turn_of};

/// Says whether a turn would have been legal, and why; returns the exit status.
pub(crate) fn why(told: &Why, color: bool, out: &mut dyn Write) -> Result<u8, Failure> {
    let from_stdin = told.told.as_deref() == Some("-");
    if from_stdin && told.log.as_os_str() == "-" {
        let message = "the log and the turn cannot both be standard input; write one to a file";
        return Err(Failure(message.to_owned(), 3));
    }
    let game = files::game(&told.log, told.game)?;
    let failure = |error| game.failure(&told.log, &error);
    let log = Log::read(&game.bytes).map_err(failure)?;
    let text = text_of(&game.bytes).map_err(failure)?;
    let at = turn_of(&log, told.turn)?;
    let asked = match &told.told {
        Some(_) if from_stdin => read_stdin()?,
        Some(text) => text.clone(),
        None => own_turn(&log, text, at, told.turn.is_some())?,
    };
    let turn = Turn::read(asked.as_bytes()).map_err(|error| {
        let place = format!("the turn, line {}, column {}", error.line, error.column);
        let next = "a turn is told as in a log, like {\"take\":[\"ruby\",\"ruby\"]}";
        Failure(format!("{place}: {}; {next}", error.message), 2)
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
    let why = splendor_verify::why(&asked).map_err(|said| Failure(said, 2))?;
    let said = match told.format {
        Words::Text => {
            let style = Style { color, ..Style::default() };
            splendor_verify::why_text(&why, asked.told_text, style)
        }
        Words::Json => splendor_verify::line_of(&why),
    };
    out.write_all(said.as_bytes())?;
    Ok(match why.verdict {
        Verdict::Legal | Verdict::Consistent => 0,
        Verdict::Illegal => 1,
        Verdict::Malformed | Verdict::Unsupported => 2,
    })
}

fn read_stdin() -> Result<String, Failure> {
    let failure = |said: String| Failure(format!("<stdin>: {said}"), 2);
    let bytes = files::read_whole(Path::new("-")).map_err(|error| failure(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failure(error.to_string()))
}

/// The turn that the log has in a place, as it stands in its text.
fn own_turn(log: &Log, text: &str, at: usize, named: bool) -> Result<String, Failure> {
    let place = splendor_schema::source::locate(text, &format!("/turns/{at}"));
    place.map(|place| text[place].to_owned()).ok_or_else(|| {
        let turns = log.turns.len();
        let next = "give the turn as JSON, or --turn a turn of the log";
        let lack = if named { "has no such turn" } else { "is asked about without a turn" };
        Failure(format!("the log, of {turns} turns, {lack}; {next}"), 3)
    })
}
