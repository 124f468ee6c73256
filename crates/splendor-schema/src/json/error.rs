//! Errors of the reader.

use std::fmt;

use crate::json::lines::line_column;

/// An error of the reader, with its place in the text.
///
/// The reader stops at the first error. Its message is one line for people and may change with
/// any version; programs should match [`ReadError::kind`].
///
/// ```
/// use splendor_schema::{Log, ReadErrorKind};
///
/// let error = Log::read(br#"{ "format": "splendor-log/2" }"#).unwrap_err();
/// assert_eq!(error.kind, ReadErrorKind::UnknownFormat("splendor-log/2".to_owned()));
/// assert_eq!(error.pointer.as_deref(), Some("/format"));
/// assert_eq!((error.line, error.column), (1, 13));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The kind of error.
    pub kind: ReadErrorKind,
    /// The error in one line, like "expected a token, found an object".
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
    /// The JSON pointer of the value or key, or of the innermost object or list around it.
    /// Absent if the text is not UTF-8 or is larger than the limit.
    pub pointer: Option<String>,
}

/// The kind of a [`ReadError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The bytes are not valid UTF-8.
    Encoding,
    /// The text begins with a byte order mark.
    Bom,
    /// The text is not JSON, or breaks the stricter rules of I-JSON (RFC 7493) on numbers and
    /// strings.
    Syntax,
    /// An object has the same key twice.
    DuplicateKey,
    /// The text is JSON, but not a value of the format: a field is missing or unknown, or a value
    /// has the wrong type or is out of range.
    Shape,
    /// The text is longer than [`LOG_BYTES`](crate::limits::LOG_BYTES), or nested deeper than
    /// [`DEPTH`](crate::limits::DEPTH).
    TooLarge,
    /// The file names another format or version, which this holds.
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

    /// Returns the error at its place in a file, like `game.json:3:5: expected a token`.
    pub fn in_file(&self, name: impl fmt::Display) -> String {
        format!("{name}:{}:{}: {}", self.line, self.column, self.message)
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.message, self.line, self.column)
    }
}

impl std::error::Error for ReadError {}
