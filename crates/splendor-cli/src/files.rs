//! The logs of a command line: files, folders, standard input.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use splendor_convert::{ForeignFormat, SIDE_FILE_ENDING};
use splendor_schema::{FileName, ReadError, ReadErrorKind, text_of};
use splendor_verify::input::{Part, Piece, is_archive, is_archive_name, is_log_name, parts, whole};

use crate::error::{CliError, ExitStatus};
use crate::run::signals::Signals;

/// A log that was read.
pub(crate) struct Log {
    pub(crate) log: splendor_schema::Log,
}

/// What a table is read from.
pub(crate) enum Table {
    Log(Box<splendor_schema::Log>),
    Position(Box<splendor_schema::Position>),
}

/// The files that a path stands for.
#[derive(Default)]
pub(crate) struct Found {
    /// The logs, in the order of names.
    pub(crate) logs: Vec<PathBuf>,
    /// What cannot be looked at.
    pub(crate) unread: Vec<(PathBuf, io::Error)>,
    /// Whether files of other clients are looked for, too.
    foreign: bool,
}

/// Returns a file itself, of a folder the logs in it and in the folders below.
pub(crate) fn logs_of(path: &Path, foreign: bool) -> Found {
    let mut found = Found { foreign, ..Found::default() };
    if path.as_os_str() == "-" || !path.is_dir() {
        found.logs.push(path.to_owned());
        return found;
    }
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        if let Err(error) = found.look_into(&folder, &mut folders) {
            found.unread.push((folder, error));
        }
    }
    found.logs.sort();
    found.unread.sort_by(|(one, _), (other, _)| one.cmp(other));
    found
}

impl Found {
    fn look_into(&mut self, folder: &Path, folders: &mut Vec<PathBuf>) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            // A link to a folder is not followed: it may lead back.
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else if is_log(&path, self.foreign)
                && fs::metadata(&path).map_or(true, |data| data.is_file())
            {
                self.logs.push(path);
            }
        }
        Ok(())
    }
}

fn is_log(path: &Path, foreign: bool) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let Some(name) = name else { return false };
    let kifu =
        |name: &str| [".kifu", ".kifu.gz", ".kifu.zst"].iter().any(|end| name.ends_with(end));
    let side = [SIDE_FILE_ENDING, ".setup.json.gz", ".setup.json.zst"]
        .iter()
        .any(|end| name.ends_with(end));
    if foreign {
        return !side && (is_log_name(&name) || kifu(&name));
    }
    is_log_name(&name) || is_archive_name(&name)
}

/// Whether a file that is written would count as a log of this folder.
pub(crate) fn counts_in(path: &Path, folder: &Path) -> bool {
    let within = || Some(in_folder(path)?.starts_with(fs::canonicalize(folder).ok()?));
    folder.is_dir() && is_log(path, true) | is_log(path, false) && within().unwrap_or(false)
}

/// Calls `each` with every log of a file or of standard input, unless that is an archive.
pub(crate) fn read(path: &Path, each: &mut dyn FnMut(Piece<'_>)) -> io::Result<()> {
    let mut archived = false;
    parts(open(path)?, &mut |part| {
        match part {
            Part::Log(None, piece) => each(piece),
            Part::Empty(None) => {}
            Part::Log(Some(_), _) | Part::Empty(Some(_)) | Part::Unread(..) | Part::NoLog => {
                archived = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    })?;
    if archived { Err(archive_error()) } else { Ok(()) }
}

/// What keeps an archive from being read where one file is needed.
#[derive(Debug)]
struct Archived;

impl fmt::Display for Archived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is an archive, where one file is needed")
    }
}

impl std::error::Error for Archived {}

/// Returns the error about an archive where one file is needed.
pub(crate) fn archive_error() -> io::Error {
    io::Error::other(Archived)
}

fn is_archived(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Archived>)
}

/// Returns all bytes of a file or of standard input, up to the limit of a log.
pub(crate) fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let bytes = whole(open(path)?)?;
    if is_archive(&bytes) { Err(archive_error()) } else { Ok(bytes) }
}

fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    Ok(if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    })
}

/// Opens a file or standard input; who waits for it, or for what it gives, still notices signals.
#[cfg(unix)]
pub(crate) fn open_patiently(path: &Path, signals: &Signals) -> io::Result<Box<dyn Read>> {
    crate::run::signals::Patient::open(path, signals)
}

