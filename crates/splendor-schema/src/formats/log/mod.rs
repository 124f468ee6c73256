//! The game log, `splendor-log/1`; its turns are in [`crate::turn`].

use crate::formats::turn::Turn;
use crate::json::error::ReadError;
use crate::json::format_name::format_name;
use crate::json::free::Ext;
use crate::json::locate::TurnPlaces;
use crate::json::object::object;
use crate::json::read::{self, deserialize_by_reader, list_of, numbers_up_to, text_up_to};
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::words::word_enum;
use crate::limits;
use crate::name::Name;
use crate::rules::Rules;
use splendor_core::{Card, City, Noble, Row};

format_name!(LogFormat, "splendor-log/1", "The name and version of the log format.");

object! {
    /// A game of Splendor, recorded turn by turn.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Splendor log")]
    pub struct Log: "a log" {
        /// The location of the schema of this file; ignored.
        #[schemars(length(max = limits::TEXT))]
        optional schema as "$schema": Name = text_up_to(limits::TEXT),
        /// The name and version of this format.
        required format: LogFormat,
        /// The rules of the game.
        required rules: Rules,
        /// The fields of turns that the client does not record; absent means that it records all.
        #[schemars(length(max = limits::CHOICES))]
        default omits: Vec<OmittedField> = list_of(limits::CHOICES),
        /// The origin of the log.
        optional source: Source,
        /// The players in the order of their seats; the first has seat 0 and takes the first turn.
        #[schemars(length(max = limits::SEATS))]
        required players: Vec<Player> = list_of(limits::SEATS),
        /// The table before the first turn.
        default setup: Setup,
        /// The turns in the order in which they were played.
        #[schemars(length(max = limits::TURNS))]
        required turns: Vec<Turn> = read_turns,
        /// The reason why the log ends; absent means not recorded.
        optional end: End,
        /// The result that the client recorded; absent means not recorded.
        optional result: GameResult,
        /// Any other data; ignored.
        optional ext: Ext,
    }
}

impl Log {
    /// The name and version of the format.
    pub const FORMAT: &'static str = LogFormat::NAME;

    /// Reads one log from the bytes of a file, or of one line of a JSON Lines file.
    ///
    /// Reading checks the format and no rules: the log may describe an illegal game.
    ///
    /// ```
    /// use splendor_schema::Log;
    ///
    /// let log = Log::read(br#"{
    ///     "format": "splendor-log/1",
    ///     "rules": { "edition": "2024" },
    ///     "players": [{ "name": "Ada" }, { "name": "Zo\u00eb" }],
    ///     "setup": { "market": { "level1": ["a0d3s"], "level2": [], "level3": [] } },
    ///     "turns": [{ "seat": 0, "take": ["diamond", "sapphire", "onyx"] }]
    /// }"#)?;
    /// assert_eq!(log.players.len(), 2);
    /// assert!(log.turns[0].take.as_ref().is_some_and(|take| take.len() == 3));
    /// # Ok::<(), splendor_schema::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a log of this format. The bytes
    /// must be UTF-8 without a byte order mark, and at most
    /// [`LOG_BYTES`](crate::limits::LOG_BYTES) long.
    pub fn read(bytes: &[u8]) -> Result<Log, ReadError> {
        read::read(bytes, Log::FORMAT)
    }

    /// Reads one log like [`Log::read`], from text that [`text_of`](crate::text_of) returned. Also
    /// returns the places of its turns.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the text is not a log of this format.
    pub fn read_with_places(text: &str) -> Result<(Log, TurnPlaces), ReadError> {
        read::read_text(text, Log::FORMAT, |from| {
            let log = Log::from_json(from)?;
            Ok((log, std::mem::take(&mut from.turn_places)))
        })
    }
}

deserialize_by_reader!(Log);

/// Reads the turns of a log, and notes their places.
fn read_turns(from: &mut Reader<'_>) -> Result<Vec<Turn>, Failed> {
    let room = (from.remaining() / SHORT_TURN_BYTES).min(MOST_RESERVED);
    let mut turns = Vec::with_capacity(room);
    let mut places = TurnPlaces { list: from.place()..0, starts: Vec::with_capacity(room) };
    from.list("a list", limits::TURNS, |from| {
        places.starts.push(from.place());
        turns.push(Turn::default());
        turns.last_mut().map_or(Ok(()), |turn| turn.read_into(from))
    })?;
    places.list.end = from.read_to();
    from.turn_places = places;
    Ok(turns)
}

/// The bytes of a short turn. The unread bytes divided by this estimate the number of turns, so
/// that the list of turns rarely has to grow.
const SHORT_TURN_BYTES: usize = 48;

/// The most turns to reserve memory for before reading: more than most games have. Without it,
/// many bytes of whitespace would reserve much memory.
const MOST_RESERVED: usize = 256;

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

object! {
    /// The origin of a log.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Source")]
    #[schemars(example = serde_json::json!({ "client": "example", "game": "8841" }))]
    pub struct Source: "`source`" {
        /// The name of the client, like `example`.
        #[schemars(length(max = limits::TEXT))]
        optional client: Name = text_up_to(limits::TEXT),
        /// The client's version, like `2.1`.
        #[schemars(length(max = limits::TEXT))]
        optional client_version: Name = text_up_to(limits::TEXT),
        /// The client's own id of the game, like `8841`.
        #[schemars(length(max = limits::TEXT))]
        optional game: Name = text_up_to(limits::TEXT),
        /// The time of the game, preferably as in RFC 3339, like `2026-03-01T19:30:00Z`; not
        /// checked.
        #[schemars(length(max = limits::TEXT))]
        optional played_at: Name = text_up_to(limits::TEXT),
    }
}

