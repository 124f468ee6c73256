//! What the reports on many logs come to, `splendor-summary/1`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::formats::report::{Tool, Verdict};
use crate::json::strict::format_name::format_name;
use crate::name::Name;

format_name!(SummaryFormat, "splendor-summary/1", "The name and version of the summary format.");

/// What many logs come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor summary", deny_unknown_fields)]
pub struct Summary {
    /// The name and version of this format.
    pub format: SummaryFormat,
    /// The program that wrote the summary.
    pub tool: Tool,
    /// How many logs were judged.
    pub logs: u64,
    /// Whether the run was stopped before the end of its input.
    pub partial: bool,
    /// How many logs have each verdict.
    pub verdicts: VerdictCounts,
    /// How many that are legal or consistent stop before the end of their game.
    pub incomplete: u64,
    /// How many do not pass, as strict as was asked for.
    pub failed: u64,
    /// How many files or folders could not be read.
    pub not_read: u64,
    /// What is broken: a clause, or the id of a finding that is no clause, and how often.
    pub clauses: BTreeMap<String, ClauseCounts>,
    /// How many logs of a client have each verdict; `(not told)` where a log names none. At most
    /// 100 are told by name, and of a name the first 60 characters.
    pub clients: BTreeMap<Name, VerdictCounts>,
    /// The same for all other clients together.
    pub other_clients: VerdictCounts,
    /// The files in which a log does not pass, in their order, at most 100.
    pub files_with_failures: Vec<FileCounts>,
    /// How many more there are.
    pub more_files: u64,
}

/// How many logs have each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "VerdictCounts", deny_unknown_fields)]
#[serde(deny_unknown_fields)]
#[schemars(example = serde_json::json!(
    { "legal": 2, "consistent": 0, "illegal": 1, "malformed": 0, "unsupported": 0 }
))]
pub struct VerdictCounts {
    /// How many are legal.
    pub legal: u64,
    /// How many are consistent.
    pub consistent: u64,
    /// How many are illegal.
    pub illegal: u64,
    /// How many are malformed.
    pub malformed: u64,
    /// How many are unsupported.
    pub unsupported: u64,
}

impl VerdictCounts {
    /// Returns how many there are of a verdict.
    pub const fn of(&self, verdict: Verdict) -> u64 {
        match verdict {
            Verdict::Legal => self.legal,
            Verdict::Consistent => self.consistent,
            Verdict::Illegal => self.illegal,
            Verdict::Malformed => self.malformed,
            Verdict::Unsupported => self.unsupported,
        }
    }

    /// Counts a log.
    pub const fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Consistent => self.consistent += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Malformed => self.malformed += 1,
            Verdict::Unsupported => self.unsupported += 1,
        }
    }

    /// Returns how many there are of all.
    pub const fn sum(&self) -> u64 {
        self.legal + self.consistent + self.illegal + self.malformed + self.unsupported
    }
}

/// How often a clause is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "ClauseCounts", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "findings": 3, "logs": 2, "first": "games.jsonl:4" }))]
pub struct ClauseCounts {
    /// How many findings there are.
    pub findings: u64,
    /// In how many logs they are.
    pub logs: u64,
    /// The first of these logs: the name of its file, and the line on which it begins.
    pub first: Name,
}

/// What the logs of a file come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "FileCounts", deny_unknown_fields)]
pub struct FileCounts {
    /// The name of the file.
    pub name: Name,
    /// How many logs have each verdict.
    pub verdicts: VerdictCounts,
}
