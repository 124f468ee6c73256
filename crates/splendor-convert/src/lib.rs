//! Files of other clients: from their own words to a log, with an account of every field.
//!
//! Each importer is one file with the same three steps: it *reads* the foreign text into values
//! that know their places, *understands* each of them as a piece of a log, and *assembles* the
//! pieces. What it does not know is an error with its place, and nothing is guessed.

mod account;
mod ai_splendor;
mod boardgamearena;
mod boardgamers;
mod client_ids;
mod client_table;
mod effective_splendor;
mod fields;
mod kifu;
mod log_builder;
mod numbers;
mod side_file;
mod spendee;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use splendor_schema::source::line_column;
use splendor_schema::{Log, ReadError, layout};

pub use account::Account;
pub use client_ids::{CLIENTS, ClientIds};
pub use kifu::{kifu, kifu_left_out};
pub use side_file::{SIDE_FILE_ENDING, SideSetup, is_side_file, side_setups};

/// A log made from a foreign file.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The log.
    pub log: Log,
    /// Where its parts stand in the foreign text.
    pub places: Places,
    /// What became of every field of the foreign text.
    pub account: Account,
}

/// Where the parts of a converted log stand in the foreign text, by JSON pointer.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<String, Range<usize>>);

impl Places {
    fn put(&mut self, pointer: impl Into<String>, span: Range<usize>) {
        self.0.insert(pointer.into(), span);
    }

    /// Returns the bytes that say what stands at a pointer of the log, or what it is a part of.
    pub fn find(&self, pointer: &str) -> Option<Range<usize>> {
        let mut pointer = pointer;
        loop {
            if let Some(span) = self.0.get(pointer) {
                return Some(span.clone());
            }
            pointer = &pointer[..pointer.rfind('/')?];
        }
    }
}

/// Why a foreign file cannot be converted, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertError {
    /// Whether the file is understood and does not hold enough for a log.
    pub incomplete: bool,
    /// Whether the setup of a side file would be enough.
    pub needs_setup: bool,
    /// What was found and what was needed.
    pub message: String,
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
}

impl ConvertError {
    /// Something that the importer does not know.
    fn unknown(span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { incomplete: false, needs_setup: false, message: message.into(), span: span.clone() }
    }

    /// Something that a log needs and the file does not have.
    fn incomplete(span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { incomplete: true, ..Self::unknown(span, message) }
    }

    /// The place of the refusal, for a report on it.
    pub fn places(&self) -> Places {
        Places(BTreeMap::from([(String::new(), self.span.clone())]))
    }

    /// Returns the line and the column in the text, both from 1.
    pub fn line_column(&self, text: &str) -> (usize, usize) {
        line_column(text, self.span.start)
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ConvertError {}

/// Returns what the strict reader says as a refusal; its place is kept by line and column.
fn from_read(text: &str, error: &ReadError) -> ConvertError {
    let before: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
    let line = &text[before..];
    let column = line.char_indices().nth(error.column - 1).map_or(line.len(), |(at, _)| at);
    ConvertError::unknown(&(before + column..before + column), error.message.clone())
}

/// What an importer is given.
#[derive(Clone, Copy, Debug)]
struct Foreign<'t> {
    /// The text of one game.
    text: &'t str,
    /// The setups of side files.
    setups: &'t [SideSetup],
    /// What the file is called, without its ending: the name of a game that is not told.
    name: Option<&'t str>,
}

/// A foreign format.
#[derive(Clone, Copy)]
pub struct ForeignFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// What its files are.
    pub about: &'static str,
    /// Whether each line is a game of its own.
    game_per_line: bool,
    /// Whether its files may leave the table before the first turn to a side file.
    pub takes_setup: bool,
    /// Whether the beginning of a text, without its blanks, is of this format.
    matches: fn(&str) -> bool,
    import: fn(&Foreign<'_>) -> Result<Conversion, ConvertError>,
}

impl fmt::Debug for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Every foreign format that is known.
pub const FOREIGN_FORMATS: [ForeignFormat; 6] = [
    ai_splendor::FORMAT,
    boardgamearena::FORMAT,
    boardgamers::FORMAT,
    effective_splendor::FORMAT,
    kifu::FORMAT,
    spendee::FORMAT,
];

/// What every version of a log holds.
pub const LOG: &str = "\"splendor-log/";

/// How much of a text is looked at to find its format.
const BEGINNING: usize = 1 << 14;

impl ForeignFormat {
    /// Returns the format of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FOREIGN_FORMATS.iter().find(|format| format.name == name)
    }

    /// Returns the format that a text is written in, told by how it begins; none of a text that
    /// names the format of a log, whatever else it holds.
    pub fn of(text: &str) -> Option<&'static Self> {
        if text.contains(LOG) {
            return None;
        }
        let beginning = &text[..text.floor_char_boundary(BEGINNING)];
        let packed: String = beginning.split_whitespace().collect();
        FOREIGN_FORMATS.iter().find(|format| (format.matches)(&packed))
    }

    /// Whether a text that begins with this line is one game, of all its lines.
    pub fn is_one_game_of_lines(first: &str) -> bool {
        Self::of(first).is_some_and(|format| !format.game_per_line)
    }

    /// Returns the games of a text: the line where each begins, from 1, and its text.
    pub fn games<'t>(&self, text: &'t str) -> Vec<(u64, &'t str)> {
        if !self.game_per_line {
            return vec![(1, text)];
        }
        let lines = (1..).zip(text.lines());
        lines.filter(|(_, line)| !line.trim().is_empty()).collect()
    }

    /// Makes a log of the text of one game.
    ///
    /// # Errors
    ///
    /// What the importer does not know, or what the file does not hold, and where.
    pub fn convert(&self, text: &str, setups: &[SideSetup]) -> Result<Conversion, ConvertError> {
        self.convert_file(None, text, setups)
    }

    /// Does the same with the game of a file: where the text does not name it, a setup that is of
    /// another game than the name of the file, without its ending, is of another game.
    ///
    /// # Errors
    ///
    /// As [`Self::convert`].
    pub fn convert_file(
        &self,
        name: Option<&str>,
        text: &str,
        setups: &[SideSetup],
    ) -> Result<Conversion, ConvertError> {
        let made = (self.import)(&Foreign { text, setups, name })?;
        // What is longer than a log may be is not cut: then the file is no log.
        match Log::read(layout::one_line(&made.log).as_bytes()) {
            Ok(_) => Ok(made),
            Err(error) => {
                let span = error.pointer.and_then(|pointer| made.places.find(&pointer));
                let message = format!("no log holds that: {}", error.message);
                Err(ConvertError::unknown(&span.unwrap_or(0..0), message))
            }
        }
    }
}
