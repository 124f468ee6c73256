//! The report on one log, `splendor-report/1`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::formats::log::Source;
use crate::id::Digest;
use crate::json::strict::format_name::format_name;
use crate::json::strict::words::word_enum;
use crate::name::FileName;
use crate::rules::Ruling;

format_name!(ReportFormat, "splendor-report/1", "The name and version of the report format.");

/// What was found about one log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor report", deny_unknown_fields)]
pub struct Report {
    /// The name and version of this format.
    pub format: ReportFormat,
    /// The program that wrote the report.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// Where the log says it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the game reached its end.
    pub complete: bool,
    /// The rulings that were judged by, in the order of the rules.
    pub rulings: Vec<AppliedRuling>,
    /// What was found wrong, in the order of the log.
    pub findings: Vec<Finding>,
    /// What the log leaves out and could not be inferred. Where the verdict is legal, it is so with
    /// each value.
    pub missing: Vec<Missing>,
    /// What the log leaves out and was inferred.
    pub inferred: Vec<Inferred>,
    /// JSON pointers of what the log says and nothing used.
    pub unchecked: Vec<String>,
    /// The prestige of each seat at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u8>>,
    /// The seats that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
    /// How many turns the log holds.
    pub plies: u64,
    /// How many turns were judged.
    pub judged: u64,
    /// The digest of the position after the last turn that was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

/// The program that wrote a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Tool", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "splendor", "version": "1.0.0" }))]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The input that holds a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "InputFile", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "games.jsonl", "game": 3, "line": 3 }))]
pub struct InputFile {
    /// The name as it was given, like `games/8841.json`.
    pub name: FileName,
    /// The number of the game in the input, from 1.
    pub game: u64,
    /// The line where the game begins, from 1.
    pub line: u64,
}

word_enum! {
    /// The verdict on a log.
    pub enum Verdict: "a verdict" {
        /// No clause is broken, whatever the log leaves out.
        Legal = "legal",
        /// The game may have been legal, but that hangs on what the log leaves out.
        Consistent = "consistent",
        /// A clause is broken whatever the log leaves out.
        Illegal = "illegal",
        /// The input is not a file of this format.
        Malformed = "malformed",
        /// The log asks for something that is not known, or has a foreign turn.
        Unsupported = "unsupported",
    }
}

/// A ruling that was judged by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "AppliedRuling", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "pass", "value": "always", "origin": "log" }))]
pub struct AppliedRuling {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Ruling,
    /// Who chose the value.
    pub origin: RulingOrigin,
}

word_enum! {
    /// Who chose the value of a ruling.
    pub enum RulingOrigin: "an origin of a ruling" {
        /// It is the default.
        Default = "default",
        /// The log names it.
        Log = "log",
        /// The person who asked for the verdict overrode it.
        Override = "override",
    }
}

word_enum! {
    /// How much a finding matters.
    pub enum Severity: "a severity" {
        /// It decides the verdict.
        Error = "error",
        /// It does not decide the verdict, but is likely wrong.
        Warning = "warning",
        /// It is worth knowing.
        Note = "note",
    }
}

/// A finding: a clause that is broken, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Finding", deny_unknown_fields)]
pub struct Finding {
    /// The id of the clause, like `take.pair-needs-four`.
    pub clause: String,
    /// The id of the clause that a claim of the log contradicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts: Option<String>,
    /// How much it matters.
    pub severity: Severity,
    /// The turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The round, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u64>,
    /// The seat that acts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The JSON pointer of the place, in which turns count from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The line of the place in the input, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column of the place in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// The facts that prove it, by name.
    pub facts: Facts,
    /// What happened, in one line.
    pub message: String,
    /// What was needed, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<String>,
    /// The clause itself.
    pub sentence: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where the clause is explained.
    pub url: String,
    /// Whether it comes after an illegal turn, so that it may be a consequence of that.
    pub after_illegal: bool,
    /// Whether it comes after a turn that had to be guessed, so that it proves nothing.
    pub after_guess: bool,
    /// How many tables the log allows there, where what it leaves out allows several: something is
    /// broken in each of them, and this in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<u64>,
    /// Another place that explains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub related: Option<Related>,
}

/// Another place that explains a finding.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Related", deny_unknown_fields)]
pub struct Related {
    /// The JSON pointer of the place.
    pub pointer: String,
    /// The line of the place in the input, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The column of the place in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
    /// What happened there.
    pub message: String,
}

/// What the log leaves out and could not be inferred. Where the verdict is legal, it is so with
/// each value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Missing", deny_unknown_fields)]
pub struct Missing {
    /// What is missing, like `refill`.
    pub fact: String,
    /// The turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The JSON pointer of the place where it would stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// Why it matters.
    pub message: String,
}

/// What the log leaves out and was inferred, since only one value is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Inferred", deny_unknown_fields)]
pub struct Inferred {
    /// What was inferred, like `pay`.
    pub fact: String,
    /// The turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The JSON pointer of the place where it would stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The value.
    pub value: Fact,
}

/// Facts by name, in a fixed order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(pub Vec<(Cow<'static, str>, Fact)>);

impl Facts {
    /// Adds a fact.
    pub fn push(&mut self, name: impl Into<Cow<'static, str>>, fact: impl Into<Fact>) {
        self.0.push((name.into(), fact.into()));
    }

    /// The fact of this name.
    pub fn get(&self, name: &str) -> Option<&Fact> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, fact)| fact)
    }
}

impl Serialize for Facts {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, fact)| (name, fact)))
    }
}

impl JsonSchema for Facts {
    fn schema_name() -> Cow<'static, str> {
        "Facts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Facts",
            "description": "Facts by name.",
            "examples": [{ "color": "emerald", "supply": 3 }],
            "type": "object",
            "additionalProperties": generator.subschema_for::<Fact>(),
        })
    }
}

/// A fact: a word or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A word, like `emerald`.
    Word(Cow<'static, str>),
    /// A whole number.
    Number(i64),
}

impl From<String> for Fact {
    fn from(word: String) -> Fact {
        Fact::Word(word.into())
    }
}

impl From<&'static str> for Fact {
    fn from(word: &'static str) -> Fact {
        Fact::Word(word.into())
    }
}

macro_rules! fact_from {
    ($($number:ty)+) => {$(
        impl From<$number> for Fact {
            fn from(number: $number) -> Fact {
                Fact::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        }
    )+};
}

fact_from!(u8 u16 u32 u64 usize i32 i64);

impl Serialize for Fact {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Fact::Word(word) => to.serialize_str(word),
            Fact::Number(number) => to.serialize_i64(*number),
        }
    }
}

impl JsonSchema for Fact {
    fn schema_name() -> Cow<'static, str> {
        "Fact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Fact",
            "description": "A fact: a word or a number.",
            "examples": [3],
            "anyOf": [{ "type": "string" }, { "type": "integer" }],
        })
    }
}
