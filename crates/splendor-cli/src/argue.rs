//! `splendor why`: a turn is judged at a place of a log; `splendor diagnose`: what may have gone
//! wrong in a log.

use std::io::Write;
use std::path::Path;

use splendor_schema::{Diagnosis, InputFile, Log, Standing, Turn, Verdict, text_of};
use splendor_verify::{Asked, Style, Text};

use crate::args::{Diagnose, Why, Words};
use crate::judge::name_of;
use crate::{Failure, REPORT, files, say, turn_of};

/// Says whether a turn would have been legal, and why; returns the exit status.
pub(crate) fn why(told: &Why, color: bool, out: &mut dyn Write) -> Result<u8, Failure> {
    let from_stdin = told.told.as_deref() == Some("-");
    if from_stdin && told.log.as_os_str() == "-" {
        let message = "the log and the turn cannot both be standard input".to_owned();
        return Err(Failure(message, 3).next("write one to a file"));
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
        Failure(format!("{place}: {}", error.message), 2).next(next)
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
        Failure(said, 2).next(&step)
    })?;
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

/// What to do about a turn that cannot be read.
const ON_INPUT: &str = "write the turn as JSON in UTF-8, like {\"take\":[\"ruby\",\"ruby\"]}";

fn told_on_input() -> Result<String, Failure> {
    let failure = |said: String| Failure(format!("<stdin>: {said}"), 2).next(ON_INPUT);
    let bytes = files::read_whole(Path::new("-")).map_err(|error| failure(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| failure(error.to_string()))
}

/// The turn that the log has in a place, as it stands in its text.
fn own_turn(log: &Log, text: &str, at: usize, named: bool) -> Result<String, Failure> {
    let place = splendor_schema::source::locate(text, &format!("/turns/{at}"));
    place.map(|place| text[place].to_owned()).ok_or_else(|| {
        let turns = splendor_verify::counted(log.turns.len(), "turn", "turns");
        let next = "give the turn as JSON, or --turn a turn of the log";
        let lack = if named { "has no such turn" } else { "is asked about without a turn" };
        Failure(format!("the log, of {turns}, {lack}"), 3).next(next)
    })
}

/// Says what may have gone wrong in a log; returns the exit status.
pub(crate) fn diagnose(told: &Diagnose, out: &mut dyn Write) -> Result<u8, Failure> {
    files::no_folder(told.write.as_ref())?;
    let game = files::game(&told.log, told.game)?;
    let log = Log::read(&game.bytes).map_err(|error| game.failure(&told.log, &error))?;
    let text = text_of(&game.bytes).map_err(|error| game.failure(&told.log, &error))?;
    let input = InputFile { name: name_of(&told.log), game: told.game, line: game.line };
    let source = Text { input, text: text.into() };
    let diagnosis = splendor_verify::diagnose(&source, &log, &told.by.rulings());
    let said = match told.format {
        Words::Text => splendor_verify::diagnosis_text(&diagnosis),
        Words::Json => splendor_verify::line_of(&diagnosis),
    };
    out.write_all(said.as_bytes())?;
    let fine = matches!(diagnosis.verdict, Verdict::Legal | Verdict::Consistent);
    match &told.write {
        Some(path) if fine => {
            say(&format!("no edit is needed; {} is not written", files::shown(path)));
        }
        Some(path) => {
            out.flush()?;
            write(told, path, &log, &diagnosis, game.bytes.contains(&b'\n'))?;
        }
        None => {}
    }
    let proven = diagnosis.causes.iter().any(|cause| cause.standing == Standing::Proven);
    Ok(u8::from(!fine && !proven))
}

/// Writes the log as a cause edits it, to a file of its own.
fn write(
    told: &Diagnose,
    path: &Path,
    log: &Log,
    diagnosis: &Diagnosis,
    laid_out: bool,
) -> Result<(), Failure> {
    let causes = &diagnosis.causes;
    let first = || causes.iter().position(|cause| cause.standing == Standing::Proven);
    let at = match told.fix {
        Some(number) => number.checked_sub(1).filter(|&at| at < causes.len()).ok_or_else(|| {
            let count = causes.len();
            Failure(format!("there is no cause {number}, but {count}; nothing is written"), 3)
                .next("leave out --write to see the causes with their numbers")
        })?,
        None => first().ok_or_else(|| {
            let message = "no edit is proven; nothing is written".to_owned();
            let next = if causes.is_empty() {
                "leave out --write: no edit that was tried helps"
            } else {
                "--fix N writes the edit of a cause that helps"
            };
            Failure(message, 1).next(next)
        })?,
    };
    let edited = splendor_verify::edited(log, &causes[at]).ok_or_else(|| {
        Failure("the edited log cannot be read; nothing is written".to_owned(), 2).next(REPORT)
    })?;
    let text = if laid_out {
        splendor_verify::layout(&edited)
    } else {
        splendor_verify::one_line(&edited)
    };
    let mut file = files::create_apart(path, &told.log, told.force)?;
    // Without a flush, what cannot be written would be lost in silence.
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|error| files::not_written(path, &error))?;
    say(&format!("wrote the log with the edit {} to {}", at + 1, files::shown(path)));
    let options = splendor_verify::ruling_options(diagnosis);
    if !options.is_empty() {
        say(&format!(
            "`splendor verify{options} {}` judges it by the same rules",
            files::shown(path).typed()
        ));
    }
    Ok(())
}
