//! A test case for engines: a position with legal and illegal turns, `splendor-vector/1`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::position::Position;
use crate::formats::report::Verdict;
use crate::formats::turn::Turn;
use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::read_object;
use crate::json::read::{self, list_of};
use crate::limits;
use crate::name::Name;

format_name!(VectorFormat, "splendor-vector/1", "The name and version of the format of vectors.");

/// A position without unknown cards, with the expected answers of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor vector", deny_unknown_fields)]
pub struct Vector {
    /// The name and version of this format.
    pub format: VectorFormat,
    /// The name of the vector, which is unique in its file.
    #[schemars(length(max = limits::WORD))]
    pub name: Name,
    /// The position; every card in it is known.
    pub position: Position,
    /// The number of legal turns.
    #[schemars(range(max = limits::INTEGER))]
    pub legal: u64,
    /// The prestige of each seat.
    #[schemars(length(max = limits::SEATS))]
    pub scores: Vec<u8>,
    /// The seats that win, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub winners: Option<Vec<u8>>,
    /// The clause that the scores and winners are an example of.
    #[schemars(length(max = limits::WORD))]
    pub clause: Name,
    /// Some turns, legal and illegal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TURNS))]
    pub turns: Vec<VectorTurn>,
}

read_object!(Vector, "a vector" {
    required format,
    required name: |from| from.text_up_to(limits::WORD),
    required position,
    required legal: |from| from.whole_number(0..=limits::INTEGER),
    required scores: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional winners: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    required clause: |from| from.text_up_to(limits::WORD),
    default turns: list_of(limits::TURNS),
});

impl Vector {
    /// The name and version of the format.
    pub const FORMAT: &'static str = VectorFormat::NAME;

    /// Reads one vector from the bytes of a line.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a vector of this format.
    pub fn read(bytes: &[u8]) -> Result<Vector, ReadError> {
        read::read(bytes, Vector::FORMAT)
    }
}

/// A turn and its expected verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "VectorTurn", deny_unknown_fields)]
pub struct VectorTurn {
    /// The turn, without the cards that the decks determine.
    pub turn: Turn,
    /// The expected verdict: `legal` or `illegal`.
    pub verdict: Verdict,
    /// The first clause that the turn breaks; for a legal turn, the clause that it is an example
    /// of.
    #[schemars(length(max = limits::WORD))]
    pub clause: Name,
    /// The digest of the position after the turn, if the turn is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

read_object!(VectorTurn, "a turn of a vector" {
    required turn,
    required verdict,
    required clause: |from| from.text_up_to(limits::WORD),
    optional digest,
});
