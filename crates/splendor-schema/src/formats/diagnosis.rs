//! Possible causes of an illegal log, `splendor-diagnosis/1`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{AppliedRuling, Finding, InputFile, Tool, Verdict};
use crate::json::free::Json;
use crate::json::strict::format_name::format_name;
use crate::json::strict::words::word_enum;

format_name!(
    DiagnosisFormat,
    "splendor-diagnosis/1",
    "The name and version of the format of diagnoses."
);

/// Possible causes of an illegal log, each with an edit that undoes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor diagnosis", deny_unknown_fields)]
pub struct Diagnosis {
    /// The name and version of this format.
    pub format: DiagnosisFormat,
    /// The program that wrote it.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The verdict on the log without edits.
    pub verdict: Verdict,
    /// The rulings that override those of the log, for the log and for every edited log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rulings: Vec<AppliedRuling>,
    /// The first finding in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Finding>,
    /// The number of edited logs that were judged.
    pub tried: u64,
    /// The greatest number of edited logs to judge.
    pub limit: u64,
    /// The number of edits that were not tried because of that limit.
    pub untried: u64,
    /// The causes, the likeliest first: all proven causes come before those that only help.
    pub causes: Vec<Cause>,
}

word_enum! {
    /// The evidence for a cause.
    pub enum Standing: "a standing" {
        /// The edited log is legal or consistent.
        Proven = "proven",
        /// The first finding of the edited log comes later.
        Helps = "helps",
    }
}

/// A possible cause of an illegal log, and the edit that undoes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Cause", deny_unknown_fields)]
pub struct Cause {
    /// The kind of cause, like `turn-missing`.
    pub kind: Cow<'static, str>,
    /// The evidence for the cause.
    pub standing: Standing,
    /// The verdict on the edited log.
    pub verdict: Verdict,
    /// The edited turn, from 1; absent if the edit changes no turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The cause as text.
    pub message: String,
    /// The number of turns of the edited log before its first finding.
    pub reaches: u64,
    /// The first clause that the edited log breaks, if it breaks one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<String>,
    /// The edit, as a JSON Patch (RFC 6902).
    pub edit: Vec<PatchStep>,
}

word_enum! {
    /// The operation of a step of an edit.
    pub enum PatchOp: "an operation" {
        /// Adds a value; in a list, before the entry at this index.
        Add = "add",
        /// Removes a value.
        Remove = "remove",
        /// Replaces a value.
        Replace = "replace",
    }
}

/// A step of an edit, which is an operation of a JSON Patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PatchStep", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "op": "remove", "path": "/turns/12" }))]
pub struct PatchStep {
    /// The operation.
    pub op: PatchOp,
    /// The JSON pointer of the place, in which turns count from 0.
    pub path: String,
    /// The new value; absent with `remove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Json>,
}
