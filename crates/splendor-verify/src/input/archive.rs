//! The logs of an input that may be an archive.

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::tar::{self, Archive, Kind, Member};
use super::{Piece, decoded, pieces_of};
use splendor_schema::FileName;

/// What there is in an input, one after the other.
#[derive(Debug)]
pub enum Part<'p> {
    /// A log; of one in an archive the name of the file in it.
    Log(Option<&'p FileName>, Piece<'p>),
    /// A file of an archive that cannot be read, and why.
    Unread(&'p FileName, io::Error),
    /// The input, or a file in it, holds nothing.
    Empty(Option<&'p FileName>),
    /// The input is an archive without logs.
    NoLog,
}

/// Who is shown one part after the other, and may have seen enough.
type Each<'e> = dyn FnMut(Part<'_>) -> ControlFlow<()> + 'e;

/// Calls `each` with what there is in an input, plain, packed, or an archive of logs, in constant
/// memory; what it is, is told by its content.
///
/// # Errors
///
/// What reading the input gives. What stands before has been shown.
pub fn parts(input: impl Read, each: &mut Each<'_>) -> io::Result<()> {
    let mut input = decoded(input)?;
    if !tar::begins(input.fill_buf()?) {
        return file(&mut *input, None, each);
    }
    let mut archive = Archive::new(&mut *input);
    let mut logs = false;
    while let Some(member) = archive.next()? {
        let looks_so = is_log_name(&member.name.text()) || is_archive_name(&member.name.text());
        if !looks_so || member.kind == Kind::Folder {
            continue;
        }
        logs = true;
        if shown(&mut archive, &member, each)?.is_break() {
            return Ok(());
        }
    }
    if !logs {
        let _the_last = each(Part::NoLog);
    }
    Ok(())
}

/// Shows what there is in a member of an archive.
fn shown(
    archive: &mut Archive<'_>,
    member: &Member,
    each: &mut Each<'_>,
) -> io::Result<ControlFlow<()>> {
    let name = &member.name;
    let not = match member.kind {
        _ if is_archive_name(&name.text()) => "an archive within an archive is not opened",
        Kind::Link => "a link within an archive is not followed",
        Kind::Other => "this kind of file within an archive is not read",
        Kind::File | Kind::Folder => {
            let mut flow = ControlFlow::Continue(());
            let mut each = |part: Part<'_>| {
                flow = each(part);
                flow
            };
            let read =
                decoded(&mut *archive).and_then(|mut text| file(&mut *text, Some(name), &mut each));
            return match read {
                Ok(()) => Ok(flow),
                // Of an archive that ends here there is no more to say.
                Err(error) if archive.is_broken => Err(error),
                Err(error) => Ok(each(Part::Unread(name, error))),
            };
        }
    };
    Ok(each(Part::Unread(name, io::Error::other(not))))
}

/// Shows the logs of a file.
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

/// What the names of logs end with, and behind that may stand what they are packed with.
pub const LOG_ENDINGS: [&str; 3] = [".json", ".jsonl", ".ndjson"];

/// What the names of archives end with.
pub const ARCHIVE_ENDINGS: [&str; 5] = [".tar", ".tar.gz", ".tgz", ".tar.zst", ".tzst"];

/// Whether a file of this name counts as one of logs.
pub fn is_log_name(name: &str) -> bool {
    let name = name.to_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    LOG_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether a file of this name counts as an archive.
pub fn is_archive_name(name: &str) -> bool {
    let name = name.to_lowercase();
    ARCHIVE_ENDINGS.iter().any(|ending| name.ends_with(ending))
}
