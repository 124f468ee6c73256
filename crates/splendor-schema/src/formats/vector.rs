//! A test case for engines: a position with legal and illegal turns, `splendor-vector/1`.

use crate::formats::position::Position;
use crate::formats::report::Verdict;
use crate::formats::turn::Turn;
use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::object;
use crate::json::read::{self, list_of, numbers_up_to, text_up_to};
use crate::limits;
use crate::name::Name;

format_name!(VectorFormat, "splendor-vector/1", "The name and version of the format of vectors.");

object! {
    /// A position without unknown cards, with the expected answers of an engine.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor vector")]
    pub struct Vector: "a vector" {
        /// The name and version of this format.
        required format: VectorFormat,
        /// The name of the vector, which is unique in its file.
        #[schemars(length(max = limits::WORD))]
        required name: Name = text_up_to(limits::WORD),
        /// The position; every card in it is known.
        required position: Position,
        /// The number of legal turns.
        #[schemars(range(max = limits::INTEGER))]
        required legal: u64 = |from| from.whole_number(0..=limits::INTEGER),
        /// The prestige of each seat.
        #[schemars(length(max = limits::SEATS))]
        required scores: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// The seats that win, if the game has ended.
        #[schemars(length(max = limits::SEATS))]
        optional winners: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// The clause that the scores and winners are an example of.
        #[schemars(length(max = limits::WORD))]
        required clause: Name = text_up_to(limits::WORD),
        /// Some turns, legal and illegal.
        #[schemars(length(max = limits::TURNS))]
        default turns: Vec<VectorTurn> = list_of(limits::TURNS),
    }
}

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

object! {
    /// A turn and its expected verdict.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "VectorTurn")]
    pub struct VectorTurn: "a turn of a vector" {
        /// The turn, without the cards that the decks determine.
        required turn: Turn,
        /// The expected verdict: `legal` or `illegal`.
        required verdict: Verdict,
        /// The first clause that the turn breaks; for a legal turn, the clause that it is an example
        /// of.
        #[schemars(length(max = limits::WORD))]
        required clause: Name = text_up_to(limits::WORD),
        /// The digest of the position after the turn, if the turn is legal.
        optional digest: Digest,
    }
}
