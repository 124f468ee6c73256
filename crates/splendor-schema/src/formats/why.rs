//! Why a turn is legal or not, `splendor-why/1`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{Fact, Finding, Inferred, InputFile, Missing, Tool, Verdict};
use crate::json::strict::format_name::format_name;

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
