//! The folders that the command line names: finds their logs, and opens no file outside of them.

use std::fs::{self, File, FileType};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use splendor_convert::SIDE_FILE_ENDING;
use splendor_input::{is_archive_name, is_log_name, unread_ending};
use splendor_render::{LeftOut, LeftOutReason};

use crate::ignored::{GITIGNORE, IgnoreRules, Patterns};
use crate::path_name::shown;
use crate::resolve::resolve;

/// A folder that no file may be read from outside of.
///
/// A folder from a stranger may contain links to any file of the machine, and the report on a file
/// quotes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Root {
    /// The path as the command line names it, which may lead through links.
    path: PathBuf,
    /// The same folder by a path without links.
    resolved: PathBuf,
}

impl Root {
    /// Returns the folder of a path; links in the path itself are followed.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let named = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        Ok(Self { path: path.to_owned(), resolved: resolve(named)? })
    }

    /// Opens a file of this folder. A link is followed if its target is in the folder too.
    pub(crate) fn open(&self, path: &Path) -> io::Result<File> {
        let below = path.strip_prefix(&self.path).map_err(|_| leads_out())?;
        match self.open_without_links(below) {
            Err(_) if is_link(path) => self.open_without_links(&self.below(path)?),
            opened => opened,
        }
    }

    /// Returns the path without links.
    pub(crate) fn resolved(&self) -> &Path {
        &self.resolved
    }

    /// Returns whether a path leads into this folder, through links too. A path without a file is
    /// judged by its part that exists.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        let existing = path.ancestors().find_map(|part| resolve(part).ok());
        existing.is_some_and(|existing| existing.starts_with(&self.resolved))
    }

    /// Opens the regular file to which a path leads through links, if it is in this folder.
    pub(crate) fn open_target(&self, path: &Path) -> io::Result<File> {
        // To open a pipe or a device may have an effect.
        if !fs::metadata(path)?.is_file() {
            return Err(not_regular());
        }
        self.open_without_links(&self.below(path)?)
    }

    /// Returns the path below this folder to which a path leads through links.
    fn below(&self, path: &Path) -> io::Result<PathBuf> {
        let target = resolve(path)?;
        target.strip_prefix(&self.resolved).map(Path::to_owned).map_err(|_| leads_out())
    }

    /// Opens a file step by step from the handle of one folder to the next, and refuses every link.
    /// So a folder that is replaced by a link in the meantime cannot lead out either.
    #[cfg(unix)]
    fn open_without_links(&self, below: &Path) -> io::Result<File> {
        use std::path::Component;

        use rustix::fs::{Mode, OFlags, open, openat};

        let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        // Without O_NONBLOCK, a pipe that takes the place of the file would block the call.
        let file = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let mut handle = open(&self.resolved, folder, Mode::empty())?;
        let mut parts = below.components().peekable();
        while let Some(part) = parts.next() {
            let Component::Normal(name) = part else { return Err(leads_out()) };
            let flags = if parts.peek().is_some() { folder } else { file };
            handle = openat(&handle, name, flags | OFlags::NOFOLLOW, Mode::empty())?;
        }
        let file = File::from(handle);
        if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
    }

    /// Opens a file if its path leads through no link.
    #[cfg(not(unix))]
    fn open_without_links(&self, below: &Path) -> io::Result<File> {
        let path = self.resolved.join(below);
        if resolve(&path)? != path {
            return Err(leads_out());
        }
        let file = File::open(path)?;
        if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
    }
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_symlink())
}

fn leads_out() -> io::Error {
    io::Error::other("it is a link out of its folder, and is not followed")
}

fn not_regular() -> io::Error {
    io::Error::other("it is not a regular file")
}

/// The entries of a folder.
#[derive(Default)]
pub(crate) struct Entries {
    /// The logs, sorted by name.
    pub(crate) logs: Vec<PathBuf>,
    /// The folders and the `.gitignore` files that cannot be read, with the error.
    pub(crate) unread: Vec<(PathBuf, io::Error)>,
    /// The other entries that a user may take for inputs, and those that are ignored.
    pub(crate) left_out: LeftOut,
}

/// Returns the entries of a folder and of all folders below it, without those that the rules
/// ignore. `foreign` tells whether files of other clients count as logs.
pub(crate) fn entries(root: &Root, foreign: bool, rules: &IgnoreRules) -> Entries {
    let mut found = Entries::default();
    let (mut left_out, mut ignored) = (Vec::new(), Vec::new());
    let mut folders: Vec<(PathBuf, Option<Rc<Patterns>>)> = vec![(root.path.clone(), None)];
    while let Some((folder, above)) = folders.pop() {
        let open = |path: &Path| root.open(path);
        let patterns = rules.patterns_in(&folder, above, open).unwrap_or_else(|error| {
            found.unread.push((folder.join(GITIGNORE), error));
            None
        });
        let mut add = |path: PathBuf, kind: FileType| {
            let sort = sort(root, &path, kind, foreign);
            if let Sort::Other = sort {
                return;
            }
            match (rules.reason(&root.path, &path, kind.is_dir(), patterns.as_deref()), sort) {
                (Some(reason), _) => ignored.push((path, reason)),
                (None, Sort::Folder) => folders.push((path, patterns.clone())),
                (None, Sort::Log) => found.logs.push(path),
                (None, Sort::LeftOut(reason)) => left_out.push((path, reason)),
                (None, Sort::Other) => {}
            }
        };
        if let Err(error) = each_entry(&folder, &mut add) {
            found.unread.push((folder, error));
        }
    }
    found.logs.sort();
    found.unread.sort_by(|(one, _), (other, _)| one.cmp(other));
    left_out.sort_by(|(one, _), (other, _)| one.cmp(other));
    ignored.sort_by(|(one, _), (other, _)| one.cmp(other));
    for (path, reason) in &left_out {
        found.left_out.add(reason, &shown(path));
    }
    for (path, reason) in &ignored {
        found.left_out.ignored.add(*reason, &shown(path));
    }
    found
}