/// Opens a file or standard input.
#[cfg(not(unix))]
pub(crate) fn open_patiently(path: &Path, _: &Signals) -> io::Result<Box<dyn Read>> {
    open(path)
}

/// Whether two paths lead to one file, also by links.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    let paths = (fs::canonicalize(one), fs::canonicalize(other));
    match paths {
        (Ok(one), Ok(other)) => one == other || same_node(&one, &other),
        // What is not there yet is named by its folder.
        _ => matches!((in_folder(one), in_folder(other)), (Some(one), Some(other)) if one == other),
    }
}

fn in_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(unix)]
fn same_node(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let node = |path| fs::metadata(path).map(|data| (data.is_file(), data.dev(), data.ino()));
    matches!((node(one), node(other)), (Ok(one), Ok(other)) if one == other && one.0)
}

#[cfg(not(unix))]
fn same_node(_: &Path, _: &Path) -> bool {
    false
}

/// Returns a path as a message tells it.
pub(crate) fn shown(path: &Path) -> FileName {
    FileName::from_bytes(path.as_os_str().as_encoded_bytes())
}

/// The name by which reports tell a path.
pub(crate) fn name_of(path: &Path) -> FileName {
    if path.as_os_str() == "-" { "<stdin>".into() } else { shown(path) }
}

/// What to do about an input that cannot be read.
pub(crate) fn unread(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "check the path: it is looked for from the folder you are in",
        io::ErrorKind::PermissionDenied => "let your user read it, or copy it to where it may",
        io::ErrorKind::IsADirectory => "name a file; `verify`, `audit` and `impact` read folders",
        io::ErrorKind::NotADirectory => {
            "check the path: it leads through a file, or ends with a slash behind one"
        }
        _ if is_archived(error) => UNPACK,
        _ => "check the file: `gzip -t`, `zstd -t` or `tar -t` test a packed one; copy it anew",
    }
}

/// What to do about an archive where one file is needed.
pub(crate) const UNPACK: &str = "unpack it with `tar -xf` and name a file of it; `verify`, \
                                 `audit` and `impact` read archives of logs";

/// What to do about an output that cannot be written.
pub(crate) fn unwritten(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "make the folder first, or write to another one",
        io::ErrorKind::PermissionDenied => "write to a folder that your user may write to",
        io::ErrorKind::IsADirectory => "that is a folder: name a file, in it or elsewhere",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "that is a file: name a folder, or a path that leads through folders"
        }
        _ => "check the disk and the path, or write to another file",
    }
}

/// Says that an input cannot be read.
pub(crate) fn not_read(path: &Path, error: &io::Error, exit: ExitStatus) -> CliError {
    CliError::new(exit, format!("{}: {error}", name_of(path))).help(unread(error))
}

/// Says that an output cannot be written.
pub(crate) fn not_written(path: &Path, error: &io::Error) -> CliError {
    CliError::usage(format!("{}: {error}", shown(path))).help(unwritten(error))
}

/// What to do about a file that holds no log.
pub(crate) const EMPTY: &str = "`splendor example` prints a log to start from";

/// Opens a file to write to, unless it is the one that is being read.
pub(crate) fn create(path: &Path, read: &Path) -> Result<Box<dyn Write>, CliError> {
    let told = shown(path);
    if same(path, read) {
        let message = format!("{told} is the log that is read");
        return Err(CliError::usage(message).help("write to another file"));
    }
    match File::create(path) {
        Ok(file) => Ok(Box::new(BufWriter::new(file))),
        Err(error) => Err(not_written(path, &error)),
    }
}

/// Says that a file is missing, or a folder, before it is read.
pub(crate) fn there(path: &Path) -> Result<(), CliError> {
    let error = match fs::metadata(path) {
        Ok(data) if data.is_dir() => io::ErrorKind::IsADirectory.into(),
        Ok(_) => return Ok(()),
        Err(error) => error,
    };
    Err(not_read(path, &error, ExitStatus::NotJudged))
}

/// Refuses to write a file where a folder is, before there is anything to write.
pub(crate) fn no_folder(path: Option<&PathBuf>) -> Result<(), CliError> {
    let folder = path.filter(|path| path.is_dir());
    folder.map_or(Ok(()), |path| Err(not_written(path, &io::ErrorKind::IsADirectory.into())))
}

