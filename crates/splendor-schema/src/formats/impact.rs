//! The logs whose verdict changes under other rules, `splendor-impact/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{AppliedRuling, Finding, InputFile, Verdict};
use crate::json::strict::format_name::format_name;

format_name!(ImpactFormat, "splendor-impact/1", "The name and version of the impact format.");

/// A line of a comparison of two sets of rules: a log whose verdict changes, or, as the last line,
/// the totals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor impact", deny_unknown_fields)]
pub struct Impact {
    /// The name and version of this format.
    pub format: ImpactFormat,
    /// A log whose verdict changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<Flip>,
    /// The totals over all logs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Totals>,
}

/// A log whose verdict changes under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Flip", deny_unknown_fields)]
pub struct Flip {
    /// The input that holds the log.
    pub input: InputFile,
    /// The result under the old rules.
    pub from: Side,
    /// The result under the new rules.
    pub to: Side,
}

/// The result of judging a log under one set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Side", deny_unknown_fields)]
pub struct Side {
    /// The verdict.
    pub verdict: Verdict,
    /// The rulings in effect that differ from the published rules, in a fixed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departures: Vec<AppliedRuling>,
    /// The first finding, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
}

/// The totals over all logs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Totals", deny_unknown_fields)]
pub struct Totals {
    /// The number of logs judged.
    pub logs: u64,
    /// The number of logs whose verdict changes.
    pub flipped: u64,
    /// The number of logs with the same verdict, whose first finding has another clause or turn.
    pub reasons: u64,
    /// The number of logs by pair of verdicts, including pairs of equal verdicts.
    pub verdicts: Vec<VerdictPair>,
    /// The clauses behind the changed verdicts: those that a log breaks first under the old or the
    /// new rules.
    pub clauses: Vec<ClauseChange>,
}

/// The number of logs with a pair of verdicts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "VerdictPair", deny_unknown_fields)]
pub struct VerdictPair {
    /// The verdict under the old rules.
    pub from: Verdict,
    /// The verdict under the new rules.
    pub to: Verdict,
    /// The number of logs.
    pub logs: u64,
}

/// The number of logs that a clause changes the verdict of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "ClauseChange", deny_unknown_fields)]
pub struct ClauseChange {
    /// The id of the clause, or another id of a report.
    pub clause: String,
    /// The number of logs that break it first under the old rules.
    pub from: u64,
    /// The number of logs that break it first under the new rules.
    pub to: u64,
    /// The first of those logs.
    pub first: InputFile,
}
