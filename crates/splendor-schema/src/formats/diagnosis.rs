//! What may have gone wrong in a log, `splendor-diagnosis/1`.

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

word_enum! {
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

word_enum! {
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
