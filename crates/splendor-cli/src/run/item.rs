//! The inputs of a command line, and the items that a run finds in them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use splendor_convert::{ForeignFormat, SideSetup};
use splendor_input::Part;
use splendor_render::{Ignored, LeftOut, LeftOutReason};
use splendor_schema::{FileName, InputFile, ReadError};
use splendor_seal::SealFiles;

use crate::error::{InputError, InputErrorKind};
use crate::files::{LogPath, name_of};
use crate::folder::{Entries, Root, entries};
use crate::ignored::IgnoreRules;

/// An input of a run.
#[derive(Clone, Debug)]
pub(crate) enum Input {
    /// A file, or standard input.
    Logs(LogPath),
    /// The entries of all folders that are not read.
    LeftOut(LeftOut),
    /// A path that cannot be read or holds no log. The run reports it in input order.
    Error(InputError),
}

/// A part of an input, in input order.
pub(crate) enum Item {
    /// A log, and the files that seal it if seals are checked.
    Log(InputFile, Vec<u8>, Option<Arc<SealFiles>>),
    /// A game in a file of another client.
    ForeignGame(&'static ForeignFormat, InputFile, String, Arc<[SideSetup]>),
    /// A file that is neither a log nor of another client.
    Unreadable(InputFile, Vec<u8>, ReadError),
    /// Entries of folders, or of an archive, that are not read.
    LeftOut(LeftOut),
    /// A part that holds no log.
    Error(InputError),
    /// The end of an input.
    End(Arc<FileName>),
}

impl Item {
    /// Returns the item of a part of an input. `seal` are the files that seal the input.
    pub(crate) fn of(input: &FileName, part: &Part<'_>, seal: Option<&Arc<SealFiles>>) -> Self {
        match part {
            Part::Log(member, piece) => {
                let name = member_name(input, *member);
                let file = InputFile { name, game: piece.game, line: piece.line };
                Self::Log(file, piece.bytes.to_vec(), seal.cloned())
            }
            Part::Unread(member, error) => {
                Self::Error(InputError::not_read(&member_name(input, Some(member)), error))
            }
            Part::Empty(member) => {
                Self::Error(InputError::empty_file(&member_name(input, *member)))
            }
            Part::LeftOut(member, ending) => {
                let mut left_out = LeftOut::default();
                let reason = LeftOutReason::Ending(ending.clone());
                left_out.add(&reason, &member_name(input, Some(member)));
                Self::LeftOut(left_out)
            }
            Part::NoLog => {
                let what = "no .json, .jsonl or .ndjson file is in this archive";
                Self::Error(InputError::new(InputErrorKind::Empty, input, what, NO_LOGS))
            }
        }
    }

    /// Returns whether the item is a log, which takes time to judge.
    pub(crate) const fn is_log(&self) -> bool {
        match self {
            Self::Log(..) | Self::ForeignGame(..) | Self::Unreadable(..) => true,
            Self::LeftOut(_) | Self::Error(_) | Self::End(_) => false,
        }
    }

    /// Returns how much memory the item needs, about.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Log(_, bytes, _) | Self::Unreadable(_, bytes, _) => bytes.len(),
            Self::ForeignGame(_, _, text, _) => text.len(),
            Self::LeftOut(_) | Self::Error(_) | Self::End(_) => 0,
        }
    }
}

/// Returns the inputs that paths name, without the entries of folders that the rules ignore.
/// `foreign` also finds files of other clients in folders.
pub(crate) fn inputs(paths: &[PathBuf], foreign: bool, rules: &IgnoreRules) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut left_out = LeftOut::default();
    for path in paths {
        if path.as_os_str() == "-" || !path.is_dir() {
            inputs.push(Input::Logs(LogPath::named(path)));
            continue;
        }
        match Root::new(path) {
            Ok(root) => {
                let found = entries(&root, foreign, rules);
                left_out.merge(&found.left_out);
                add_folder(root, path, found, foreign, &mut inputs);
            }
            Err(error) => inputs.push(not_read(path, &error)),
        }
    }
    if left_out.entries() + left_out.ignored.entries() > 0 {
        inputs.push(Input::LeftOut(left_out));
    }
    inputs
}

/// Adds the inputs in a folder.
fn add_folder(root: Root, path: &Path, found: Entries, foreign: bool, inputs: &mut Vec<Input>) {
    if found.logs.is_empty() && found.unread.is_empty() {
        inputs.push(Input::Error(no_log_in_folder(path, foreign, &found.left_out.ignored)));
    }
    inputs.extend(found.unread.iter().map(|(path, error)| not_read(path, error)));
    let root = Arc::new(root);
    let log = |path| Input::Logs(LogPath::found(path, Arc::clone(&root)));
    inputs.extend(found.logs.into_iter().map(log));
}

fn not_read(path: &Path, error: &io::Error) -> Input {
    Input::Error(InputError::not_read(&name_of(path), error))
}

fn no_log_in_folder(path: &Path, foreign: bool, ignored: &Ignored) -> InputError {
    let also = if foreign { ".kifu" } else { ".tar" };
    let mut what = format!("no .json, .jsonl, .ndjson or {also} file is in this folder");
    let mut help = NO_LOGS;
    if ignored.entries() > 0 {
        what += &format!("; {}", ignored.text());
        help = "name the ignored files or folders themselves, leave out --exclude, or use \
                --no-ignore";
    }
    InputError::new(InputErrorKind::Empty, &name_of(path), what, help)
}

/// Returns the name of a file in an archive, or of the input itself.
pub(super) fn member_name(input: &FileName, member: Option<&FileName>) -> FileName {
    member.map_or_else(|| input.clone(), |member| input.member(member))
}

/// The next step after a folder or an archive without logs.
const NO_LOGS: &str = "name the files themselves, or a folder that holds such files";
