//! Files that no importer reads.

use std::fmt;

use splendor_schema::Log;

use super::side_file::is_side_file;
use super::{FOREIGN_FORMATS, ForeignFormat};

/// Why a file is not one of another client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotForeign {
    /// It is a log already.
    Log,
    /// It contains the table of a game, not the game.
    SideFile,
    /// Its format is not known.
    Unknown,
}

impl fmt::Display for NotForeign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log => f.write_str("this is a log already"),
            Self::SideFile => {
                f.write_str("a side file: it contains the table of a game, not the game")
            }
            Self::Unknown => f.write_str(UNKNOWN_FORMAT),
        }
    }
}

impl std::error::Error for NotForeign {}

/// Returns the format of this name, or that of the text where the name is `auto`.
///
/// # Errors
///
/// The text is not a file of another client. A log is none, whatever the name of the format.
pub fn foreign_format(from: &str, text: &str) -> Result<&'static ForeignFormat, NotForeign> {
    if Log::read(text.as_bytes()).is_ok() {
        return Err(NotForeign::Log);
    }
    let format = ForeignFormat::named(from).or_else(|| ForeignFormat::of(text));
    format.ok_or(if is_side_file(text) { NotForeign::SideFile } else { NotForeign::Unknown })
}

/// The message about a file of no known format.
pub(super) const UNKNOWN_FORMAT: &str = "neither a log nor a file of a known client";

/// Returns the names of the formats of other clients.
pub fn known_formats() -> String {
    FOREIGN_FORMATS.map(|format| format.name).join(", ")
}

/// The next step for a file of no known format.
pub const UNKNOWN_FORMAT_HELP: &str = "docs/src/client-guide.md shows how a client writes logs; docs/src/convert.md describes the \
     formats of other clients";

/// Returns the message about an option that names a setup, for a format that needs none.
pub fn setup_is_not_used(option: &str, format: &ForeignFormat) -> String {
    format!("{option} is not used: a file of {} contains its table", format.name)
}
