//! The entries of folders and archives that a run leaves out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_schema::{FileName, Name};
use splendor_verify::words::count_with_noun;

use crate::ignored::Ignored;

/// How many entries are named, and how many endings of file names are counted apart.
const FIRST: usize = 5;
const ENDINGS: usize = 20;

/// Why an entry is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOutReason {
    /// A link to a folder; it may lead in circles.
    LinkToFolder,
    /// A link to a file outside of the folder that the command line names.
    LinkOut,
    /// A named pipe.
    Pipe,
    /// A socket.
    Socket,
    /// A device, or another kind of file that a disk does not store.
    Device,
    /// A JSON document that is not a log, like `package.json`.
    NotALog,
    /// A file with this ending, like `*.xz`.
    Ending(String),
}

impl LeftOutReason {
    fn id(&self) -> &str {
        match self {
            Self::LinkToFolder => "link to a folder",
            Self::LinkOut => "link out of the folder",
            Self::Pipe => "pipe",
            Self::Socket => "socket",
            Self::Device => "device",
            Self::NotALog => "not a log",
            Self::Ending(ending) => ending,
        }
    }
}

/// The entries that a run left out: counts by reason, and the first names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    reasons: BTreeMap<String, u64>,
    first: Vec<Name>,
    /// The entries that are ignored. They are neither left out nor a reason to fail.
    pub ignored: Ignored,
    /// Whether left-out entries fail the run.
    pub fails: bool,
}

impl LeftOut {
    /// Adds an entry.
    pub fn add(&mut self, reason: &LeftOutReason, name: &FileName) {
        self.count(reason.id(), 1);
        if self.first.len() < FIRST {
            self.first.push(name.text().into_owned().into());
        }
    }

    /// Adds the entries of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        for (reason, &count) in &other.reasons {
            self.count(reason, count);
        }
        self.ignored.merge(&other.ignored);
        let room = FIRST - self.first.len();
        self.first.extend(other.first.iter().take(room).cloned());
    }

    fn count(&mut self, reason: &str, entries: u64) {
        let known = self.reasons.contains_key(reason) || self.reasons.len() < ENDINGS;
        *self.reasons.entry(if known { reason } else { "*" }.to_owned()).or_default() += entries;
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Returns the counts by reason: a kind of entry, or the ending of file names like `*.xz`.
    pub const fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Returns whether every entry is a JSON document that is not a log.
    pub fn are_other_documents(&self) -> bool {
        self.reasons.keys().all(|reason| reason == LeftOutReason::NotALog.id())
    }

    /// Returns the names of the first entries, at most five.
    pub fn first(&self) -> &[Name] {
        &self.first
    }

    /// Returns the number of entries in words.
    pub fn count_text(&self) -> String {
        format!("{} left out", count_with_noun(self.entries(), "entry", "entries"))
    }

    /// Returns the counts and the first names on one line.
    ///
    /// ```
    /// use splendor_render::{LeftOut, LeftOutReason};
    ///
    /// let mut left_out = LeftOut::default();
    /// left_out.add(&LeftOutReason::Ending("*.xz".to_owned()), &"logs/bad.json.xz".into());
    /// left_out.add(&LeftOutReason::LinkToFolder, &"logs/old".into());
    /// let text = "2 entries left out: 1 link to a folder, 1 file named *.xz: logs/bad.json.xz, \
    ///             logs/old";
    /// assert_eq!(left_out.text(), text);
    /// ```
    pub fn text(&self) -> String {
        let (files, kinds): (Vec<_>, Vec<_>) =
            self.reasons.iter().partition(|(reason, _)| reason.starts_with('*'));
        let words = kinds.into_iter().chain(files).map(|(reason, &count)| words(reason, count));
        let words: Vec<String> = words.collect();
        let names: Vec<String> = self.first.iter().map(Name::to_string).collect();
        let more = self.entries() - self.first.len() as u64;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}: {}: {}{more}", self.count_text(), words.join(", "), names.join(", "))
    }
}

fn words(reason: &str, count: u64) -> String {
    let (one, many) = match reason {
        "link to a folder" => ("link to a folder", "links to folders"),
        "link out of the folder" => ("link out of the folder", "links out of the folder"),
        "pipe" => ("pipe", "pipes"),
        "socket" => ("socket", "sockets"),
        "device" => ("device", "devices"),
        "not a log" => ("file that is not a log", "files that are not logs"),
        "*" => ("file with another name", "files with other names"),
        _ => {
            let ending = Name::from(reason);
            return format!("{} named {ending}", count_with_noun(count, "file", "files"));
        }
    };
    count_with_noun(count, one, many)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_are_bounded() {
        let mut all = LeftOut::default();
        for number in 0..300 {
            let mut one = LeftOut::default();
            let ending = LeftOutReason::Ending(format!("*.json{number}"));
            one.add(&ending, &format!("a.json{number}").into());
            all.merge(&one);
        }
        assert_eq!((all.entries(), all.first().len()), (300, FIRST));
        assert_eq!((all.reasons().len(), all.reasons()["*"]), (ENDINGS + 1, 300 - 20));
        let text = all.text();
        assert!(text.starts_with("300 entries left out: 280 files with other names, 1 file named"));
        assert!(text.ends_with(": a.json0, a.json1, a.json2, a.json3, a.json4 and 295 more"));
    }
}
