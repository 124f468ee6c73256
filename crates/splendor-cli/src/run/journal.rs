//! The journal of a long run: everything that a resumed run needs to know.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use splendor_render::RunSummary;
use splendor_schema::json::layout;
use splendor_verify::words::count_with_noun;

/// The name and version of the format. Only the version that wrote a journal reads it.
const FORMAT: &str = "splendor-journal/1";

/// The position of a run in its inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputPosition {
    /// How many inputs are complete.
    pub(crate) inputs: u64,
    /// How many items of the next input are reported: logs and errors.
    pub(crate) parts: u64,
}

/// The inputs and options of a run. A resumed run must have the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plan {
    format: String,
    version: String,
    /// The options by name.
    pub(crate) options: BTreeMap<String, String>,
    /// The number of input files.
    pub(crate) files: u64,
    /// Their size in bytes.
    pub(crate) bytes: u64,
    /// A digest of their names, sizes and times of change.
    pub(crate) digest: String,
}

/// Which parts of a list are written.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListParts {
    /// Whether the head was written.
    pub(crate) begun: bool,
    /// Whether an entry was written, so that the next one needs a comma.
    pub(crate) listed: bool,
}

/// The content of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// The inputs and options.
    pub(crate) plan: Plan,
    /// The position in the inputs.
    pub(crate) position: InputPosition,
    /// How many bytes of the output are on the disk.
    pub(crate) written: u64,
    /// The checksum of these bytes.
    pub(crate) checksum: u32,
    /// The parts of a list among them.
    pub(crate) parts: ListParts,
    /// The summary of the logs so far.
    pub(crate) sums: RunSummary,
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

    /// Returns the first difference that keeps a run from being resumed.
    fn difference(&self, now: &Self) -> Option<String> {
        if self.version != now.version {
            return Some(format!(
                "version {} wrote it, and this is version {}",
                self.version, now.version
            ));
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
            let size = |plan: &Self| {
                let files = count_with_noun(plan.files, "file", "files");
                format!("{files} of {} bytes", plan.bytes)
            };
            return Some(format!("the input was {} then and is {} now", size(self), size(now)));
        }
        (self != now).then(|| "an input file has since been changed or renamed".to_owned())
    }
}

impl Journal {
    /// Begins the journal of a run.
    pub(crate) fn new(plan: Plan) -> Self {
        let (position, sums) = (InputPosition::default(), RunSummary::default());
        Self { plan, position, written: 0, checksum: 0, parts: ListParts::default(), sums }
    }

    /// Returns the journal as text.
    pub(crate) fn text(&self) -> String {
        layout::compact(self) + "\n"
    }

    /// Reads the journal of a run with this plan.
    ///
    /// # Errors
    ///
    /// Returns why this run cannot be resumed from the journal.
    pub(crate) fn read(text: &str, plan: &Plan) -> Result<Self, String> {
        let journal: Self =
            serde_json::from_str(text).map_err(|error| format!("it is not a journal: {error}"))?;
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
        journal.position = InputPosition { inputs: 2, parts: 9 };
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
        for (change, expected) in [
            ((|plan| plan.files = 4) as fn(&mut Plan), "3 files of 700 bytes then and is 4 files"),
            (|plan| plan.bytes = 1, "3 files of 700 bytes then and is 3 files of 1 bytes now"),
            (|plan| plan.digest.push('x'), "has since been changed or renamed"),
            (|plan| plan.version = "9".to_owned(), "version 0.1.0 wrote it, and this is version 9"),
            (|plan| plan.options.clear(), "--format was `line` then and is `` now"),
            (
                |plan| drop(plan.options.insert("quiet".to_owned(), "true".to_owned())),
                "--quiet was `` then and is `true` now",
            ),
        ] {
            let error = refused(change);
            assert!(error.contains(expected), "{error}");
        }
        assert!(Journal::read("", &plan()).is_err_and(|error| error.contains("not a journal")));
        assert!(Journal::read(&text[..90], &plan()).is_err());
    }
}
