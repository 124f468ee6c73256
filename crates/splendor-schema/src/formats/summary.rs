//! The totals of a run over many logs, `splendor-summary/1`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::formats::report::{Tool, Verdict};
use crate::json::format_name::format_name;
use crate::name::Name;
use crate::rules::Ruling;

format_name!(SummaryFormat, "splendor-summary/1", "The name and version of the summary format.");

/// The totals of a run over many logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor summary", deny_unknown_fields)]
pub struct Summary {
    /// The name and version of this format.
    pub format: SummaryFormat,
    /// The program that wrote the summary.
    pub tool: Tool,
    /// The number of logs judged.
    pub logs: u64,
    /// Whether the run was stopped before the end of its input.
    pub partial: bool,
    /// The number of logs by verdict.
    pub verdicts: VerdictCounts,
    /// The number of legal or consistent logs that stop before the end of their game.
    pub incomplete: u64,
    /// The number of logs whose verdict holds under a ruling that differs from the published rules.
    pub departing: u64,
    /// The number of logs by each such ruling.
    pub departures: Vec<DepartureCount>,
    /// The number of logs that did not pass, under the options of the run.
    pub failed: u64,
    /// The number of files or folders that could not be read.
    pub not_read: u64,
    /// The entries of folders and archives that look like inputs but are not read.
    pub left_out: LeftOutCounts,
    /// The entries of folders that are ignored, and do not count as left out.
    pub ignored: IgnoredCounts,
    /// The counts of findings, by the id of the clause or another id of a report.
    pub clauses: BTreeMap<String, ClauseCounts>,
    /// The number of logs of each client, by verdict; `no client named` for the other logs.
    /// At most 100 clients are listed, by the first 60 characters of their names.
    pub clients: BTreeMap<Name, VerdictCounts>,
    /// The number of logs of all other clients together, by verdict.
    pub other_clients: VerdictCounts,
    /// The files with a log that did not pass, in input order, at most 100.
    pub files_with_failures: Vec<FileCounts>,
    /// The number of further files with a log that did not pass.
    pub more_files: u64,
}

/// The number of logs by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "VerdictCounts", deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schemars(example = serde_json::json!(
    { "legal": 2, "consistent": 0, "illegal": 1, "undecided": 0, "malformed": 0,
      "unsupported": 0 }
))]
pub struct VerdictCounts {
    /// The number of legal logs.
    pub legal: u64,
    /// The number of consistent logs.
    pub consistent: u64,
    /// The number of illegal logs.
    pub illegal: u64,
    /// The number of undecided logs.
    pub undecided: u64,
    /// The number of malformed logs.
    pub malformed: u64,
    /// The number of unsupported logs.
    pub unsupported: u64,
}

impl VerdictCounts {
    /// Returns the number of logs with a verdict.
    pub const fn of(&self, verdict: Verdict) -> u64 {
        match verdict {
            Verdict::Legal => self.legal,
            Verdict::Consistent => self.consistent,
            Verdict::Illegal => self.illegal,
            Verdict::Undecided => self.undecided,
            Verdict::Malformed => self.malformed,
            Verdict::Unsupported => self.unsupported,
        }
    }

    /// Adds a log with a verdict.
    pub const fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Consistent => self.consistent += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Undecided => self.undecided += 1,
            Verdict::Malformed => self.malformed += 1,
            Verdict::Unsupported => self.unsupported += 1,
        }
    }

    /// Returns the number of all logs.
    pub const fn sum(&self) -> u64 {
        self.legal
            + self.consistent
            + self.illegal
            + self.undecided
            + self.malformed
            + self.unsupported
    }
}

/// The entries of folders and archives that look like inputs but are not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "LeftOutCounts", deny_unknown_fields)]
#[schemars(example = serde_json::json!(
    { "entries": 3, "reasons": { "*.xz": 1, "link to a folder": 2 }, "first": ["logs/a.json.xz"] }
))]
pub struct LeftOutCounts {
    /// The number of entries.
    pub entries: u64,
    /// The number of entries by reason: `link to a folder`, `link out of the folder`, `pipe`,
    /// `socket`, `device`, `not a log`, or the ending of their names, like `*.xz`; `*` for all
    /// endings after the first twenty reasons.
    pub reasons: BTreeMap<String, u64>,
    /// The names of the first entries, at most five.
    pub first: Vec<Name>,
}

/// The entries of folders that are ignored: files and folders that would be read otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "IgnoredCounts", deny_unknown_fields)]
#[schemars(example = serde_json::json!(
    { "entries": 2, "reasons": { ".git": 1, ".gitignore": 1 }, "first": ["games/drafts"] }
))]
pub struct IgnoredCounts {
    /// The number of entries. An ignored folder is one entry.
    pub entries: u64,
    /// The number of entries by reason: `--exclude`, `.gitignore`, `.git` or `node_modules`.
    pub reasons: BTreeMap<String, u64>,
    /// The names of the first entries that a `.gitignore` names, at most five.
    pub first: Vec<Name>,
}

/// The number of logs whose verdict holds under a ruling that differs from the published rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "DepartureCount", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "pass", "value": "always", "logs": 2 }))]
pub struct DepartureCount {
    /// The name of the ruling.
    pub name: String,
    /// The value of the ruling.
    pub value: Ruling,
    /// The number of logs.
    pub logs: u64,
}

/// The number of findings of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "ClauseCounts", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "findings": 3, "logs": 2, "first": "games.jsonl:4" }))]
pub struct ClauseCounts {
    /// The number of findings.
    pub findings: u64,
    /// The number of logs with such a finding.
    pub logs: u64,
    /// The first of these logs: the name of its file and the line on which it begins.
    pub first: Name,
}

/// The totals of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "FileCounts", deny_unknown_fields)]
pub struct FileCounts {
    /// The name of the file.
    pub name: Name,
    /// The number of logs by verdict.
    pub verdicts: VerdictCounts,
}
