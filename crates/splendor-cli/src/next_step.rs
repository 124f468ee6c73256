//! The next step after an input or an output that fails: the help below the error.

use std::fmt;
use std::io;

use splendor_render::LeftOut;

/// Returns the next step after an input that cannot be read.
pub(crate) fn after_read(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "check the path: it is relative to the current folder",
        io::ErrorKind::PermissionDenied => {
            "make it readable for your user, and also the folders on its path"
        }
        io::ErrorKind::IsADirectory => "name a file; `verify` and `audit` read folders",
        io::ErrorKind::NotADirectory => {
            "check the path: it goes through a file, or has a slash after a file name"
        }
        io::ErrorKind::FileTooLarge => {
            "if you trust it, unpack it with `gzip -d` or `zstd -d --long=31` and name the result"
        }
        io::ErrorKind::InvalidInput => "name a file, or a pipe to which a program writes",
        io::ErrorKind::Unsupported => "unpack it, and name its files or their folder",
        _ if is_archived(error) => UNPACK,
        _ => {
            "check the file: `gzip -t`, `zstd -t` or `tar -t` test a compressed one; copy it again"
        }
    }
}

/// The next step after an archive where one file is needed.
pub(crate) const UNPACK: &str = "unpack it with `tar -xf` and name one of its files; `verify` \
                                 and `audit` read archives of logs";

/// The next step after an archive where files of another client are expected.
pub(crate) const UNPACK_FOREIGN: &str = "unpack it with `tar -xf` and name its files; only \
                                         `--from auto` opens an archive, for the logs in it";

/// Returns the next step after an output that cannot be written.
pub(crate) fn after_write(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "create the folder first, or write to another one",
        io::ErrorKind::PermissionDenied => "write to a folder that your user may write to",
        io::ErrorKind::IsADirectory => "that is a folder: name a file, in it or elsewhere",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "that is a file: name a folder, or a path through folders"
        }
        _ => "check the disk and the path, or write to another file",
    }
}

/// The next step after entries of folders and archives that are not read.
const LEFT_OUT: &str = "name such a file on the command line, after unpacking or renaming it";

/// The next step after entries that are all JSON documents of another kind.
const OTHER_DOCUMENTS: &str =
    "--exclude GLOB ignores such files; a file that you name is always judged";

/// The next step after a run over folders without a log.
pub(crate) const NO_LOG: &str = "name the files themselves: the report on each shows what it lacks";

/// Returns the next step after entries of folders and archives that are not read.
pub(crate) fn after_left_out(left_out: &LeftOut) -> &'static str {
    if left_out.are_other_documents() { OTHER_DOCUMENTS } else { LEFT_OUT }
}

/// The next step after a file without a log.
pub(crate) const EMPTY: &str = "`splendor example` prints a log to start from";

/// The error about an archive where one file is needed.
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
