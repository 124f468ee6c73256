//! What is asked of an engine and what it answers, `splendor-conformance/1`: one object a line.

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::position::Position;
use crate::formats::turn::Turn;
use crate::json::error::ReadError;
use crate::json::strict;
use crate::json::strict::format_name::format_name;
use crate::json::strict::list::{list, list_of};
use crate::json::strict::object::read_object;
use crate::json::strict::scalar::{IntegerUpTo, SmallInteger, StringUpTo};
use crate::json::strict::words::word_enum;
use crate::limits;
use crate::name::Name;

format_name!(Protocol, "splendor-conformance/1", "The name and version of the protocol.");

word_enum! {
    /// What is asked.
    pub enum Ask: "a question" {
        /// Who the engine is and what it can be asked about.
        Hello = "hello",
        /// Every legal turn of a position.
        Legal = "legal",
        /// The position after a turn, or that the turn is refused.
        Play = "play",
        /// The prestige of each seat and, if the game has ended, who wins.
        Score = "score",
        /// Of each of several turns the clause that it breaks first, or what it leads to.
        /// `splendor engine` answers it; `splendor conformance` does not ask.
        Judge = "judge",
    }
}

/// A question to an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor request", deny_unknown_fields)]
pub struct Request {
    /// A number that the answer repeats.
    #[schemars(range(max = limits::INTEGER))]
    pub id: u64,
    /// What is asked.
    pub ask: Ask,
    /// The protocol, with `hello`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<Protocol>,
    /// The position, with every question but `hello`; every card in it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The turn, with `play`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Turn>,
    /// The turns, with `judge`; each is played at the same position.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub turns: Option<Vec<Turn>>,
}

read_object!(Request, "a question" {
    required id: IntegerUpTo(limits::INTEGER),
    required ask,
    optional protocol,
    optional position,
    optional turn,
    optional turns: list_of(limits::TURNS),
});

impl Request {
    /// Reads one question from the bytes of a line.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the bytes, and where.
    pub fn read(bytes: &[u8]) -> Result<Request, ReadError> {
        // A question names no format of its own: the greeting does.
        strict::read(bytes, "")
    }
}

/// What one turn of several comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Judged", deny_unknown_fields)]
pub struct Judged {
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
    /// Why the turn cannot be judged, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub error: Option<Name>,
}

read_object!(Judged, "a judged turn" {
    optional clause: StringUpTo(limits::WORD),
    optional scores: list(limits::SEATS, SmallInteger::up_to(u8::MAX)),
    optional winners: list(limits::SEATS, SmallInteger::up_to(u8::MAX)),
    optional error: StringUpTo(limits::TEXT),
});

/// An answer of an engine; which fields it has hangs on the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor answer", deny_unknown_fields)]
pub struct Answer {
    /// The number of the question.
    #[schemars(range(max = limits::INTEGER))]
    pub id: u64,
    /// To `hello`: the name of the engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub engine: Option<Name>,
    /// To `hello`: its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub version: Option<Name>,
    /// To `hello`: the editions that it knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub editions: Option<Vec<Name>>,
    /// To `hello`: the modules that it knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub modules: Option<Vec<Name>>,
    /// To `hello`: the boxes whose tiles it knows; absent means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::WORD)))]
    pub boxes: Option<Vec<Name>>,
    /// To `hello`: the rulings beside the defaults that it can play by, like `pass=always`; absent
    /// means all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::RULINGS), inner(length(max = limits::TEXT)))]
    pub rulings: Option<Vec<Name>>,
    /// To `hello`: how many seats can play; absent means 2, 3 and 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub seats: Option<Vec<u8>>,
    /// To `hello`: what it can be asked; absent means everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub asks: Option<Vec<Ask>>,
    /// To `legal`: the turns, in any order.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub turns: Option<Vec<Turn>>,
    /// To `play`: the position after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// To `play`: whether the turn is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<bool>,
    /// To `play`: the clause that the turn breaks, if the engine can tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::WORD))]
    pub clause: Option<Name>,
    /// To `score`: the prestige of each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub scores: Option<Vec<u8>>,
    /// To `score`: the seats that win, if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub winners: Option<Vec<u8>>,
    /// To `judge`: what each turn comes to, in the order of the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TURNS))]
    pub judged: Option<Vec<Judged>>,
    /// Why there is no answer, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub error: Option<Name>,
}

read_object!(Answer, "an answer" {
    required id: IntegerUpTo(limits::INTEGER),
    optional engine: StringUpTo(limits::TEXT),
    optional version: StringUpTo(limits::TEXT),
    optional editions: list(limits::RULINGS, StringUpTo(limits::WORD)),
    optional modules: list(limits::RULINGS, StringUpTo(limits::WORD)),
    optional boxes: list(limits::RULINGS, StringUpTo(limits::WORD)),
    optional rulings: list(limits::RULINGS, StringUpTo(limits::TEXT)),
    optional seats: list(limits::SEATS, SmallInteger::up_to(u8::MAX)),
    optional asks: list_of(limits::SEATS),
    optional turns: list_of(limits::TURNS),
    optional position,
    optional refused,
    optional clause: StringUpTo(limits::WORD),
    optional scores: list(limits::SEATS, SmallInteger::up_to(u8::MAX)),
    optional winners: list(limits::SEATS, SmallInteger::up_to(u8::MAX)),
    optional judged: list_of(limits::TURNS),
    optional error: StringUpTo(limits::TEXT),
});

impl Answer {
    /// Reads one answer from the bytes of a line.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the bytes, and where.
    pub fn read(bytes: &[u8]) -> Result<Answer, ReadError> {
        // An answer names no format of its own: the greeting has.
        strict::read(bytes, "")
    }
}
