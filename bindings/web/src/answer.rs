//! The answers: the reports on the logs of a file, one log as a page, or both judges' part of an
//! example of the book.

use std::cell::Cell;
use std::io::{self, Read};

use splendor_input::{Piece, pieces};
use splendor_render::TextStyle;
use splendor_schema::json::layout;
use splendor_schema::{InputFile, Log};
use splendor_verify::{JudgeOptions, ReportScope, ReportSource};

/// The most logs of a file that are judged, and the bytes of reports after which judging stops.
const MOST: (u64, usize) = (1_000, 8 << 20);

/// A question about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// The reports on its logs, each a line of JSON, as the program writes them.
    Reports,
    /// The reports as text.
    Words,
    /// The page of one of its logs, by its number.
    Page(u64),
    /// The core's answers to an example of the book, and the facts for the logic program, as JSON.
    Example,
}

impl Ask {
    /// Decodes a question. Only a page uses `game`, the number of a log from 1.
    pub(crate) fn of(what: u32, game: u32) -> Self {
        match what {
            0 => Self::Reports,
            1 => Self::Words,
            2 => Self::Page(game.into()),
            3 => Self::Example,
            _ => panic!("{what} is not a question"),
        }
    }
}

/// The reach of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The answer covers all logs.
    Whole = 0,
    /// The file has more logs than are judged here.
    Part = 1,
    /// The file could not be read to its end; the answer has the reason.
    Unread = 2,
}

/// Answers a question about a file.
pub(crate) fn answer(name: &str, bytes: &[u8], ask: Ask) -> (Reach, String) {
    if ask == Ask::Example {
        return (Reach::Whole, splendor_book::judge_example(&String::from_utf8_lossy(bytes)));
    }
    let mut answer = String::new();
    let more = Cell::new(false);
    let read = pieces(Until { bytes, enough: &more }, &mut |piece| {
        if piece.game > MOST.0 || answer.len() >= MOST.1 {
            more.set(true);
        } else {
            answer_on_log(&mut answer, name, &piece, ask);
        }
    });
    match read {
        _ if more.get() => (Reach::Part, answer),
        Err(error) => (Reach::Unread, error.to_string()),
        Ok(()) => (Reach::Whole, answer),
    }
}

/// Appends the answer on one log.
fn answer_on_log(answer: &mut String, name: &str, piece: &Piece<'_>, ask: Ask) {
    let &Piece { game, line, bytes } = piece;
    let input = InputFile { name: name.into(), game, line };
    let options = JudgeOptions::default();
    match ask {
        Ask::Reports => {
            let (report, _) =
                splendor_convert::verify(input, bytes, &options, ReportScope::DETAILED);
            *answer += &layout::compact(&report);
            answer.push('\n');
        }
        Ask::Words => {
            let (report, text) =
                splendor_convert::verify(input, bytes, &options, ReportScope::BRIEF);
            *answer += &splendor_render::report_text(&report, text.as_ref(), TextStyle::default());
        }
        Ask::Page(number) if number == game => *answer = page(input, bytes, &options),
        Ask::Page(_) | Ask::Example => {}
    }
}

/// Returns the page of a log, if it can be read as one.
fn page(input: InputFile, bytes: &[u8], options: &JudgeOptions) -> String {
    let (Ok(log), Ok(text)) = (Log::read(bytes), std::str::from_utf8(bytes)) else {
        return String::new();
    };
    splendor_render::html_page(&ReportSource { input, text: text.into() }, &log, options)
}

/// The bytes of a file, which pretend to end after enough reports.
struct Until<'b> {
    bytes: &'b [u8],
    enough: &'b Cell<bool>,
}

impl Read for Until<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.enough.get() { Ok(0) } else { self.bytes.read(buffer) }
    }
}
