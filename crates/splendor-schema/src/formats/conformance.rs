//! The questions to an engine and its answers, `splendor-conformance/1`: one JSON object per line.

use crate::formats::position::Position;
use crate::formats::turn::Turn;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::object::object;
use crate::json::read::{self, list_of, numbers_up_to, text_up_to, texts_up_to};
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

object! {
    /// A question to an engine.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor request")]
    pub struct Question: "a question" {
        /// A number that the answer repeats.
        #[schemars(range(max = limits::INTEGER))]
        required id: u64 = |from| from.whole_number(0..=limits::INTEGER),
        /// The kind of the question.
        required ask: QuestionKind,
        /// The protocol, with `hello`.
        optional protocol: Protocol,
        /// The position, with every question except `hello`; every card in it is known.
        optional position: Position,
        /// The turn, with `play`.
        optional turn: Turn,
        /// The turns, with `judge`; the engine plays each at the same position.
        #[schemars(length(max = limits::TURNS))]
        optional turns: Vec<Turn> = list_of(limits::TURNS),
    }
}

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

object! {
    /// The result of one of several turns.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "JudgedTurn")]
    pub struct JudgedTurn: "a judged turn" {
        /// The id of the first clause that the turn breaks; absent if it breaks none.
        #[schemars(length(max = limits::WORD))]
        optional clause: Name = text_up_to(limits::WORD),
        /// The prestige of each seat after the turn.
        #[schemars(length(max = limits::SEATS))]
        optional scores: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// The seats that win, if the turn ends the game.
        #[schemars(length(max = limits::SEATS))]
        optional winners: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// The reason why the turn cannot be judged, as text.
        #[schemars(length(max = limits::TEXT))]
        optional error: Name = text_up_to(limits::TEXT),
    }
}

object! {
    /// An answer of an engine; its fields depend on the question.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Splendor answer")]
    pub struct Answer: "an answer" {
        /// The `id` of the question.
        #[schemars(range(max = limits::INTEGER))]
        required id: u64 = |from| from.whole_number(0..=limits::INTEGER),
        /// For `hello`: the name of the engine.
        #[schemars(length(max = limits::TEXT))]
        optional engine: Name = text_up_to(limits::TEXT),
        /// For `hello`: the version of the engine.
        #[schemars(length(max = limits::TEXT))]
        optional version: Name = text_up_to(limits::TEXT),
        /// For `hello`: the editions that the engine knows; absent means all.
        #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
        optional editions: Vec<Name> = texts_up_to(limits::RULINGS, limits::WORD),
        /// For `hello`: the modules that the engine knows; absent means all.
        #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
        optional modules: Vec<Name> = texts_up_to(limits::RULINGS, limits::WORD),
        /// For `hello`: the boxes whose tiles the engine knows; absent means all.
        #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
        optional boxes: Vec<Name> = texts_up_to(limits::RULINGS, limits::WORD),
        /// For `hello`: the rulings that the engine knows in addition to the defaults, like
        /// `pass=always`; absent means all.
        #[schemars(length(max = limits::RULINGS), inner(length(max = limits::TEXT)))]
        optional rulings: Vec<Name> = texts_up_to(limits::RULINGS, limits::TEXT),
        /// For `hello`: the possible numbers of seats; absent means 2, 3 and 4.
        #[schemars(length(max = limits::SEATS))]
        optional seats: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// For `hello`: the kinds of questions that the engine answers; absent means all.
        #[schemars(length(max = limits::SEATS))]
        optional asks: Vec<QuestionKind> = list_of(limits::SEATS),
        /// For `legal`: the legal turns, in any order.
        #[schemars(length(max = limits::TURNS))]
        optional turns: Vec<Turn> = list_of(limits::TURNS),
        /// For `play`: the position after the turn.
        optional position: Position,
        /// For `play`: whether the engine refuses the turn.
        optional refused: bool,
        /// For `play`: the clause that the turn breaks, if the engine reports clauses.
        #[schemars(length(max = limits::WORD))]
        optional clause: Name = text_up_to(limits::WORD),
        /// For `score`: the prestige of each seat.
        #[schemars(length(max = limits::SEATS))]
        optional scores: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// For `score`: the seats that win, if the game has ended.
        #[schemars(length(max = limits::SEATS))]
        optional winners: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// For `judge`: the result of each turn, in the order of the question.
        #[schemars(length(max = limits::TURNS))]
        optional judged: Vec<JudgedTurn> = list_of(limits::TURNS),
        /// The reason why there is no other answer, as text.
        #[schemars(length(max = limits::TEXT))]
        optional error: Name = text_up_to(limits::TEXT),
    }
}

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
