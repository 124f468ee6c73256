//! Side files: the setup of a game, for clients that log only a seed.

use std::ops::Range;
use std::path::{Path, PathBuf};

use splendor_schema::json::tree::{Tree, Value};
use splendor_schema::log::Setup;

use super::fields::{Fields, clip, expected, text};
use super::{Account, ConvertError, Foreign, from_read};

/// The name and version of the format of side files.
const FORMAT: &str = "splendor-setup/1";

/// The suffix of the names of side files.
pub const SIDE_FILE_ENDING: &str = ".setup.json";

/// The setup of a game from a side file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideSetup {
    /// The client's name for the game; `None` matches every game.
    pub game: Option<String>,
    /// The table.
    pub setup: Setup,
}

/// Reads a side file: one document, or one document a line.
///
/// # Errors
///
/// The first problem of the text, with its place.
pub fn side_setups(text: &str) -> Result<Vec<SideSetup>, ConvertError> {
    let lines = lines(text);
    let first = lines.first().cloned().unwrap_or(0..0);
    let alone = lines.len() < 2 || Tree::read(text, first).is_err();
    if alone {
        return one(text, 0..text.len()).map(|setup| vec![setup]);
    }
    lines.into_iter().map(|part| one(text, part)).collect()
}

/// Returns the path of the side file of a file: the same name with another ending, in the same
/// folder.
pub fn side_file(path: &Path) -> Option<PathBuf> {
    Some(path.with_file_name(stem(path)? + SIDE_FILE_ENDING))
}

/// Returns the name of a file without its endings, or `None` for standard input.
pub fn stem(path: &Path) -> Option<String> {
    let name = path.file_name().filter(|name| *name != "-" && *name != "<stdin>")?;
    let name = name.to_string_lossy();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let stem = name.strip_suffix(".replay.json").or(name.rsplit_once('.').map(|(stem, _)| stem));
    Some(stem.unwrap_or(name).to_owned())
}

/// Returns whether a text begins like a side file.
pub(crate) fn is_side_file(text: &str) -> bool {
    let beginning = &text[..text.floor_char_boundary(256)];
    let packed: String = beginning.split_whitespace().collect();
    packed.starts_with(&format!("{{\"format\":\"{FORMAT}\""))
}

/// Returns the byte ranges of all lines that are not blank.
pub(super) fn lines(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        start += line.len();
        start - line.len()..start - line.len() + line.trim_end().len()
    });
    lines.filter(|line| !text[line.clone()].trim().is_empty()).collect()
}

fn one(whole: &str, part: Range<usize>) -> Result<SideSetup, ConvertError> {
    let tree = Tree::read(whole, part).map_err(|error| from_read(whole, &error))?;
    let mut fields = Fields::of("the side file", &tree)?;
    let format = fields.get("format")?;
    if text("the format", format)? != FORMAT {
        return Err(expected(format, &format!("`{FORMAT}`")));
    }
    let game = fields.find("game").map(|game| text("the game", game)).transpose()?;
    let field = fields.get("setup")?;
    if !matches!(field.value, Value::Object(_)) {
        return Err(expected(field, "an object (the setup)"));
    }
    let setup = Setup::read(whole[field.span.clone()].as_bytes()).map_err(|error| {
        let said = error.message;
        ConvertError::unknown(&field.span, format!("the setup is not valid in a log: {said}"))
    })?;
    fields.finish(&mut Account::default())?;
    Ok(SideSetup { game: game.map(str::to_owned), setup })
}

impl<'t> Foreign<'t> {
    /// Returns the setup for a game, or `None` without side files.
    ///
    /// # Errors
    ///
    /// No setup matches the game, or several do.
    pub(super) fn setup(&self, game: Option<&str>) -> Result<Option<&'t SideSetup>, ConvertError> {
        let game = game.or(self.name);
        let fits = |side: &&SideSetup| match (&side.game, game) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let fitting: Vec<&SideSetup> = self.setups.iter().filter(fits).collect();
        let named = game.map(|game| format!(" of the game `{}`", clip(game))).unwrap_or_default();
        match fitting.as_slice() {
            [] if self.setups.is_empty() => Ok(None),
            [one] => Ok(Some(one)),
            [] => Err(self.no_setup(&format!("the side file has no setup{named}"))),
            several => {
                let count = several.len();
                Err(self
                    .no_setup(&format!("the side file has {count} setups{named}; expected one")))
            }
        }
    }

    fn no_setup(&self, message: &str) -> ConvertError {
        let span = 0..self.text.len().min(1);
        ConvertError { needs_setup: true, ..ConvertError::incomplete(&span, message) }
    }

    /// Returns an error for a file that has only the seed of its setup.
    pub(super) fn only_a_seed(&self, span: &Range<usize>) -> ConvertError {
        self.lacks_setup(span, "the file has only a seed")
    }

    /// Returns an error for a file without the table before the first turn.
    pub(super) fn lacks_setup(&self, span: &Range<usize>, why: &str) -> ConvertError {
        let beside = match self.name {
            Some(name) => format!("`{}{SIDE_FILE_ENDING}`", clip(name)),
            None => format!("a file that ends in `{SIDE_FILE_ENDING}`"),
        };
        let message = format!(
            "{why}; the table before the first turn must come from a side file: --setup FILE, or \
             --setup-beside with {beside} in the same folder"
        );
        ConvertError { needs_setup: true, ..ConvertError::incomplete(span, message) }
    }
}