fn each_entry(folder: &Path, add: &mut dyn FnMut(PathBuf, FileType)) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        add(entry.path(), entry.file_type()?);
    }
    Ok(())
}

/// What becomes of an entry.
enum Sort {
    Folder,
    Log,
    LeftOut(LeftOutReason),
    /// A file that nobody takes for a log.
    Other,
}

fn sort(root: &Root, path: &Path, kind: FileType, foreign: bool) -> Sort {
    if kind.is_dir() {
        return Sort::Folder;
    }
    if !kind.is_symlink() {
        return sort_file(path, kind, foreign);
    }
    // A link to a folder may lead back to it, so such links are not followed.
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => Sort::LeftOut(LeftOutReason::LinkToFolder),
        Ok(data) => match sort_file(path, data.file_type(), foreign) {
            Sort::Log if root.below(path).is_err() => Sort::LeftOut(LeftOutReason::LinkOut),
            sort => sort,
        },
        // The run reports why it cannot open the link.
        Err(_) if is_log(path, foreign) => Sort::Log,
        Err(_) => Sort::Other,
    }
}

fn sort_file(path: &Path, kind: FileType, foreign: bool) -> Sort {
    if !kind.is_file() {
        return Sort::LeftOut(special(kind));
    }
    if is_log(path, foreign) {
        return Sort::Log;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let known = foreign && is_side_file(&name.to_lowercase());
    match unread_ending(&name).filter(|_| !known) {
        Some(ending) => Sort::LeftOut(LeftOutReason::Ending(ending)),
        None => Sort::Other,
    }
}

#[cfg(unix)]
fn special(kind: FileType) -> LeftOutReason {
    use std::os::unix::fs::FileTypeExt;

    match kind {
        _ if kind.is_fifo() => LeftOutReason::Pipe,
        _ if kind.is_socket() => LeftOutReason::Socket,
        _ => LeftOutReason::Device,
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> LeftOutReason {
    LeftOutReason::Device
}

/// Returns whether a file in a folder counts as a log, by its name.
pub(crate) fn is_log(path: &Path, foreign: bool) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let Some(name) = name else { return false };
    let kifu =
        |name: &str| [".kifu", ".kifu.gz", ".kifu.zst"].iter().any(|end| name.ends_with(end));
    if foreign {
        return !is_side_file(&name) && (is_log_name(&name) || kifu(&name));
    }
    is_log_name(&name) || is_archive_name(&name)
}

/// Returns whether a name in lower case is that of a side file.
fn is_side_file(name: &str) -> bool {
    [SIDE_FILE_ENDING, ".setup.json.gz", ".setup.json.zst"].iter().any(|end| name.ends_with(end))
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Checks that links are refused that take the place of a file or a folder after it was found.
    #[test]
    fn no_link_leads_out_after_the_search() {
        let folder = std::env::temp_dir().join(format!("splendor-folder-{}", std::process::id()));
        let at = |name: &str| folder.join(name);
        for name in ["logs/in", "out"] {
            fs::create_dir_all(at(name)).unwrap();
        }
        for name in ["logs/a.json", "logs/in/b.json", "out/a.json", "out/b.json"] {
            fs::write(at(name), name).unwrap();
        }
        let root = Root::new(&at("logs")).unwrap();
        let open = |name: &str| root.open(&at(name)).map(|file| io::read_to_string(file).unwrap());
        assert_eq!(
            entries(&root, false, &IgnoreRules::new(&[], true)).logs,
            [at("logs/a.json"), at("logs/in/b.json")]
        );
        assert_eq!(open("logs/in/b.json").unwrap(), "logs/in/b.json");
        fs::remove_dir_all(at("logs/in")).unwrap();
        symlink(at("out"), at("logs/in")).unwrap();
        assert!(open("logs/in/b.json").is_err());
        fs::remove_file(at("logs/a.json")).unwrap();
        symlink(at("out/a.json"), at("logs/a.json")).unwrap();
        assert_eq!(open("logs/a.json").unwrap_err().to_string(), leads_out().to_string());
        fs::remove_file(at("logs/a.json")).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, at("logs/a.json"), rustix::fs::Mode::RUSR).unwrap();
        assert_eq!(open("logs/a.json").unwrap_err().to_string(), not_regular().to_string());
        assert!(root.open(&at("logs/../out/a.json")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
