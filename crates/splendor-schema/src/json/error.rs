//! Why bytes are not a file of the format.

use std::fmt;

use crate::json::lines::line_column;

/// Why bytes could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The kind of failure.
    pub kind: ReadErrorKind,
    /// What was found and what was needed.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The JSON pointer of the value, where it is known.
    pub pointer: Option<String>,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The bytes are not UTF-8.
    Encoding,
    /// The text begins with a byte order mark.
    Bom,
    /// The text is not JSON, or not I-JSON.
    Syntax,
    /// An object has a key twice.
    DuplicateKey,
    /// The JSON does not have the shape of the format.
    Shape,
    /// The text is longer, or nested deeper, than the limit.
    TooLarge,
    /// The file names another format or version.
    UnknownFormat(String),
}

impl ReadError {
    /// Returns an error at the first character of the text.
    pub(crate) const fn at_start(kind: ReadErrorKind, message: String) -> ReadError {
        ReadError { kind, message, line: 1, column: 1, pointer: None }
    }

    /// Returns an error at a byte of the text.
    pub(crate) fn at(
        text: &str,
        offset: usize,
        kind: ReadErrorKind,
        message: String,
        pointer: Option<String>,
    ) -> ReadError {
        let (line, column) = line_column(text, offset);
        ReadError { kind, message, line, column, pointer }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.message, self.line, self.column)
    }
}

impl std::error::Error for ReadError {}
