//! The entries of folders that a run ignores, because it was told to or because of their names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_schema::{FileName, Name};
use splendor_verify::words::count_with_noun;

/// How many entries are named.
const FIRST: usize = 5;

/// Why an entry of a folder is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgnoreReason {
    /// The command line excludes it.
    Exclude,
    /// A file `.gitignore` names it.
    Gitignore,
    /// It is a folder of this name, which never holds games.
    Folder(&'static str),
}

impl IgnoreReason {
    const fn id(self) -> &'static str {
        match self {
            Self::Exclude => "--exclude",
            Self::Gitignore => ".gitignore",
            Self::Folder(name) => name,
        }
    }
}

/// The entries that a run ignores: counts by reason, and the first names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    reasons: BTreeMap<String, u64>,
    first: Vec<Name>,
}

impl Ignored {
    /// Adds an entry.
    pub fn add(&mut self, reason: IgnoreReason, name: &FileName) {
        *self.reasons.entry(reason.id().to_owned()).or_default() += 1;
        // The user has just typed the patterns of --exclude, and knows the folders by their names.
        if reason == IgnoreReason::Gitignore && self.first.len() < FIRST {
            self.first.push(name.text().into_owned().into());
        }
    }

    /// Adds the entries of another part of the run.
    pub fn merge(&mut self, other: &Self) {
        for (reason, count) in &other.reasons {
            *self.reasons.entry(reason.clone()).or_default() += count;
        }
        let room = FIRST - self.first.len();
        self.first.extend(other.first.iter().take(room).cloned());
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Returns the counts by reason: `--exclude`, `.gitignore`, or the name of a folder.
    pub const fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Returns the names of the first entries that a `.gitignore` names, at most five.
    pub fn first(&self) -> &[Name] {
        &self.first
    }

    /// Returns the number of entries, and the reasons.
    ///
    /// ```
    /// use splendor_render::{IgnoreReason, Ignored};
    ///
    /// let mut ignored = Ignored::default();
    /// ignored.add(IgnoreReason::Gitignore, &"games/drafts".into());
    /// ignored.add(IgnoreReason::Folder(".git"), &"games/.git".into());
    /// assert_eq!(ignored.text(), "2 entries ignored (.git, .gitignore)");
    /// assert_eq!(ignored.note().unwrap(), "a .gitignore hides 1 entry: games/drafts");
    /// ```
    pub fn text(&self) -> String {
        let reasons: Vec<&str> = self.reasons.keys().map(String::as_str).collect();
        let entries = count_with_noun(self.entries(), "entry", "entries");
        format!("{entries} ignored ({})", reasons.join(", "))
    }

    /// Returns a note on the entries that a `.gitignore` names: the user may not think of it.
    pub fn note(&self) -> Option<String> {
        let &count = self.reasons.get(IgnoreReason::Gitignore.id())?;
        let names: Vec<String> = self.first.iter().map(Name::to_string).collect();
        let more = count - self.first.len() as u64;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let entries = count_with_noun(count, "entry", "entries");
        Some(format!("a .gitignore hides {entries}: {}{more}", names.join(", ")))
    }
}
