//! What is said about a case that is argued: why a turn is legal or not, `splendor-why/1`, what
//! may have gone wrong in a log, `splendor-diagnosis/1`, and what other rules change,
//! `splendor-impact/1`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{
    AppliedRuling, Fact, Finding, Inferred, InputFile, Missing, Tool, Verdict,
};
use crate::json::free::Json;
use crate::json::strict::format_name::format_name;
use crate::json::strict::object::words;

format_name!(
    WhyFormat,
    "splendor-why/1",
    "The name and version of the format of arguments about a turn."
);

/// Whether a turn would have been legal at a place of a log, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor why", deny_unknown_fields)]
pub struct Why {
    /// The name and version of this format.
    pub format: WhyFormat,
    /// The program that wrote it.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The turn in whose place it is asked about, from 1.
    pub turn: u64,
    /// The round, from 1, where the replay came so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The seat that acts, where the replay came so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The turn in words, as it was understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The verdict on the turn: `consistent` where it hangs on what the log leaves out.
    pub verdict: Verdict,
    /// What is to be known of the log before the turn, like that it is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Every clause that the turn breaks, in the order of the book: the first is the one of the
    /// verdict. Pointers, lines and columns are those of the turn, of `related` those of the log.
    pub findings: Vec<Finding>,
    /// What the log or the turn leaves out and could not be inferred.
    pub missing: Vec<Missing>,
    /// What the turn leaves out and was inferred.
    pub inferred: Vec<Inferred>,
    /// Of a legal turn the clauses that it gave occasion to break.
    pub touches: Vec<String>,
    /// Of a legal turn what it changes, where one table alone follows.
    pub changes: Vec<Change>,
}

/// What a turn changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Change", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "what": "ruby", "seat": 0, "from": 1, "to": 2 }))]
pub struct Change {
    /// What changes, like `ruby`, `prestige` or `market`.
    pub what: Cow<'static, str>,
    /// The seat whose it is; absent where it is of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What it was.
    pub from: Fact,
    /// What it is.
    pub to: Fact,
}

format_name!(
    DiagnosisFormat,
    "splendor-diagnosis/1",
    "The name and version of the format of diagnoses."
);

/// What may have gone wrong in a log, each proven by an edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor diagnosis", deny_unknown_fields)]
pub struct Diagnosis {
    /// The name and version of this format.
    pub format: DiagnosisFormat,
    /// The program that wrote it.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The verdict on the log as it is.
    pub verdict: Verdict,
    /// The rulings that were laid over those of the log, for it and for every edited log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<AppliedRuling>,
    /// The first finding in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
    /// How many edited logs were judged.
    pub tried: u64,
    /// How many edited logs are judged at most.
    pub limit: u64,
    /// How many edits were left untried because of that.
    pub untried: u64,
    /// The causes, the likeliest first: all that are proven before those that only help.
    pub causes: Vec<Cause>,
}

words! {
    /// What is known of a cause.
    pub enum Standing: "a standing" {
        /// The edited log was judged, and is legal or consistent.
        Proven = "proven",
        /// The edited log was judged, and its first finding comes later.
        Helps = "helps",
    }
}

/// Something that may have gone wrong, and the edit that takes it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Cause", deny_unknown_fields)]
pub struct Cause {
    /// The kind of cause, like `turn-missing`.
    pub kind: Cow<'static, str>,
    /// What is known of it.
    pub standing: Standing,
    /// The verdict on the edited log.
    pub verdict: Verdict,
    /// The turn that is edited, from 1; absent where it is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The cause in words.
    pub message: String,
    /// How many turns of the edited log come before its first finding.
    pub reaches: u64,
    /// The clause that the edited log breaks first, if it breaks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// The edit, as a JSON Patch (RFC 6902).
    pub edit: Vec<Step>,
}

words! {
    /// What a step of an edit does.
    pub enum StepOp: "an operation" {
        /// Puts a value at a place; in a list, before what stands there.
        Add = "add",
        /// Takes a value away.
        Remove = "remove",
        /// Puts a value in the place of another.
        Replace = "replace",
    }
}

/// A step of an edit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Step", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "op": "remove", "path": "/turns/12" }))]
pub struct Step {
    /// What it does.
    pub op: StepOp,
    /// The JSON pointer of the place, in which turns count from 0.
    pub path: String,
    /// The value that is put there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
}

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
