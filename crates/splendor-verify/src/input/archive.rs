//! Reads the logs of an input that may be an archive.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::tar::{self, Archive, Kind, Member};
use super::unpacking::Unpacking;
use super::{Piece, decoded, pieces_of};
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
    /// An archive without logs.
    NoLog,
}

impl Part<'_> {
    /// Returns whether the input is an archive.
    pub const fn is_archived(&self) -> bool {
        matches!(
            self,
            Self::NoLog | Self::Unread(..) | Self::Log(Some(_), _) | Self::Empty(Some(_))
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
        let looks_so = is_log_name(&member.name.text()) || is_archive_name(&member.name.text());
        // An archive of a project holds other files as well; only names of logs and archives count.
        if !looks_so || member.kind == Kind::Folder {
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
