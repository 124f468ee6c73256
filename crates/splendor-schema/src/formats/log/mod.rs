//! The game log, `splendor-log/1`; its turns are in [`crate::turn`].

use schemars::JsonSchema;
use serde::Serialize;

use crate::formats::turn::Turn;
use crate::json::format_name::format_name;
use crate::json::free::Ext;
use crate::json::object::read_object;
use crate::json::words::word_enum;
use crate::limits;
use crate::name::Name;
use crate::rules::Rules;
use splendor_core::{Card, City, Noble, Row};

mod read;

pub use read::{BodyReader, Frame, SetupParts};

format_name!(LogFormat, "splendor-log/1", "The name and version of the log format.");

/// A game of Splendor, recorded turn by turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor log", deny_unknown_fields)]
pub struct Log {
    /// The location of the schema of this file; ignored.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub schema: Option<Name>,
    /// The name and version of this format.
    pub format: LogFormat,
    /// The rules of the game.
    pub rules: Rules,
    /// The fields of turns that the client does not record; absent means that it records all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CHOICES))]
    pub omits: Vec<OmittedField>,
    /// The origin of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The players in the order of their seats; the first has seat 0 and takes the first turn.
    #[schemars(length(max = limits::SEATS))]
    pub players: Vec<Player>,
    /// The table before the first turn.
    pub setup: Setup,
    /// The turns in the order in which they were played.
    #[schemars(length(max = limits::TURNS))]
    pub turns: Vec<Turn>,
    /// The reason why the log ends; absent means not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// The result that the client recorded; absent means not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// Any other data; ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext: Option<Ext>,
}

impl Log {
    /// The name and version of the format.
    pub const FORMAT: &'static str = LogFormat::NAME;
}

word_enum! {
    /// A field of turns that a client does not record.
    pub enum OmittedField: "the name of a field that a client may omit" {
        /// The client does not record returned tokens.
        Return = "return",
        /// The client does not record the gem gained through a trading post.
        Gem = "gem",
        /// The client does not record the visits of nobles.
        Noble = "noble",
        /// The client does not record the choice of trading posts.
        Post = "post",
    }
}

/// The origin of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Source", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "client": "example", "game": "8841" }))]
pub struct Source {
    /// The name of the client, like `example`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub client: Option<Name>,
    /// The client's version, like `2.1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub client_version: Option<Name>,
    /// The client's own id of the game, like `8841`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub game: Option<Name>,
    /// The time of the game, preferably as in RFC 3339, like `2026-03-01T19:30:00Z`; not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub played_at: Option<Name>,
}

read_object!(Source, "`source`" {
    optional client: |from| from.text_up_to(limits::TEXT),
    optional client_version: |from| from.text_up_to(limits::TEXT),
    optional game: |from| from.text_up_to(limits::TEXT),
    optional played_at: |from| from.text_up_to(limits::TEXT),
});

/// A player; the index in the list is the seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Player", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "name": "Ada" }))]
pub struct Player {
    /// The player's name, like `Ada`; two players may have the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub name: Option<Name>,
    /// Any other data; ignored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext: Option<Ext>,
}

read_object!(Player, "a player" {
    optional name: |from| from.text_up_to(limits::TEXT),
    optional ext,
});

/// The table before the first turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Setup", deny_unknown_fields)]
pub struct Setup {
    /// The nobles on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub nobles: Option<Vec<Noble>>,
    /// The cities on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub cities: Option<Vec<City>>,
    /// The face-up cards.
    pub market: Market,
    /// The cards of the decks, the next card first; absent means not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<Decks>,
}

/// The face-up cards by row; their order does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Market", deny_unknown_fields)]
pub struct Market {
    /// The cards of level 1.
    #[schemars(length(max = limits::CARDS))]
    pub level1: Vec<Card>,
    /// The cards of level 2.
    #[schemars(length(max = limits::CARDS))]
    pub level2: Vec<Card>,
    /// The cards of level 3.
    #[schemars(length(max = limits::CARDS))]
    pub level3: Vec<Card>,
    /// The Orient cards of level 1; absent means none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub orient1: Vec<Card>,
    /// The Orient cards of level 2; absent means none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub orient2: Vec<Card>,
    /// The Orient cards of level 3; absent means none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub orient3: Vec<Card>,
}

