//! The report on one log, `splendor-report/1`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::formats::log::Source;
use crate::id::Digest;
use crate::json::format_name::format_name;
use crate::json::words::word_enum;
use crate::name::FileName;
use crate::rules::Ruling;

format_name!(ReportFormat, "splendor-report/1", "The name and version of the report format.");

/// The result of judging one log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor report", deny_unknown_fields)]
pub struct Report {
    /// The name and version of this format.
    pub format: ReportFormat,
    /// The program that wrote the report.
    pub tool: Tool,
    /// The input that holds the log.
    pub input: InputFile,
    /// The origin that the log names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The verdict.
    pub verdict: Verdict,
    /// Whether the game reached its end.
    pub complete: bool,
    /// The rulings in effect that differ from the published rules, in a fixed order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub departures: Vec<AppliedRuling>,
    /// The rulings in effect, in a fixed order.
    pub rulings: Vec<AppliedRuling>,
    /// The findings, in the order of the log.
    pub findings: Vec<Finding>,
    /// Facts that the log omits and that could not be inferred. If the verdict is legal, every
    /// possible value is legal. If the verdict is undecided, the last one is the fact at which the
    /// search stopped.
    pub missing: Vec<MissingFact>,
    /// Facts that the log omits and that were inferred.
    pub inferred: Vec<InferredFact>,
    /// JSON pointers to the parts of the log that nothing was checked against.
    pub unchecked: Vec<String>,
    /// The prestige of each seat where the replay stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u8>>,
    /// The seats that win, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
    /// The number of turns in the log.
    pub plies: u64,
    /// The number of turns that were judged.
    pub judged: u64,
    /// The digest of the position after the last judged turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

impl Report {
    /// Returns the fact at which the search stopped, if the verdict is undecided.
    pub fn stop(&self) -> Option<&MissingFact> {
        self.missing.last().filter(|_| self.verdict == Verdict::Undecided)
    }

