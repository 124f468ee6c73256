//! Reads a log with the fast reader and, if that gives up, with the strict one.

use super::{Log, fast_path};
use crate::json::error::ReadError;
use crate::json::strict;
use crate::json::turn_places::{TurnPlaces, TurnSpan};

impl Log {
    /// Reads one log from the bytes of a file, or of one line of a JSON Lines file.
    ///
    /// Reading checks the format and no rules: the log may describe an illegal game.
    ///
    /// ```
    /// use splendor_schema::{Log, Turn};
    ///
    /// let log = Log::read(br#"{
    ///     "format": "splendor-log/1",
    ///     "rules": { "edition": "2024" },
    ///     "players": [{ "name": "Ada" }, { "name": "Zo\u00eb" }],
    ///     "setup": { "market": { "level1": ["a0d3s"], "level2": [], "level3": [] } },
    ///     "turns": [{ "seat": 0, "take": ["diamond", "sapphire", "onyx"] }]
    /// }"#)?;
    /// assert_eq!(log.players.len(), 2);
    /// assert!(matches!(&log.turns[0], Turn::Take(turn) if turn.take.len() == 3));
    /// # Ok::<(), splendor_schema::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a log of this format. The bytes
    /// must be UTF-8 without a byte order mark, and at most
    /// [`LOG_BYTES`](crate::limits::LOG_BYTES) long.
    pub fn read(bytes: &[u8]) -> Result<Log, ReadError> {
        Self::read_with_places(bytes).map(|(log, _)| log)
    }

    /// Reads one log like [`Log::read`]. Also returns the places of its turns; there are none
    /// unless the log is spelled in the usual way.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Log::read`].
    pub fn read_with_places(bytes: &[u8]) -> Result<(Log, TurnPlaces), ReadError> {
        let text = strict::decode(bytes)?;
        // Almost every log is correct and spelled in the usual way, so the fast path is tried
        // first. It gives up on any other log, which is then read by the strict reader: only that
        // may reject a log and report errors.
        fast_path::read_log(text).or_else(|turns| read_text_strictly_after(turns, text))
    }

    /// Reads one log with the strict reader, without the fast path of [`Log::read`]. A fast reader
    /// of the caller accepted the first turns and stopped at the text after them, where that fast
    /// path would stop, too.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Log::read`].
    pub fn read_strictly_after(
        turns: TurnSpan,
        bytes: &[u8],
    ) -> Result<(Log, TurnPlaces), ReadError> {
        read_text_strictly_after(turns, strict::decode(bytes)?)
    }

    /// Reads one log with the strict reader alone, without the fast path of [`Log::read`].
    ///
    /// The result is the same. Tests compare the two.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Log::read`].
    pub fn read_strictly(bytes: &[u8]) -> Result<Log, ReadError> {
        strict::read(bytes, Log::FORMAT)
    }
}

/// Reads a log with the strict reader, which remembers no places. To find an error sooner, it first
/// reads the text without the turns that a fast reader accepted.
fn read_text_strictly_after(turns: TurnSpan, text: &str) -> Result<(Log, TurnPlaces), ReadError> {
    match strict::error_after::<Log>(text, turns, Log::FORMAT) {
        Some(error) => Err(error),
        None => Ok((strict::read_text(text, Log::FORMAT)?, TurnPlaces::default())),
    }
}
