//! Files that describe a table: a log or a position.

use crate::{Log, Position, ReadError, ReadErrorKind};

/// The content of a file that describes a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogOrPosition {
    /// A log.
    Log(Box<Log>),
    /// A position.
    Position(Box<Position>),
}

impl LogOrPosition {
    /// Reads a log or a position, as the field `format` of the file says.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place; a file in another format is not a log.
    pub fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        match Log::read(bytes) {
            Ok(log) => Ok(Self::Log(Box::new(log))),
            Err(ReadError { kind: ReadErrorKind::UnknownFormat(name), .. })
                if name == Position::FORMAT =>
            {
                Position::read(bytes).map(|position| Self::Position(Box::new(position)))
            }
            Err(error) => Err(error),
        }
    }
}
