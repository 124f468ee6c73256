//! The files of a command line, and standard input.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use splendor_convert::{ForeignFormat, stem};
use splendor_input::{Piece, Pieces, is_archive, read_to_end};
use splendor_schema::{FileName, LogOrPosition, ReadError, text_of};
use splendor_seal::SealFiles;

use crate::error::{CliError, ExitStatus, reason};
use crate::folder::{Root, is_log};
use crate::next_step::{self, archive_error};
pub(crate) use crate::path_name::shown;
use crate::resolve::resolve;
use crate::signals::Signals;

/// The path of a log. A log that was found in a folder is read only from inside that folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LogPath {
    pub(crate) path: PathBuf,
    root: Option<Arc<Root>>,
}

impl LogPath {
    /// Returns the path of a file that the command line names; it may be a link, or `-`.
    pub(crate) fn named(path: &Path) -> Self {
        Self { path: path.to_owned(), root: None }
    }

    /// Returns the path of a file in a folder that the command line names.
    pub(crate) const fn found(path: PathBuf, root: Arc<Root>) -> Self {
        Self { path, root: Some(root) }
    }

    /// Returns whether the file was found in a folder, and not named.
    pub(crate) const fn is_found(&self) -> bool {
        self.root.is_some()
    }

    /// Opens the log. A signal interrupts the wait for a pipe.
    pub(crate) fn open(&self, signals: &Signals) -> io::Result<Box<dyn Read>> {
        match &self.root {
            Some(root) => Ok(Box::new(root.open(&self.path)?)),
            None => open_interruptible(&self.path, signals),
        }
    }

    /// Returns the bytes of the side file of this log, up to the limit of a log. The side file was
    /// not named, so a link in its place is followed only within the folder.
    pub(crate) fn read_side_file(&self, side: &Path) -> io::Result<Vec<u8>> {
        let file = match &self.root {
            Some(root) => root.open(side)?,
            None => Root::new(side.parent().unwrap_or(Path::new("")))?.open(side)?,
        };
        one_file(file)
    }
}

/// The seats whose signatures are read; the rules allow no more.
const SIGNATURES: usize = 4;

impl LogPath {
    /// Reads the seal of this log and the files that belong to it, in the same folder.
    pub(crate) fn seal_files(&self) -> SealFiles {
        let Some(stem) = stem(&self.path) else { return SealFiles::default() };
        let read = |ending: &str| {
            let file = self.path.with_file_name(format!("{stem}.{ending}"));
            match self.read_side_file(&file) {
                Ok(bytes) => Some(Ok(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => Some(Err(error.to_string())),
            }
        };
        SealFiles {
            seal: read("seal"),
            deal: read("deal"),
            signatures: (0..SIGNATURES).map(|seat| read(&format!("seat{seat}.minisig"))).collect(),
            stem,
        }
    }
}

/// Returns whether an output file would count as a log of this folder.
pub(crate) fn is_log_in(path: &Path, folder: &Path) -> bool {
    let within = || Some(in_folder(path)?.starts_with(resolve(folder).ok()?));
    folder.is_dir() && is_log(path, true) | is_log(path, false) && within().unwrap_or(false)
}

/// Calls `each` with every log of a file or of standard input; an archive is an error.
pub(crate) fn read(path: &Path, each: &mut dyn FnMut(Piece<'_>)) -> io::Result<()> {
    read_pieces(pieces(path)?, each)
}

fn read_pieces(mut pieces: Pieces<'_>, each: &mut dyn FnMut(Piece<'_>)) -> io::Result<()> {
    while let Some(piece) = pieces.next_piece()? {
        each(piece);
    }
    Ok(())
}

/// Returns the logs of a file or of standard input, one at a time; an archive is an error.
pub(crate) fn pieces(path: &Path) -> io::Result<Pieces<'static>> {
    pieces_of(open(path)?)
}

fn pieces_of(input: impl Read + 'static) -> io::Result<Pieces<'static>> {
    let mut pieces = Pieces::open(input)?;
    if pieces.is_archive()? { Err(archive_error()) } else { Ok(pieces) }
}

/// Returns all bytes of a file or of standard input, up to the limit of a log.
pub(crate) fn read_all(path: &Path) -> io::Result<Vec<u8>> {
    one_file(open(path)?)
}

/// Reads a file that the command line names and that is no log, like one of rules. `step` is the
/// next step after a file that is not in the format.
pub(crate) fn document<T>(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<T, ReadError>,
    step: &str,
) -> Result<T, CliError> {
    let bytes = read_all(path).map_err(|error| not_read(path, &error, ExitStatus::NoResult))?;
    read(&bytes).map_err(|error| CliError::usage(error.in_file(shown(path))).help(step))
}

fn one_file(input: impl Read) -> io::Result<Vec<u8>> {
    let bytes = read_to_end(input)?;
    if is_archive(&bytes) { Err(archive_error()) } else { Ok(bytes) }
}

/// Opens a file or standard input.
fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    open_interruptible(path, &Signals::default())
}

/// Opens a file or standard input. A signal interrupts the wait for a pipe.
#[cfg(unix)]
fn open_interruptible(path: &Path, signals: &Signals) -> io::Result<Box<dyn Read>> {
    crate::signals::InterruptibleReader::open(path, signals)
}

/// Opens a file or standard input.
#[cfg(not(unix))]
fn open_interruptible(path: &Path, _: &Signals) -> io::Result<Box<dyn Read>> {
    Ok(if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    })
}

