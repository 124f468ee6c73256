//! The journal of a long run: what has to be known to continue it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_render::Sums;

/// The name and version of the format; the journal is read by the version that wrote it only.
const FORMAT: &str = "splendor-journal/1";

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Position {
    /// How many inputs are done.
    pub(crate) inputs: u64,
    /// How much of the next one is done: its logs, and its files that cannot be read.
    pub(crate) parts: u64,
}

/// What a run reads and writes, and how: that of a continued run is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    format: String,
    version: String,
    /// What was asked for, by name.
    pub(crate) options: BTreeMap<String, String>,
    /// How many files are read.
    pub(crate) files: u64,
    /// How many bytes they have.
    pub(crate) bytes: u64,
    /// A digest of their names, their sizes and when they were changed.
    pub(crate) digest: String,
}

/// All that a journal holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// What is run.
    pub(crate) plan: Plan,
    /// How far it is.
    pub(crate) position: Position,
    /// How many bytes of the output are sure.
    pub(crate) written: u64,
    /// The checksum of these bytes.
    pub(crate) checksum: u32,
    /// What the logs so far come to.
    pub(crate) sums: Sums,
}

impl Plan {
    /// Describes a run of this version of the program.
    pub(crate) fn new(
        options: BTreeMap<String, String>,
        files: u64,
        bytes: u64,
        digest: String,
    ) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { format: FORMAT.to_owned(), version, options, files, bytes, digest }
    }

    /// Says what keeps a run from being continued by another.
    fn difference(&self, now: &Self) -> Option<String> {
        if self.version != now.version {
            return Some(format!("it is of version {}, this is {}", self.version, now.version));
        }
        let names = self.options.keys().chain(now.options.keys());
        for name in names {
            let value = |plan: &Self| plan.options.get(name).cloned().unwrap_or_default();
            let (then, now) = (value(self), value(now));
            if then != now {
                return Some(format!("--{name} was `{then}` then and is `{now}` now"));
            }
        }
        if (self.files, self.bytes) != (now.files, now.bytes) {
            let told = |plan: &Self| {
                let files = if plan.files == 1 { "file" } else { "files" };
                format!("{} {files} of {} bytes", plan.files, plan.bytes)
            };
            return Some(format!("the input was {} then and is {} now", told(self), told(now)));
        }
        (self != now).then(|| "a file of the input was changed or renamed meanwhile".to_owned())
    }
}

impl Journal {
    /// Begins the journal of a run.
    pub(crate) fn new(plan: Plan) -> Self {
        let (position, sums) = (Position::default(), Sums::default());
        Self { plan, position, written: 0, checksum: 0, sums }
    }

    /// Returns the journal as text.
    pub(crate) fn text(&self) -> String {
        splendor_schema::json::layout::compact(self) + "\n"
    }

    /// Reads the journal of the run that is described.
    ///
    /// # Errors
    ///
    /// Why it is none that this run can continue.
    pub(crate) fn read(text: &str, plan: &Plan) -> Result<Self, String> {
        let journal: Self =
            serde_json::from_str(text).map_err(|error| format!("it is no journal: {error}"))?;
        match journal.plan.difference(plan) {
            None => Ok(journal),
            Some(difference) => Err(difference),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let options = [("format".to_owned(), "line".to_owned())].into();
        Plan::new(options, 3, 700, "abc".to_owned())
    }

    #[test]
    fn a_journal_is_read_back() {
        let mut journal = Journal::new(plan());
        journal.position = Position { inputs: 2, parts: 9 };
        journal.sums.end_file("nothing failed");
        let read = Journal::read(&journal.text(), &plan()).expect("the same plan");
        assert_eq!((read.text(), read.position), (journal.text(), journal.position));
    }

    #[test]
    fn what_changed_is_said() {
        let text = Journal::new(plan()).text();
        let refused = |change: fn(&mut Plan)| {
            let mut now = plan();
            change(&mut now);
            Journal::read(&text, &now).expect_err("the plan is another")
        };
        for (change, said) in [
            ((|plan| plan.files = 4) as fn(&mut Plan), "3 files of 700 bytes then and is 4 files"),
            (|plan| plan.bytes = 1, "3 files of 700 bytes then and is 3 files of 1 bytes now"),
            (|plan| plan.digest.push('x'), "was changed or renamed"),
            (|plan| plan.version = "9".to_owned(), "is of version 0.1.0, this is 9"),
            (|plan| plan.options.clear(), "--format was `line` then and is `` now"),
            (
                |plan| drop(plan.options.insert("quiet".to_owned(), "true".to_owned())),
                "--quiet was `` then and is `true` now",
            ),
        ] {
            let told = refused(change);
            assert!(told.contains(said), "{told}");
        }
        assert!(Journal::read("", &plan()).is_err_and(|told| told.contains("no journal")));
        assert!(Journal::read(&text[..90], &plan()).is_err());
    }
}
