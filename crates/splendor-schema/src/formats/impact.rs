//! What other rules change, `splendor-impact/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{Finding, InputFile, Verdict};
use crate::json::strict::format_name::format_name;

format_name!(
    ImpactFormat,
    "splendor-impact/1",
    "The name and version of the format of comparisons of rules."
);

/// A line of a comparison: a log whose verdict is another under other rules, or, last, what all
/// logs come to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor impact", deny_unknown_fields)]
pub struct Impact {
    /// The name and version of this format.
    pub format: ImpactFormat,
    /// A log whose verdict is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<Flip>,
    /// What all logs come to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub totals: Option<Totals>,
}

/// A log whose verdict is another under other rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Flip", deny_unknown_fields)]
pub struct Flip {
    /// The input that holds the log.
    pub input: InputFile,
    /// What it is under the rules it is compared from.
    pub from: Side,
    /// What it is under the rules it is compared to.
    pub to: Side,
}

/// What a log is under some rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Side", deny_unknown_fields)]
pub struct Side {
    /// The verdict.
    pub verdict: Verdict,
    /// The first finding, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
}

/// What all logs come to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Totals", deny_unknown_fields)]
pub struct Totals {
    /// How many logs were judged.
    pub logs: u64,
    /// How many of them have another verdict.
    pub flipped: u64,
    /// How many have the same verdict, and a first finding of another clause or turn.
    pub reasons: u64,
    /// How many have each pair of verdicts, by `from` and `to`; equal ones too.
    pub verdicts: Vec<Moved>,
    /// Why verdicts are others: which clause is broken first under one of the rules, in how many
    /// logs.
    pub clauses: Vec<Weighed>,
}

/// How many logs go from one verdict to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Moved", deny_unknown_fields)]
pub struct Moved {
    /// The verdict under the rules it is compared from.
    pub from: Verdict,
    /// The verdict under the rules it is compared to.
    pub to: Verdict,
    /// How many logs.
    pub logs: u64,
}

/// In how many logs whose verdict is another a clause is broken first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Weighed", deny_unknown_fields)]
pub struct Weighed {
    /// The id of the clause, or another id of a report.
    pub clause: String,
    /// How many logs break it first under the rules it is compared from.
    pub from: u64,
    /// How many logs break it first under the rules it is compared to.
    pub to: u64,
    /// The first of those logs.
    pub first: InputFile,
}