impl Market {
    /// Returns a market without Orient cards: the cards of each level, from level 1.
    pub fn base([level1, level2, level3]: [Vec<Card>; 3]) -> Market {
        Market { level1, level2, level3, ..Market::default() }
    }

    /// Returns the market of the cards of each row, in the order of [`Row`].
    pub fn of_rows(rows: [Vec<Card>; 6]) -> Market {
        let [level1, level2, level3, orient1, orient2, orient3] = rows;
        Market { level1, level2, level3, orient1, orient2, orient3 }
    }

    /// Returns the cards of one row.
    pub fn row(&self, row: Row) -> &[Card] {
        let Market { level1, level2, level3, orient1, orient2, orient3 } = self;
        [level1, level2, level3, orient1, orient2, orient3][row.index()]
    }
}

/// The cards of the decks, the next card first; a deck is recorded in full or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Decks", deny_unknown_fields)]
pub struct Decks {
    /// The deck of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level1: Option<Vec<Card>>,
    /// The deck of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level2: Option<Vec<Card>>,
    /// The deck of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level3: Option<Vec<Card>>,
    /// The Orient deck of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient1: Option<Vec<Card>>,
    /// The Orient deck of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient2: Option<Vec<Card>>,
    /// The Orient deck of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub orient3: Option<Vec<Card>>,
}

impl Decks {
    /// Returns the decks of a game without Orient, each if it is recorded, from level 1.
    pub fn base([level1, level2, level3]: [Option<Vec<Card>>; 3]) -> Decks {
        Decks { level1, level2, level3, ..Decks::default() }
    }

    /// Returns the decks of each row, if it is recorded, in the order of [`Row`].
    pub fn of_rows(rows: [Option<Vec<Card>>; 6]) -> Decks {
        let [level1, level2, level3, orient1, orient2, orient3] = rows;
        Decks { level1, level2, level3, orient1, orient2, orient3 }
    }

    /// Returns the deck of one row, if it is recorded.
    pub fn row(&self, row: Row) -> Option<&[Card]> {
        let Decks { level1, level2, level3, orient1, orient2, orient3 } = self;
        [level1, level2, level3, orient1, orient2, orient3][row.index()].as_deref()
    }
}

/// The reason why a log ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "End", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "reason": "resigned", "seats": [1], "plies": 40 }))]
pub struct End {
    /// The reason.
    pub reason: EndReason,
    /// The seats that resigned or ran out of time; absent means that no seat is named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::SEATS), inner(range(max = limits::SEAT)))]
    pub seats: Vec<u8>,
    /// The number of turns in the log, so that a truncated log is detected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::TURNS))]
    pub plies: Option<u64>,
}

read_object!(End, "`end`" {
    required reason,
    default seats: |from| from.vec(limits::SEATS, |from| from.small_number(limits::SEAT)),
    optional plies: |from| from.whole_number(0..=limits::TURNS as u64),
});

word_enum! {
    /// The reason why a log ends.
    pub enum EndReason: "a reason for the end" {
        /// The game was played to its end.
        Completed = "completed",
        /// No player could act.
        Stalemate = "stalemate",
        /// The named seats resigned.
        Resigned = "resigned",
        /// The named seats ran out of time.
        Timeout = "timeout",
        /// The players stopped before the end.
        Abandoned = "abandoned",
        /// A referee decided the result.
        Adjudicated = "adjudicated",
    }
}

/// The result that the client recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "GameResult", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "scores": [16, 12], "winners": [0] }))]
pub struct GameResult {
    /// The prestige of each seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS))]
    pub scores: Option<Vec<u8>>,
    /// The seats that win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::SEATS), inner(range(max = limits::SEAT)))]
    pub winners: Option<Vec<u8>>,
}

read_object!(GameResult, "`result`" {
    optional scores: |from| from.vec(limits::SEATS, |from| from.small_number(u8::MAX)),
    optional winners: |from| from.vec(limits::SEATS, |from| from.small_number(limits::SEAT)),
});
