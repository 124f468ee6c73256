//! The proof of a verdict, `splendor-certificate/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::position::Position;
use crate::formats::report::{Facts, TurnFact, Verdict};
use crate::formats::turn::Turn;
use crate::id::Sha256;
use crate::json::strict::format_name::format_name;
use crate::rules::Rulings;

format_name!(
    CertificateFormat,
    "splendor-certificate/1",
    "The name and version of the certificate format."
);

/// The facts that prove a verdict on a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor certificate", deny_unknown_fields)]
pub struct Certificate {
    /// The name and version of this format.
    pub format: CertificateFormat,
    /// The SHA-256 hash of the bytes of the log.
    pub log: Sha256,
    /// The verdict.
    pub verdict: Verdict,
    /// The rulings of the command line, which take the place of those in the log; absent means
    /// none.
    #[serde(default, skip_serializing_if = "Rulings::is_empty")]
    pub overrides: Rulings,
    /// The facts that the log omits and that could not be inferred.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<OpenFact>,
    /// The pointers to the parts of the log that were compared with nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<String>,
    /// The game: for an illegal log, the turns before the breach. Absent if no position is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<CertifiedGame>,
    /// The end of the game; absent unless the log is legal or consistent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<CertifiedEnd>,
    /// The broken clause; absent if the log is legal, consistent or undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breach: Option<CertifiedBreach>,
    /// Of a consistent log: a fact that makes the log illegal, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuted: Option<Refuted>,
}

/// An omitted fact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "OpenFact", deny_unknown_fields)]
pub struct OpenFact {
    /// The number of the turn, from 1.
    pub turn: u64,
    /// The field of the turn that would record it.
    pub fact: TurnFact,
}

/// A completed game, turn by turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "CertifiedGame", deny_unknown_fields)]
pub struct CertifiedGame {
    /// The first position, with the order of each deck as far as it is known.
    pub start: Position,
    /// The turns.
    pub turns: Vec<CertifiedTurn>,
}

/// A completed turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "CertifiedTurn", deny_unknown_fields)]
pub struct CertifiedTurn {
    /// The turn, with the facts that the log omits.
    pub turn: Turn,
    /// The position after it; each deck has its number of cards.
    pub position: Position,
}

/// The end of a completed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "CertifiedEnd", deny_unknown_fields)]
pub struct CertifiedEnd {
    /// Whether the game ended.
    pub complete: bool,
    /// The prestige of each seat.
    pub scores: Vec<u8>,
    /// The seats that win; absent if the game has not ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<Vec<u8>>,
}

/// A broken clause, a false claim, or a log that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "CertifiedBreach", deny_unknown_fields)]
pub struct CertifiedBreach {
    /// The number of the turn, from 1; absent for the setup, the end and the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The turn, with the facts that the log omits, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The id of the clause, or of a part of the format.
    pub clause: String,
    /// The numbers and ids of the breach.
    pub facts: Facts,
    /// The JSON pointer to the error in the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// A value of an open fact that makes a log illegal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Refuted", deny_unknown_fields)]
pub struct Refuted {
    /// The number of the turn with the fact, from 1.
    pub number: u64,
    /// The turn of the log with the fact.
    pub turn: Turn,
    /// The turns before the breach that follows.
    pub game: CertifiedGame,
    /// The breach.
    pub breach: CertifiedBreach,
}
