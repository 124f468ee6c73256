//! The reasons why a turn is legal or not, `splendor-why/1`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::report::{
    AppliedRuling, Fact, Finding, InferredFact, InputFile, MissingFact, Tool, Verdict,
};
use crate::json::format_name::format_name;

format_name!(WhyFormat, "splendor-why/1", "The name and version of the why format.");

/// Whether a turn would have been legal at a place in a log, with the reasons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor why", deny_unknown_fields)]
pub struct Why {
    /// The name and version of this format.
    pub format: WhyFormat,
    /// The program that wrote it.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The number of the turn of the log that this turn replaces, from 1. After a position, the
    /// number of turns that the position counts, and one more.
    pub turn: u64,
    /// The round, from 1; absent if the replay stopped before this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The seat that acts; absent if the replay stopped before this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The turn as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The verdict on the turn: `consistent` if it depends on facts that the log omits, `undecided`
    /// if the search for them stopped before the turn. It is `illegal` too if the log declares
    /// other rules than the required ones.
    pub verdict: Verdict,
    /// The rulings in effect that differ from the published rules, in a fixed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departures: Vec<AppliedRuling>,
    /// A remark on the log before the turn, for example that it is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Every clause that the turn breaks, in the order of the clauses; the first one decides the
    /// verdict. Pointers, lines and columns are places in the turn, and in `related` places in the
    /// log. If the log declares other rules than the required ones, findings without a turn come
    /// first, with places in the log.
    pub findings: Vec<Finding>,
    /// Facts that the log or the turn omits and that could not be inferred.
    pub missing: Vec<MissingFact>,
    /// Facts that the turn omits and that were inferred.
    pub inferred: Vec<InferredFact>,
    /// The verdict in a sentence, with its reasons; absent if no condition was checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// The conditions that the rules set for a turn of this kind, in the order of the clauses;
    /// empty if the turn could not be judged.
    pub conditions: Vec<Condition>,
    /// For a turn that breaks no clause, the changes that it makes; empty if the log allows several
    /// tables.
    pub changes: Vec<Change>,
    /// What decides whether the game has ended with this turn, and who wins: after a turn that
    /// breaks no clause, if the end is triggered or a city is near; empty otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub end: Vec<Condition>,
}

/// A condition that the rules set for a turn or for the end: a clause, and whether it is met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Condition", deny_unknown_fields)]
#[schemars(example = serde_json::json!({
    "clause": "take.pair-needs-four", "standing": "met", "fact": "the supply held four rubies"
}))]
pub struct Condition {
    /// The id of the clause.
    pub clause: Cow<'static, str>,
    /// Whether the condition is met.
    pub standing: Standing,
    /// The numbers or cards that decide it, in words.
    pub fact: String,
}

/// Whether a condition is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Standing", example = "not-known")]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The turn keeps the clause, or the table has what the end asks for.
    Met,
    /// The turn breaks the clause, which is one of the findings; or the table does not have what the
    /// end asks for.
    NotMet,
    /// The log omits a fact on which the condition depends.
    NotKnown,
}

impl Standing {
    /// Returns the standing in words.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::NotMet => "not met",
            Self::NotKnown => "not known",
        }
    }
}

/// A change that a turn makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Change", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "what": "ruby", "seat": 0, "from": 1, "to": 2 }))]
pub struct Change {
    /// The name of the changed value, like `ruby`, `prestige` or `market`.
    pub what: Cow<'static, str>,
    /// The seat that the value belongs to; absent for a value of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The value before the turn.
    pub from: Fact,
    /// The value after the turn.
    pub to: Fact,
}
