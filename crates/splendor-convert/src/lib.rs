//! Reads game files of other Splendor clients as logs, and writes logs in one of their formats.
//!
//! Each importer is a file or a folder with the same three steps:
//!
//! 1. *Read* the text into values that keep their places.
//! 2. *Understand* each value as a part of the log.
//! 3. *Assemble* the log.
//!
//! An importer never guesses. Unknown input is an error with its place, and the [`Account`] lists
//! how each field was treated. Places are ranges of bytes; lines and columns count from 1, columns
//! in characters.
//!
//! ```
//! use splendor_convert::{ForeignFormat, side_setups};
//!
//! let text = "Format: Splendor KIFU v1.0\nPlayers: 2\nPosition: startpos seed 7\n";
//! let format = ForeignFormat::of(text).expect("the first line names the format");
//! assert_eq!(format.name, "kifu");
//!
//! // The file has only a seed, so the cards must come from a side file.
//! let error = format.convert(text, &[]).unwrap_err();
//! assert!(error.needs_setup);
//! assert_eq!(error.line_column(text), (3, 11));
//! ```

mod account;
mod ai_splendor;
mod boardgamearena;
mod boardgamers;
mod client_ids;
mod client_table;
mod detect;
mod effective_splendor;
mod fields;
mod kifu;
mod log_builder;
mod nerdvana;
mod numbers;
mod side_file;
mod spendee;
mod splendorust;
mod unknown;
mod verify;

use std::fmt;
use std::ops::Range;

use splendor_schema::json::layout;
use splendor_schema::json::locate::line_column;
use splendor_schema::{Log, ReadError};
use splendor_verify::report::Places;

use self::detect::{Detected, Signs};

pub use account::Account;
pub use client_ids::{CLIENTS, ClientIds};
pub use kifu::{kifu, kifu_left_out};
pub use side_file::{SIDE_FILE_ENDING, SideSetup, side_file, side_setups, stem};
pub use unknown::{
    NotForeign, UNKNOWN_FORMAT_HELP, foreign_format, known_formats, setup_is_not_used,
};
pub use verify::{Judged, judge_foreign, report_refused, verify};

/// A log made from a foreign file.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The log.
    pub log: Log,
    /// The place of each part of the log in the foreign text.
    pub places: Places,
    /// How each field of the foreign text was treated.
    pub account: Account,
}

/// Why a foreign file cannot be converted, and the place of the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertError {
    /// Whether the file is valid but lacks facts that a log needs.
    pub incomplete: bool,
    /// Whether a side file with the setup would supply the missing facts.
    pub needs_setup: bool,
    /// The problem, as expected and found values.
    pub message: String,
    /// The bytes of the text that the message is about.
    pub span: Range<usize>,
}

impl ConvertError {
    /// Returns an error about input that the importer does not know.
    fn unknown(span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { incomplete: false, needs_setup: false, message: message.into(), span: span.clone() }
    }

    /// Returns an error about a fact that a log needs and the file lacks.
    fn incomplete(span: &Range<usize>, message: impl Into<String>) -> Self {
        Self { incomplete: true, ..Self::unknown(span, message) }
    }

    /// Returns the place of the error, for a report.
    pub fn places(&self) -> Places {
        let mut places = Places::default();
        places.insert("", self.span.clone());
        places
    }

    /// Returns the line and the column of the error in the text, both from 1. Columns count
    /// characters.
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

/// Converts an error of the strict JSON reader, which counts lines and characters, not bytes.
fn from_read(text: &str, error: &ReadError) -> ConvertError {
    let before: usize = text.split_inclusive('\n').take(error.line - 1).map(str::len).sum();
    let line = &text[before..];
    let column = line.char_indices().nth(error.column - 1).map_or(line.len(), |(at, _)| at);
    ConvertError::unknown(&(before + column..before + column), error.message.clone())
}

/// The input of an importer.
#[derive(Clone, Copy, Debug)]
struct Foreign<'t> {
    /// The text of one game.
    text: &'t str,
    /// The setups from side files.
    setups: &'t [SideSetup],
    /// The file name without its extension: identifies a game that its text does not name.
    name: Option<&'t str>,
}

/// A file format of another client.
#[derive(Clone, Copy)]
pub struct ForeignFormat {
    /// The name on the command line.
    pub name: &'static str,
    /// A description of its files.
    pub about: &'static str,
    /// Whether each line is a separate game.
    game_per_line: bool,
    /// Whether its files may omit the setup, so that a side file must supply it.
    pub takes_setup: bool,
    /// Whether a text is in this format.
    matches: fn(&Signs) -> bool,
    import: fn(&Foreign<'_>) -> Result<Conversion, ConvertError>,
}

impl fmt::Debug for ForeignFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The foreign formats with an importer, by name.
pub const FOREIGN_FORMATS: [ForeignFormat; 8] = [
    ai_splendor::FORMAT,
    boardgamearena::FORMAT,
    boardgamers::FORMAT,
    effective_splendor::FORMAT,
    kifu::FORMAT,
    nerdvana::FORMAT,
    spendee::FORMAT,
    splendorust::FORMAT,
];

/// A text that occurs in every log of this project, whatever its version.
pub const LOG: &str = "\"splendor-log/";

impl ForeignFormat {
    /// Detects the format of a text.
    ///
    /// Returns `None` for any text that names the log format, so that a log is never taken for a
    /// foreign file.
    pub fn of(text: &str) -> Option<&'static Self> {
        match Detected::of(text) {
            Detected::Foreign(format) => Some(format),
            Detected::Own | Detected::Unknown => None,
        }
    }

    /// Returns the format with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        FOREIGN_FORMATS.iter().find(|format| format.name == name)
    }

    /// Returns whether a text with this first line is a single game that spans several lines.
    pub fn is_one_game_of_lines(first: &str) -> bool {
        Self::of(first).is_some_and(|format| !format.game_per_line)
    }

    /// Splits a text into games: the line number of each, from 1, and its text.
    pub fn games<'t>(&self, text: &'t str) -> Vec<(u64, &'t str)> {
        if !self.game_per_line {
            return vec![(1, text)];
        }
        let lines = (1..).zip(text.lines());
        lines.filter(|(_, line)| !line.trim().is_empty()).collect()
    }

    /// Converts the text of one game to a log.
    ///
    /// # Errors
    ///
    /// A [`ConvertError`] with its place, for unknown or insufficient input.
    pub fn convert(&self, text: &str, setups: &[SideSetup]) -> Result<Conversion, ConvertError> {
        self.convert_file(None, text, setups)
    }

    /// Converts the text of one game of a file.
    ///
    /// `name` is the file name without its extension. It identifies the game if the text does not:
    /// a setup that names another game does not apply.
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
        // Read the log back, so that no importer can make one that the reader rejects.
        match Log::read(layout::json_line(&made.log).as_bytes()) {
            Ok(_) => Ok(made),
            Err(error) => {
                let span = error.pointer.and_then(|pointer| made.places.find(&pointer));
                let message = format!("not valid in a log: {}", error.message);
                Err(ConvertError::unknown(&span.unwrap_or(0..0), message))
            }
        }
    }
}