object! {
    /// A player; the index in the list is the seat.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Player")]
    #[schemars(example = serde_json::json!({ "name": "Ada" }))]
    pub struct Player: "a player" {
        /// The player's name, like `Ada`; two players may have the same name.
        #[schemars(length(max = limits::TEXT))]
        optional name: Name = text_up_to(limits::TEXT),
        /// Any other data; ignored.
        optional ext: Ext,
    }
}

object! {
    /// The table before the first turn.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Setup")]
    pub struct Setup: "`setup`" {
        /// The nobles on the table; absent means not recorded, or none with The Cities.
        #[schemars(length(max = limits::TILES))]
        optional nobles: Vec<Noble> = list_of(limits::TILES),
        /// The cities on the table; absent means not recorded, or none without The Cities.
        #[schemars(length(max = limits::TILES))]
        optional cities: Vec<City> = list_of(limits::TILES),
        /// The face-up cards; absent means not recorded.
        default market: Market,
        /// The cards of the decks, the next card first; absent means not recorded.
        optional decks: Decks,
    }
}

impl Setup {
    /// Reads a setup, written as in a log.
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a setup.
    pub fn read(bytes: &[u8]) -> Result<Setup, ReadError> {
        read::read(bytes, "")
    }
}

object! {
    /// The face-up cards by row; their order does not matter. A row is recorded in full or not at
    /// all.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Market")]
    pub struct Market: "`market`" {
        /// The cards of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional level1: Vec<Card> = list_of(limits::CARDS),
        /// The cards of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional level2: Vec<Card> = list_of(limits::CARDS),
        /// The cards of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional level3: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional orient1: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional orient2: Vec<Card> = list_of(limits::CARDS),
        /// The Orient cards of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional orient3: Vec<Card> = list_of(limits::CARDS),
    }
}

impl Market {
    /// Returns a market without Orient cards: the cards of each level, from level 1.
    pub fn base(levels: [Vec<Card>; 3]) -> Market {
        let [level1, level2, level3] = levels.map(Some);
        Market { level1, level2, level3, ..Market::default() }
    }

    /// Returns the market of the cards of each row, if they are recorded, in the order of [`Row`].
    pub fn of_rows(rows: [Option<Vec<Card>>; 6]) -> Market {
        let [level1, level2, level3, orient1, orient2, orient3] = rows;
        Market { level1, level2, level3, orient1, orient2, orient3 }
    }

    /// Returns the cards of one row, if they are recorded.
    pub fn row(&self, row: Row) -> Option<&[Card]> {
        let Market { level1, level2, level3, orient1, orient2, orient3 } = self;
        [level1, level2, level3, orient1, orient2, orient3][row.index()].as_deref()
    }
}

object! {
    /// The cards of the decks, the next card first; a deck is recorded in full or not at all.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Decks")]
    pub struct Decks: "`decks`" {
        /// The deck of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional level1: Vec<Card> = list_of(limits::CARDS),
        /// The deck of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional level2: Vec<Card> = list_of(limits::CARDS),
        /// The deck of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional level3: Vec<Card> = list_of(limits::CARDS),
        /// The Orient deck of level 1.
        #[schemars(length(max = limits::CARDS))]
        optional orient1: Vec<Card> = list_of(limits::CARDS),
        /// The Orient deck of level 2.
        #[schemars(length(max = limits::CARDS))]
        optional orient2: Vec<Card> = list_of(limits::CARDS),
        /// The Orient deck of level 3.
        #[schemars(length(max = limits::CARDS))]
        optional orient3: Vec<Card> = list_of(limits::CARDS),
    }
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

object! {
    /// The reason why a log ends.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "End")]
    #[schemars(example = serde_json::json!({ "reason": "resigned", "seats": [1], "plies": 40 }))]
    pub struct End: "`end`" {
        /// The reason.
        required reason: EndReason,
        /// The seats that resigned or ran out of time; absent means that no seat is named.
        #[schemars(length(max = limits::SEATS), inner(range(max = limits::SEAT)))]
        default seats: Vec<u8> = numbers_up_to(limits::SEATS, limits::SEAT),
        /// The number of turns in the log, so that a truncated log is detected.
        #[schemars(range(max = limits::TURNS))]
        optional plies: u64 = |from| from.whole_number(0..=limits::TURNS as u64),
    }
}

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

object! {
    /// The result that the client recorded.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "GameResult")]
    #[schemars(example = serde_json::json!({ "scores": [16, 12], "winners": [0] }))]
    pub struct GameResult: "`result`" {
        /// The prestige of each seat.
        #[schemars(length(max = limits::SEATS))]
        optional scores: Vec<u8> = numbers_up_to(limits::SEATS, u8::MAX),
        /// The seats that win.
        #[schemars(length(max = limits::SEATS), inner(range(max = limits::SEAT)))]
        optional winners: Vec<u8> = numbers_up_to(limits::SEATS, limits::SEAT),
    }
}
