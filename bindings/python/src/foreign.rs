//! Files of other clients as logs, as `splendor convert` makes them.

use std::path::Path;

use splendor_convert::{
    ConvertError, ForeignFormat, SideSetup, foreign_format, kifu_left_out, setup_is_not_used,
    side_setups, stem,
};
use splendor_schema::json::layout;
use splendor_schema::{FileName, Log, text_of};

/// A log that was made from a game of a foreign file.
pub(crate) struct Converted {
    /// The line of the game in the file, from 1.
    pub(crate) line: u64,
    /// The log as a document.
    pub(crate) document: String,
    /// The log as one line.
    pub(crate) json_line: String,
    /// The account of every field, as JSON.
    pub(crate) account: String,
}

/// Why a file is not converted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotConverted {
    /// The file or an option is wrong as a whole.
    Whole(String),
    /// The content at a place is wrong, or lacks something.
    Place { message: String, line: u64, column: u64, needs_setup: bool },
}

/// A foreign file, and how it is read.
pub(crate) struct ForeignFile<'f> {
    pub(crate) bytes: &'f [u8],
    /// The name in messages.
    pub(crate) name: &'f FileName,
    /// The path, which identifies a game that its text does not name.
    pub(crate) path: Option<&'f Path>,
    /// The name of the format, or `auto`.
    pub(crate) format: &'f str,
    /// The name and the bytes of a side file.
    pub(crate) setup: Option<(&'f FileName, &'f [u8])>,
}

impl ForeignFile<'_> {
    /// Converts every game.
    ///
    /// # Errors
    ///
    /// The file is not one of another client, or a game of it cannot be converted.
    pub(crate) fn convert(&self) -> Result<Vec<Converted>, NotConverted> {
        let text = text_of(self.bytes).map_err(|error| NotConverted::Place {
            message: error.in_file(self.name),
            line: error.line as u64,
            column: error.column as u64,
            needs_setup: false,
        })?;
        if text.trim().is_empty() {
            return Err(NotConverted::Whole(format!("{}:1:1: the file is empty", self.name)));
        }
        self.check_format()?;
        let format = foreign_format(self.format, text)
            .map_err(|why| NotConverted::Whole(format!("{}: {why}", self.name)))?;
        let setups = self.setups(format)?;
        let stem = self.path.and_then(stem);
        let games = format.games(text).into_iter();
        let converted = games.map(|(line, game)| {
            let made = format
                .convert_file(stem.as_deref(), game, &setups)
                .map_err(|error| refused(self.name, line, game, &error))?;
            Ok(Converted {
                line,
                document: layout::pretty_log(&made.log),
                json_line: layout::json_line(&made.log),
                account: made.account.json(self.name, line, format.name),
            })
        });
        converted.collect()
    }

    /// Rejects an unknown name of a format.
    fn check_format(&self) -> Result<(), NotConverted> {
        if self.format == "auto" || ForeignFormat::named(self.format).is_some() {
            return Ok(());
        }
        let known = splendor_convert::known_formats();
        let message = format!("unknown format; the known formats are {known}");
        Err(NotConverted::Whole(format!("`{}`: {message}", self.format)))
    }

    fn setups(&self, format: &ForeignFormat) -> Result<Vec<SideSetup>, NotConverted> {
        let Some((name, bytes)) = self.setup else { return Ok(Vec::new()) };
        if !format.takes_setup {
            return Err(NotConverted::Whole(setup_is_not_used("setup", format)));
        }
        let text =
            text_of(bytes).map_err(|error| NotConverted::Whole(format!("{name}: {error}")))?;
        side_setups(text).map_err(|error| refused(name, 1, text, &error))
    }
}

/// Returns the error about a game that begins at a line.
fn refused(name: &FileName, first: u64, text: &str, error: &ConvertError) -> NotConverted {
    let (line, column) = error.line_column(text);
    let (line, column) = (line as u64 + first - 1, column as u64);
    let message = format!("{name}:{line}:{column}: {error}");
    NotConverted::Place { message, line, column, needs_setup: error.needs_setup }
}

/// Fields with their number.
pub(crate) type LeftOut = Vec<(&'static str, usize)>;

/// Returns a log as KIFU, and the fields with their number that a KIFU cannot hold.
///
/// # Errors
///
/// The log cannot be read, or a KIFU cannot hold it.
pub(crate) fn kifu(log: &[u8]) -> Result<(String, LeftOut), String> {
    let log = Log::read(log).map_err(|error| error.to_string())?;
    Ok((splendor_convert::kifu(&log)?, kifu_left_out(&log)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn convert(text: &str, format: &str) -> Result<Vec<Converted>, NotConverted> {
        let (bytes, name) = (text.as_bytes(), &"game".into());
        ForeignFile { bytes, name, path: None, format, setup: None }.convert()
    }

    #[test]
    fn an_error_has_its_place() {
        let kifu = "Format: Splendor KIFU v1.0\nPlayers: 2\nPosition: startpos seed 7\n";
        let Err(NotConverted::Place { message, line, column, needs_setup }) = convert(kifu, "auto")
        else {
            panic!("the file has only a seed")
        };
        assert_eq!((line, column, needs_setup), (3, 11, true));
        assert!(message.starts_with("game:3:11: the file has only a seed"), "{message}");
    }

    #[test]
    fn a_log_is_no_foreign_file() {
        let error = |text, format| match convert(text, format) {
            Err(NotConverted::Whole(message)) => message,
            _ => panic!("it is converted"),
        };
        for format in ["auto", "kifu"] {
            assert_eq!(error(splendor_schema::EXAMPLE, format), "game: this is a log already");
        }
        assert_eq!(error(" ", "auto"), "game:1:1: the file is empty");
        assert!(
            error("words", "auto").starts_with("game: neither a log nor a file of a known client")
        );
        assert!(error("words", "chess").starts_with("`chess`: unknown format"));
    }
}
