//! The questions to an engine and its answers, `splendor-conformance/1`: one JSON object per line.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::position::Position;
use crate::formats::turn::Turn;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::read_object;
use crate::json::read::{self, list_of};
use crate::json::words::word_enum;
use crate::limits;
use crate::name::Name;

format_name!(Protocol, "splendor-conformance/1", "The name and version of the protocol.");

word_enum! {
    /// The kind of a question.
    pub enum QuestionKind: "a question" {
        /// The name and the capabilities of the engine.
        Hello = "hello",
        /// Every legal turn of a position.
        Legal = "legal",
        /// The position after a turn, or the refusal of the turn.
        Play = "play",
        /// The prestige of each seat and, if the game has ended, the winners.
        Score = "score",
        /// For each of several turns, the first broken clause or the result of the turn.
        /// `splendor engine` answers it; `splendor conformance` never sends it.
        Judge = "judge",
    }
}

/// A question to an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor request", deny_unknown_fields)]
pub struct Question {
    /// A number that the answer repeats.
    #[schemars(range(max = limits::INTEGER))]
    pub id: u64,
    /// The kind of the question.
    pub ask: QuestionKind,
    /// The protocol, with `hello`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
    /// The position, with every question except `hello`; every card in it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The turn, with `play`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The turns, with `judge`; the engine plays each at the same position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub turns: Option<Vec<Turn>>,
}

read_object!(Question, "a question" {
    required id: |from| from.whole_number(0..=limits::INTEGER),
    required ask,
    optional protocol,
    optional position,
    optional turn,
    optional turns: list_of(limits::TURNS),
});

impl Question {
    /// Reads one question from the bytes of a line.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a question.
    pub fn read(bytes: &[u8]) -> Result<Question, ReadError> {
        // A question has no field `format`: `hello` names the protocol once.
        read::read(bytes, "")
    }
}

/// The result of one of several turns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "JudgedTurn", deny_unknown_fields)]
pub struct JudgedTurn {
    /// The id of the first clause that the turn breaks; absent if it breaks none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::WORD))]
    pub clause: Option<Name>,
    /// The prestige of each seat after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub scores: Option<Vec<u8>>,
    /// The seats that win, if the turn ends the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub winners: Option<Vec<u8>>,
    /// The reason why the turn cannot be judged, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub error: Option<Name>,
}

read_object!(JudgedTurn, "a judged turn" {
    optional clause: |from| from.text_up_to(limits::WORD),
    optional scores: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional winners: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional error: |from| from.text_up_to(limits::TEXT),
});

/// An answer of an engine; its fields depend on the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor answer", deny_unknown_fields)]
pub struct Answer {
    /// The `id` of the question.
    #[schemars(range(max = limits::INTEGER))]
    pub id: u64,
    /// For `hello`: the name of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub engine: Option<Name>,
    /// For `hello`: the version of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub version: Option<Name>,
    /// For `hello`: the editions that the engine knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub editions: Option<Vec<Name>>,
    /// For `hello`: the modules that the engine knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub modules: Option<Vec<Name>>,
    /// For `hello`: the boxes whose tiles the engine knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub boxes: Option<Vec<Name>>,
    /// For `hello`: the rulings that the engine knows in addition to the defaults, like
    /// `pass=always`; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::TEXT)))]
    pub rulings: Option<Vec<Name>>,
    /// For `hello`: the possible numbers of seats; absent means 2, 3 and 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub seats: Option<Vec<u8>>,
    /// For `hello`: the kinds of questions that the engine answers; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub asks: Option<Vec<QuestionKind>>,
    /// For `legal`: the legal turns, in any order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub turns: Option<Vec<Turn>>,
    /// For `play`: the position after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// For `play`: whether the engine refuses the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<bool>,
    /// For `play`: the clause that the turn breaks, if the engine reports clauses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::WORD))]
    pub clause: Option<Name>,
    /// For `score`: the prestige of each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub scores: Option<Vec<u8>>,
    /// For `score`: the seats that win, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub winners: Option<Vec<u8>>,
    /// For `judge`: the result of each turn, in the order of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub judged: Option<Vec<JudgedTurn>>,
    /// The reason why there is no other answer, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub error: Option<Name>,
}

read_object!(Answer, "an answer" {
    required id: |from| from.whole_number(0..=limits::INTEGER),
    optional engine: |from| from.text_up_to(limits::TEXT),
    optional version: |from| from.text_up_to(limits::TEXT),
    optional editions: |from| from.vec(limits::RULINGS, |from| from.text_up_to(limits::WORD)),
    optional modules: |from| from.vec(limits::RULINGS, |from| from.text_up_to(limits::WORD)),
    optional boxes: |from| from.vec(limits::RULINGS, |from| from.text_up_to(limits::WORD)),
    optional rulings: |from| from.vec(limits::RULINGS, |from| from.text_up_to(limits::TEXT)),
    optional seats: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional asks: list_of(limits::SEATS),
    optional turns: list_of(limits::TURNS),
    optional position,
    optional refused,
    optional clause: |from| from.text_up_to(limits::WORD),
    optional scores: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional winners: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional judged: list_of(limits::TURNS),
    optional error: |from| from.text_up_to(limits::TEXT),
});

impl Answer {
    /// Reads one answer from the bytes of a line.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not an answer.
    pub fn read(bytes: &[u8]) -> Result<Answer, ReadError> {
        // An answer has no field `format`: `hello` named the protocol.
        read::read(bytes, "")
    }
}