/// Returns whether two paths name the same file, through links too.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    let paths = (resolve(one), resolve(other));
    match paths {
        (Ok(one), Ok(other)) => one == other || same_node(&one, &other),
        // A file that does not exist yet is compared by its folder and name.
        _ => matches!((in_folder(one), in_folder(other)), (Some(one), Some(other)) if one == other),
    }
}

fn in_folder(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = resolve(folder.unwrap_or(Path::new("."))).ok()?;
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

/// Returns the name of an input in reports.
pub(crate) fn name_of(path: &Path) -> FileName {
    if path.as_os_str() == "-" { "<stdin>".into() } else { shown(path) }
}

/// Returns the error about an input that cannot be read.
pub(crate) fn not_read(path: &Path, error: &io::Error, exit: ExitStatus) -> CliError {
    let text = format!("{}: {}", name_of(path), reason(error));
    CliError::new(exit, text).help(next_step::after_read(error))
}

/// Returns the error about an output that cannot be written.
pub(crate) fn not_written(path: &Path, error: &io::Error) -> CliError {
    let text = format!("{}: {}", shown(path), reason(error));
    CliError::usage(text).help(next_step::after_write(error))
}

/// Creates an output file, unless it is one of the inputs.
pub(crate) fn create(path: &Path, inputs: &[impl AsRef<Path>]) -> Result<Box<dyn Write>, CliError> {
    if inputs.iter().any(|input| same(path, input.as_ref())) {
        let message = format!("{} is the input", shown(path));
        return Err(CliError::usage(message).help("write to another file"));
    }
    match File::create(path) {
        Ok(file) => Ok(Box::new(BufWriter::new(file))),
        Err(error) => Err(not_written(path, &error)),
    }
}

/// Rejects a path that is missing or a folder, before it is read.
pub(crate) fn check_is_file(path: &Path) -> Result<(), CliError> {
    let error = match fs::metadata(path) {
        Ok(data) if data.is_dir() => io::ErrorKind::IsADirectory.into(),
        Ok(_) => return Ok(()),
        Err(error) => error,
    };
    Err(not_read(path, &error, ExitStatus::NotJudged))
}

/// Rejects an output that is a folder, before there is anything to write.
pub(crate) fn check_not_folder(path: Option<&PathBuf>) -> Result<(), CliError> {
    let folder = path.filter(|path| path.is_dir());
    folder.map_or(Ok(()), |path| Err(not_written(path, &io::ErrorKind::IsADirectory.into())))
}

/// Writes a file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CliError> {
    fs::write(path, text).map_err(|error| not_written(path, &error))
}