/// Opens a file to write to that is not the one being read, and not there yet but with `force`.
pub(crate) fn create_apart(
    path: &Path,
    read: &Path,
    force: bool,
) -> Result<Box<dyn Write>, CliError> {
    if !force && !same(path, read) && path.exists() {
        let message = format!("{} is there already", shown(path));
        return Err(
            CliError::usage(message).help("--force writes over it, or write to another file")
        );
    }
    create(path, read)
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(|error| not_written(path, &error))
}

/// Returns the side file beside a file: the same name with another ending.
pub(crate) fn setup_beside(path: &Path) -> Option<PathBuf> {
    let beside = path.with_file_name(stem(path)? + SIDE_FILE_ENDING);
    beside.is_file().then_some(beside)
}

/// Returns the name of a file without its endings; standard input has none.
pub(crate) fn stem(path: &Path) -> Option<String> {
    let name = path.file_name().filter(|name| *name != "-" && *name != "<stdin>")?;
    let name = name.to_string_lossy();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let stem = name.strip_suffix(".replay.json").or(name.rsplit_once('.').map(|(stem, _)| stem));
    Some(stem.unwrap_or(name).to_owned())
}

/// The bytes of one game of a file.
pub(crate) struct Game {
    /// The line where it begins, from 1.
    pub(crate) line: u64,
    pub(crate) bytes: Vec<u8>,
}

impl Game {
    /// Returns what is wrong with it, at its place in the file.
    pub(crate) fn failure(&self, path: &Path, error: &ReadError) -> CliError {
        let line = self.line + error.line as u64 - 1;
        let step = step_of_no_log(path, &self.bytes);
        let path = shown(path);
        CliError::not_judged(format!("{path}:{line}:{}: {}", error.column, error.message))
            .help(step)
    }
}

/// What to do about bytes of a file that are no log.
pub(crate) fn step_of_no_log(path: &Path, bytes: &[u8]) -> String {
    let path = shown(path).typed();
    let foreign = text_of(bytes).ok().and_then(ForeignFormat::of);
    foreign.map_or_else(
        || format!("`splendor verify {path}` shows the place and what was needed"),
        |ForeignFormat { name, .. }| {
            let converts = format!("`splendor convert --from {name} {path}` makes a log of it");
            format!("this is a file of another client: {converts}")
        },
    )
}

/// Refuses to read standard input twice: the second time there is nothing left of it.
pub(crate) fn once(paths: &[PathBuf]) -> Result<(), CliError> {
    if paths.iter().filter(|path| path.as_os_str() == "-").count() < 2 {
        return Ok(());
    }
    let message = "standard input, `-`, is named twice, and can be read only once".to_owned();
    Err(CliError::usage(message).help("name it once, or write it to a file first"))
}

/// Says that a file holds nothing.
pub(crate) fn nothing_in(path: &Path, step: &str) -> CliError {
    CliError::usage(format!("{}:1:1: the file is empty", name_of(path))).help(step)
}

/// Returns the bytes of one game of a file.
pub(crate) fn game(path: &Path, game: u64) -> Result<Game, CliError> {
    let mut found = None;
    let mut games = 0;
    let told = shown(path);
    read(path, &mut |piece| {
        games += 1;
        if piece.game == game {
            found = Some(Game { line: piece.line, bytes: piece.bytes.to_vec() });
        }
    })
    .map_err(|error| not_read(path, &error, ExitStatus::NotJudged))?;
    found.ok_or_else(|| match games {
        0 => nothing_in(path, EMPTY),
        _ => CliError::usage(format!("{told}: there is no game {game}, but {games}"))
            .help(format!("name a game from 1 to {games}")),
    })
}

/// Reads one game of a file.
pub(crate) fn one(path: &Path, number: u64) -> Result<Log, CliError> {
    let game = game(path, number)?;
    let log = splendor_schema::Log::read(&game.bytes);
    log.map(|log| Log { log }).map_err(|error| game.failure(path, &error))
}

/// Reads a log or a position of a file; its format says which it is.
pub(crate) fn table(path: &Path, number: u64) -> Result<Table, CliError> {
    let game = game(path, number)?;
    table_of(&game.bytes).map_err(|error| game.failure(path, &error))
}

fn table_of(bytes: &[u8]) -> Result<Table, ReadError> {
    use splendor_schema::{Log, Position};
    match Log::read(bytes) {
        Ok(log) => Ok(Table::Log(Box::new(log))),
        Err(ReadError { kind: ReadErrorKind::UnknownFormat(name), .. })
            if name == Position::FORMAT =>
        {
            Position::read(bytes).map(|position| Table::Position(Box::new(position)))
        }
        Err(error) => Err(error),
    }
}