    /// Returns the departures from the published rules under which the verdict holds, like
    /// `pass=always, target=1`. `None` if there are none, or if the log could not be judged.
    pub fn departures_in_words(&self) -> Option<String> {
        if matches!(self.verdict, Verdict::Malformed | Verdict::Unsupported) {
            return None;
        }
        rulings_in_words(&self.departures)
    }
}

/// Returns rulings in words, like `pass=always, target=1`; `None` if there are none.
pub fn rulings_in_words(rulings: &[AppliedRuling]) -> Option<String> {
    let words = rulings.iter().map(|ruling| format!("{}={}", ruling.name, ruling.value));
    let words = words.collect::<Vec<_>>().join(", ");
    (!words.is_empty()).then_some(words)
}

/// The program that wrote a report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Tool", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "splendor", "version": "1.0.0" }))]
pub struct Tool {
    /// The name of the program.
    pub name: String,
    /// The version of the program.
    pub version: String,
}

/// The input that holds a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "InputFile", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "games.jsonl", "game": 3, "line": 3 }))]
pub struct InputFile {
    /// The name as given, like `games/8841.json`.
    pub name: FileName,
    /// The number of the game in the input, from 1.
    pub game: u64,
    /// The line on which the game begins, from 1.
    pub line: u64,
}

word_enum! {
    /// The verdict on a log.
    pub enum Verdict: "a verdict" {
        /// The game breaks no clause, whatever the omitted facts were.
        Legal = "legal",
        /// A legal completion was found, but other values of the omitted facts may be illegal.
        Consistent = "consistent",
        /// The game breaks a clause, whatever the omitted facts were.
        Illegal = "illegal",
        /// The search for the omitted facts stopped at a limit before it found a legal completion
        /// or excluded every completion.
        Undecided = "undecided",
        /// The input is not a file of this format.
        Malformed = "malformed",
        /// The log uses unknown rules or has a foreign turn.
        Unsupported = "unsupported",
    }
}

/// A ruling in effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "AppliedRuling", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "pass", "value": "always", "origin": "log" }))]
pub struct AppliedRuling {
    /// The name of the ruling.
    pub name: String,
    /// The value in effect.
    pub value: Ruling,
    /// The origin of the value.
    pub origin: RulingOrigin,
}

word_enum! {
    /// The origin of the value of a ruling.
    pub enum RulingOrigin: "an origin of a ruling" {
        /// The default value.
        Default = "default",
        /// The log names the value.
        Log = "log",
        /// The caller chose the value, over that of the log.
        Override = "override",
    }
}

word_enum! {
    /// The weight of a finding.
    pub enum Severity: "a severity" {
        /// The finding decides the verdict.
        Error = "error",
        /// The finding does not decide the verdict, but is probably a mistake.
        Warning = "warning",
        /// The finding is information only.
        Note = "note",
    }
}

/// A finding: a broken clause and its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Finding", deny_unknown_fields)]
pub struct Finding {
    /// The id of the clause, like `take.pair-needs-four`, or another id of a report.
    pub clause: String,
    /// The id of the clause that a false claim of the log contradicts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts: Option<String>,
    /// The weight of the finding.
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
    /// The facts that prove the finding, by name.
    pub facts: Facts,
    /// The violation, in one line.
    pub message: String,
    /// The requirement, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<String>,
    /// The sentence of the clause.
    pub sentence: String,
    /// Legal alternatives, or the next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The page that explains the clause.
    pub url: String,
    /// Whether an earlier turn was already illegal, so that this may be a consequence.
    pub after_illegal: bool,
    /// Whether an earlier turn had to be guessed, so that this proves nothing.
    pub after_guess: bool,
    /// The number of tables that the log allows at this place, if several. Each of them breaks a
    /// clause; this finding describes one.
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
    /// The event at that place, in one line.
    pub message: String,
}

word_enum! {
    /// A fact that a log may omit: of its setup, or of a turn.
    pub enum FactName: "a fact of a log" {
        /// The face-up cards before the first turn.
        Market = "market",
        /// The nobles on the table before the first turn.
        Nobles = "nobles",
        /// The cities on the table.
        Cities = "cities",
        /// The tokens paid for a card.
        Pay = "pay",
        /// The gem gained through a trading post.
        Gem = "gem",
        /// The tokens returned.
        Return = "return",
        /// The noble that visits.
        Noble = "noble",
        /// The trading post taken.
        Post = "post",
        /// The place from which a card is purchased: the market or the hand.
        From = "from",
        /// The card reserved from a deck, or another hidden card.
        Card = "card",
        /// The card put under a deck.
        Under = "under",
        /// The card that refills the market.
        Refill = "refill",
        /// The color that a card copies.
        Copy = "copy",
    }
}

/// A fact that the log omits and that could not be inferred. If the verdict is legal, every
/// possible value is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "MissingFact", deny_unknown_fields)]
pub struct MissingFact {
    /// The omitted fact.
    pub fact: FactName,
    /// The turn, from 1; absent for a fact of the setup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The JSON pointer of the place where the log could record it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The reason why the fact matters, in one line.
    pub message: String,
}

impl MissingFact {
    /// Returns where the log omits the fact: `turn 24`, or `the setup`.
    pub fn place(&self) -> String {
        place_of_fact(self.turn)
    }
}

/// Returns where a log omits a fact of a turn, from 1, or of its setup: `turn 24`, or `the setup`.
pub fn place_of_fact(turn: Option<u64>) -> String {
    turn.map_or_else(|| "the setup".to_owned(), |turn| format!("turn {turn}"))
}

/// A fact that the log omits and that was inferred, because only one value is possible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "InferredFact", deny_unknown_fields)]
pub struct InferredFact {
    /// The inferred fact.
    pub fact: FactName,
    /// The turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// The JSON pointer of the place where the log could record it.
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

    /// Returns the fact of a name.
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