/// Returns the side file of a file, if there is one.
pub(crate) fn setup_file(path: &Path) -> Option<PathBuf> {
    splendor_convert::side_file(path).filter(|beside| beside.is_file())
}

/// The bytes of one game of a file.
pub(crate) struct GameBytes {
    /// The line where it begins, from 1.
    pub(crate) line: u64,
    pub(crate) bytes: Vec<u8>,
}

impl GameBytes {
    /// Returns the error about the game, with its place in the file.
    pub(crate) fn failure(&self, path: &Path, error: &ReadError) -> CliError {
        let line = self.line + error.line as u64 - 1;
        let step = help_for_non_log(path, &self.bytes);
        let path = shown(path);
        CliError::not_judged(format!("{path}:{line}:{}: {}", error.column, error.message))
            .help(step)
    }
}

/// Returns the next step after a file that is not a log.
pub(crate) fn help_for_non_log(path: &Path, bytes: &[u8]) -> String {
    let path = shown(path).typed();
    if text_of(bytes).is_ok_and(|text| text.contains("\"splendor-position/")) {
        return "docs/src/log-format.md lists the fields of a position".to_owned();
    }
    let foreign = text_of(bytes).ok().and_then(ForeignFormat::of);
    foreign.map_or_else(
        || format!("`splendor verify {path}` shows the place and what was needed"),
        |format| {
            let converts = format!("`splendor convert --from {} {path}`", format.name);
            format!("this is a file of another client: {converts} makes a log of it")
        },
    )
}

/// Rejects two inputs that are standard input: the second one would be empty.
pub(crate) fn check_stdin_once(paths: &[PathBuf]) -> Result<(), CliError> {
    if paths.iter().filter(|path| path.as_os_str() == "-").count() < 2 {
        return Ok(());
    }
    let message = "standard input, `-`, is named twice, but it can be read only once".to_owned();
    Err(CliError::usage(message).help("name it once, or write it to a file first"))
}

/// Returns the error about an empty file.
pub(crate) fn empty_file(path: &Path, step: &str) -> CliError {
    CliError::usage(format!("{}:1:1: the file is empty", name_of(path))).help(step)
}

/// Returns the bytes of one game of a file.
pub(crate) fn game(path: &Path, game: u64) -> Result<GameBytes, CliError> {
    game_of(path, open(path), game)
}

/// Returns the bytes of one game of an opened file, which messages name by its path.
pub(crate) fn game_of(
    path: &Path,
    opened: io::Result<impl Read + 'static>,
    game: u64,
) -> Result<GameBytes, CliError> {
    let mut found = None;
    let mut games = 0_u64;
    let name = shown(path);
    let mut each = |piece: Piece<'_>| {
        games += 1;
        if piece.game == game {
            found = Some(GameBytes { line: piece.line, bytes: piece.bytes.to_vec() });
        }
    };
    let read = opened.and_then(pieces_of).and_then(|pieces| read_pieces(pieces, &mut each));
    read.map_err(|error| not_read(path, &error, ExitStatus::NotJudged))?;
    found.ok_or_else(|| match games {
        0 => empty_file(path, next_step::EMPTY),
        _ => CliError::usage(format!("{name}: there is no game {game}: the file has {games}"))
            .help(format!("name a game from 1 to {games}")),
    })
}

/// Reads a log or a position, as the field `format` of the file says.
pub(crate) fn log_or_position(path: &Path, number: u64) -> Result<LogOrPosition, CliError> {
    let game = game(path, number)?;
    LogOrPosition::read(&game.bytes).map_err(|error| game.failure(path, &error))
}
