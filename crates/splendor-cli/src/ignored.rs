//! The entries of folders that a run ignores: by `--exclude`, by `.gitignore`, and by their names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use splendor_render::IgnoreReason;

/// The name of the files with the patterns of Git.
pub(crate) const GITIGNORE: &str = ".gitignore";

/// The folders that never hold games.
const FOLDERS: [&str; 2] = [".git", "node_modules"];

/// The most bytes of a `.gitignore`: a stranger may have written it, and each line is compiled.
const GITIGNORE_BYTES: u64 = 1 << 16;

/// Decides which entries of folders are ignored.
#[derive(Clone, Debug)]
pub(crate) struct IgnoreRules {
    exclude: Gitignore,
    /// Whether `.gitignore` and the names of folders count.
    by_default: bool,
}

/// The patterns of a `.gitignore`, and those of the folders above.
pub(crate) struct Patterns {
    folder: PathBuf,
    globs: Gitignore,
    above: Option<Rc<Patterns>>,
}

/// Rejects a pattern of `--exclude` that names nothing, or that cannot be read.
pub(crate) fn check_pattern(text: &str) -> Result<String, String> {
    if text.trim().is_empty() || text.starts_with(['#', '!']) {
        return Err("it names no entry; write a pattern like `drafts` or `*.tmp.json`".to_owned());
    }
    let mut builder = GitignoreBuilder::new("");
    let added = builder.add_line(None, &without_choices(text)).map(|_| ());
    added.and_then(|()| builder.build()).map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}

impl IgnoreRules {
    /// Returns the rules for patterns that were checked.
    pub(crate) fn new(exclude: &[String], by_default: bool) -> Self {
        let exclude = patterns(exclude.iter().map(String::as_str));
        Self { exclude: exclude.unwrap_or_else(|_| Gitignore::empty()), by_default }
    }

    /// Returns the patterns that hold in a folder: those of its `.gitignore`, if it has one, and
    /// those of the folders above it.
    pub(crate) fn patterns_in(
        &self,
        folder: &Path,
        above: Option<Rc<Patterns>>,
        open: impl FnOnce(&Path) -> io::Result<File>,
    ) -> Result<Option<Rc<Patterns>>, io::Error> {
        if !self.by_default {
            return Ok(None);
        }
        let text = match open(&folder.join(GITIGNORE)) {
            Ok(file) => bounded(file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(above),
            Err(error) => return Err(error),
        };
        let globs = patterns(text.trim_start_matches('\u{feff}').lines())?;
        Ok(Some(Rc::new(Patterns { folder: folder.to_owned(), globs, above })))
    }

    /// Returns why an entry of the folder `root` is ignored, if it is.
    pub(crate) fn reason(
        &self,
        root: &Path,
        path: &Path,
        is_folder: bool,
        patterns: Option<&Patterns>,
    ) -> Option<IgnoreReason> {
        if matched(&self.exclude, root, path, is_folder).is_ignore() {
            return Some(IgnoreReason::Exclude);
        }
        if !self.by_default {
            return None;
        }
        let known = |name: &&&str| path.file_name().is_some_and(|of_path| of_path == **name);
        if let Some(name) = FOLDERS.iter().find(known).filter(|_| is_folder) {
            return Some(IgnoreReason::Folder(name));
        }
        let mut level = patterns;
        while let Some(Patterns { folder, globs, above }) = level {
            // The nearest file decides, also if it takes an entry back with `!`.
            match matched(globs, folder, path, is_folder) {
                Match::Ignore(_) => return Some(IgnoreReason::Gitignore),
                Match::Whitelist(_) => return None,
                Match::None => level = above.as_deref(),
            }
        }
        None
    }
}

fn matched<'p>(
    patterns: &'p Gitignore,
    folder: &Path,
    path: &Path,
    is_folder: bool,
) -> Match<&'p ignore::gitignore::Glob> {
    path.strip_prefix(folder).map_or(Match::None, |below| patterns.matched(below, is_folder))
}

/// Writes braces as letters: for Git `{a,b}` is a name, for the library a choice of two.
fn without_choices(line: &str) -> String {
    line.replace('{', "[{]").replace('}', "[}]")
}

/// Compiles lines. Like Git, it skips a line that is no pattern.
fn patterns<'l>(lines: impl Iterator<Item = &'l str>) -> io::Result<Gitignore> {
    let mut builder = GitignoreBuilder::new("");
    for line in lines {
        let line = line.trim_end_matches('\r');
        let _not_a_pattern = builder.add_line(None, &without_choices(line)).is_err();
    }
    builder.build().map_err(|error| io::Error::other(error.to_string()))
}

fn bounded(file: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.take(GITIGNORE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > GITIGNORE_BYTES {
        return Err(io::Error::other("it has more than 64 KiB"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
