//! Reads the logs of an input that may be an archive.

use std::io::{self, Read};
use std::ops::ControlFlow;

use crate::tar::{self, Archive, Kind, Member};
use crate::unpacking::Unpacking;
use crate::{Piece, decoded, pieces_of};
use splendor_schema::FileName;

/// A part of an input.
#[derive(Debug)]
pub enum Part<'p> {
    /// A log, with its file name if it is in an archive.
    Log(Option<&'p FileName>, Piece<'p>),
    /// An unreadable file of an archive, with the reason.
    Unread(&'p FileName, io::Error),
    /// An empty input, or an empty file of an archive.
    Empty(Option<&'p FileName>),
    /// A file of an archive that is not read, because of its name; see [`unread_ending`].
    LeftOut(&'p FileName, String),
    /// An archive without logs.
    NoLog,
}

impl Part<'_> {
    /// Returns whether the input is an archive.
    pub const fn is_archived(&self) -> bool {
        matches!(
            self,
            Self::NoLog
                | Self::Unread(..)
                | Self::LeftOut(..)
                | Self::Log(Some(_), _)
                | Self::Empty(Some(_))
        )
    }
}

/// The callback for parts; `Break` ends the reading.
type Each<'e> = dyn FnMut(Part<'_>) -> ControlFlow<()> + 'e;

/// Calls `each` with every part of an input, which may be plain, compressed, or an archive. The
/// format is detected from the content. Uses constant memory.
///
/// # Errors
///
/// Returns a read error. Parts before the error have been delivered.
pub fn parts(input: impl Read, each: &mut Each<'_>) -> io::Result<()> {
    let unpacking = Unpacking::default();
    let mut input = decoded(unpacking.packed(input), &unpacking)?;
    if !tar::begins(input.fill_buf()?) {
        return file(&mut *input, None, each);
    }
    let mut archive = Archive::new(&mut *input);
    let mut logs = false;
    while let Some(member) = archive.next()? {
        let name = member.name.text();
        let looks_so = is_log_name(&name) || is_archive_name(&name);
        if member.kind == Kind::Folder {
            continue;
        }
        // An archive of a project holds other files as well; only names of logs and archives count.
        if !looks_so {
            let left_out = unread_ending(&name).map(|ending| Part::LeftOut(&member.name, ending));
            if left_out.is_some_and(|part| each(part).is_break()) {
                return Ok(());
            }
            continue;
        }
        logs = true;
        if shown(&mut archive, &member, &unpacking, each)?.is_break() {
            return Ok(());
        }
    }
    if !logs {
        let _the_last = each(Part::NoLog);
    }
    Ok(())
}

/// Delivers the parts of an archive member.
fn shown(
    archive: &mut Archive<'_>,
    member: &Member,
    unpacking: &Unpacking,
    each: &mut Each<'_>,
) -> io::Result<ControlFlow<()>> {
    let name = &member.name;
    let not = match member.kind {
        _ if is_archive_name(&name.text()) => "an archive inside an archive is not read",
        Kind::Link => "a link in an archive is not followed",
        Kind::Other => "this kind of file in an archive is not read",
        Kind::File | Kind::Folder => {
            let mut flow = ControlFlow::Continue(());
            let mut each = |part: Part<'_>| {
                flow = each(part);
                flow
            };
            let read = decoded(&mut *archive, unpacking)
                .and_then(|mut text| file(&mut *text, Some(name), &mut each));
            return match read {
                Ok(()) => Ok(flow),
                // The archive itself is broken or too large here, so its other members cannot be
                // read: report it once.
                Err(error) if archive.is_broken || unpacking.is_over() => Err(error),
                Err(error) => Ok(each(Part::Unread(name, error))),
            };
        }
    };
    Ok(each(Part::Unread(name, io::Error::other(not))))
}

/// Delivers the logs of a file.
fn file(
    input: &mut dyn io::BufRead,
    name: Option<&FileName>,
    each: &mut Each<'_>,
) -> io::Result<()> {
    let mut games = 0;
    pieces_of(input, &mut |piece| {
        games += 1;
        each(Part::Log(name, piece))
    })?;
    if games == 0 {
        let _the_last = each(Part::Empty(name));
    }
    Ok(())
}

/// The file name endings of logs; the ending of a compression format may follow.
pub const LOG_ENDINGS: [&str; 3] = [".json", ".jsonl", ".ndjson"];

/// The file name endings of archives.
pub const ARCHIVE_ENDINGS: [&str; 5] = [".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst"];

/// Returns whether a file name has the ending of a log.
pub fn is_log_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    LOG_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns whether a file name has the ending of an archive.
pub fn is_archive_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ARCHIVE_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// The last part of names of compressed files and archives that are not read, or are not logs.
const PACKED: [&str; 24] = [
    "7z", "br", "bz2", "cab", "gz", "lrz", "lz", "lz4", "lzma", "lzo", "rar", "sz", "tar", "tbz",
    "tbz2", "tgz", "tlz", "txz", "tzst", "xz", "z", "zip", "zst", "zstd",
];

/// The most letters of an ending in a message.
const ENDING: usize = 16;

/// Returns the ending of a file name that looks like a log or a compressed file, for files that are
/// not read.
///
/// ```
/// use splendor_input::unread_ending;
///
/// assert_eq!(unread_ending("games.json.xz").as_deref(), Some("*.xz"));
/// assert_eq!(unread_ending("GAME.JSON5").as_deref(), Some("*.json5"));
/// assert_eq!(unread_ending("game.json.bak").as_deref(), Some("*.bak"));
/// assert_eq!(unread_ending("README.md"), None);
/// ```
pub fn unread_ending(name: &str) -> Option<String> {
    let name = name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let mut endings = name.split('.').skip(1);
    let last = name.rsplit_once('.')?.1;
    let looks_so = endings.any(|ending| ending.contains("json") || ending == "kifu");
    let shown: String = last.chars().take(ENDING).collect();
    (looks_so || PACKED.contains(&last)).then(|| format!("*.{shown}"))
}
