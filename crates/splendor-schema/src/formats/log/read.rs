//! Reads a log. [`Frame`] reads its fields in the order of the file, and leaves the setup and the
//! turns to a [`BodyReader`].

use super::{Decks, End, GameResult, Log, LogFormat, Market, OmittedField, Player, Setup, Source};
use crate::formats::turn::Turn;
use crate::json::error::ReadError;
use crate::json::free::Ext;
use crate::json::locate::TurnPlaces;
use crate::json::read::{self, deserialize_by_reader, list_of};
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::word::{Word, keys};
use crate::limits;
use crate::name::Name;
use crate::rules::Rules;
use splendor_core::{Card, City, Noble, Row};

impl Log {
    /// Reads one log from the bytes of a file, or of one line of a JSON Lines file.
    ///
    /// Reading checks the format and no rules: the log may describe an illegal game.
    ///
    /// ```
    /// use splendor_schema::{Log, Turn};
    ///
    /// let log = Log::read(br#"{
    ///     "format": "splendor-log/1",
    ///     "rules": { "edition": "2024" },
    ///     "players": [{ "name": "Ada" }, { "name": "Zo\u00eb" }],
    ///     "setup": { "market": { "level1": ["a0d3s"], "level2": [], "level3": [] } },
    ///     "turns": [{ "seat": 0, "take": ["diamond", "sapphire", "onyx"] }]
    /// }"#)?;
    /// assert_eq!(log.players.len(), 2);
    /// assert!(matches!(&log.turns[0], Turn::Take(turn) if turn.take.len() == 3));
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
        read::read_text(text, Log::FORMAT, log_with_places)
    }
}

deserialize_by_reader!(Log);

impl FromJson for Log {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        log_with_places(from).map(|(log, _)| log)
    }
}

fn log_with_places(from: &mut Reader<'_>) -> Result<(Log, TurnPlaces), Failed> {
    let mut body = LogBody::default();
    let (start, frame) = Frame::read(from, &mut body)?;
    match frame.into_log(body.setup, body.turns) {
        Ok(log) => Ok((log, body.places)),
        Err(field) => Err(from.missing(start, "a log", field)),
    }
}

/// The setup and the turns of a log.
#[derive(Default)]
struct LogBody {
    setup: Option<Setup>,
    turns: Option<Vec<Turn>>,
    places: TurnPlaces,
}

impl BodyReader for LogBody {
    fn read_setup(&mut self, _: &Frame, from: &mut Reader<'_>) -> Result<(), Failed> {
        from.fill(&mut self.setup, Setup::from_json)
    }

    fn read_turns(&mut self, _: &Frame, from: &mut Reader<'_>) -> Result<(), Failed> {
        let places = &mut self.places;
        from.fill(&mut self.turns, |from| {
            let room = (from.remaining() / SHORT_TURN_BYTES).min(MOST_RESERVED);
            let mut turns = Vec::with_capacity(room);
            let start = from.place();
            places.starts.reserve(room);
            from.list("a list", limits::TURNS, |from| {
                places.starts.push(from.place());
                Turn::read_into(from, &mut turns)
            })?;
            places.list = start..from.read_to();
            Ok(turns)
        })
    }
}

/// The bytes of a short turn. The unread bytes divided by this estimate the number of turns, so
/// that the list of turns rarely has to grow.
const SHORT_TURN_BYTES: usize = 48;

/// The most turns to reserve memory for before reading: more than most games have. Without it,
/// many bytes of whitespace would reserve much memory.
const MOST_RESERVED: usize = 256;

/// A reader of the setup and the turns of a log.
///
/// Each method rejects a second value of its key, by [`Reader::fill`].
pub trait BodyReader {
    /// Reads the value of `setup`. `frame` has the fields that stand before it.
    ///
    /// # Errors
    ///
    /// [`Failed`] if the value is no setup, or if this reader needs no more of the log.
    fn read_setup(&mut self, frame: &Frame, from: &mut Reader<'_>) -> Result<(), Failed>;

    /// Reads the value of `turns`. `frame` has the fields that stand before it.
    ///
    /// # Errors
    ///
    /// [`Failed`] if the value is no list of turns, or if this reader needs no more of the log.
    fn read_turns(&mut self, frame: &Frame, from: &mut Reader<'_>) -> Result<(), Failed>;
}

/// The fields of a log around its setup and its turns, as far as they were read.
#[derive(Debug, Default)]
pub struct Frame {
    schema: Option<Name>,
    format: Option<LogFormat>,
    /// The rules.
    pub rules: Option<Rules>,
    omits: Option<Vec<OmittedField>>,
    source: Option<Source>,
    /// The players.
    pub players: Option<Vec<Player>>,
    end: Option<End>,
    result: Option<GameResult>,
    ext: Option<Ext>,
}

keys! {
    KEYS:
    SCHEMA = "$schema",
    FORMAT = "format",
    RULES = "rules",
    OMITS = "omits",
    SOURCE = "source",
    PLAYERS = "players",
    SETUP = "setup",
    TURNS = "turns",
    END = "end",
    RESULT = "result",
    EXT = "ext",
}

impl Frame {
    /// Reads a log, and leaves its setup and its turns to `body`. Returns the first byte too.
    ///
    /// # Errors
    ///
    /// [`Failed`] if the value is no log, or if `body` failed.
    pub fn read(
        from: &mut Reader<'_>,
        body: &mut impl BodyReader,
    ) -> Result<(usize, Frame), Failed> {
        let mut frame = Frame::default();
        let start = from.object("a log", |from, key| match key {
            SETUP => body.read_setup(&frame, from),
            TURNS => body.read_turns(&frame, from),
            _ => frame.read_field(from, key),
        })?;
        Ok((start, frame))
    }

    fn read_field(&mut self, from: &mut Reader<'_>, key: Word) -> Result<(), Failed> {
        match key {
            SCHEMA => from.fill(&mut self.schema, |from| from.text_up_to(limits::TEXT)),
            FORMAT => from.fill(&mut self.format, FromJson::from_json),
            RULES => from.fill(&mut self.rules, FromJson::from_json),
            OMITS => from.fill(&mut self.omits, list_of(limits::CHOICES)),
            SOURCE => from.fill(&mut self.source, FromJson::from_json),
            PLAYERS => from.fill(&mut self.players, list_of(limits::SEATS)),
            END => from.fill(&mut self.end, FromJson::from_json),
            RESULT => from.fill(&mut self.result, FromJson::from_json),
            EXT => from.fill(&mut self.ext, FromJson::from_json),
            _ => Err(from.unknown_key("a log", KEYS)),
        }
    }

    /// Returns the log with this setup and these turns.
    ///
    /// # Errors
    ///
    /// The name of a required field that is missing.
    pub fn into_log(
        self,
        setup: Option<Setup>,
        turns: Option<Vec<Turn>>,
    ) -> Result<Log, &'static str> {
        Ok(Log {
            schema: self.schema,
            format: self.format.ok_or("format")?,
            rules: self.rules.ok_or("rules")?,
            omits: self.omits.unwrap_or_default(),
            source: self.source,
            players: self.players.ok_or("players")?,
            setup: setup.ok_or("setup")?,
            turns: turns.ok_or("turns")?,
            end: self.end,
            result: self.result,
            ext: self.ext,
        })
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

impl FromJson for Setup {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let parts = SetupParts::read(from, Card::from_json)?;
        let [level1, level2, level3, orient1, orient2, orient3] = parts.market;
        let market = Market {
            level1: level1.unwrap_or_default(),
            level2: level2.unwrap_or_default(),
            level3: level3.unwrap_or_default(),
            orient1: orient1.unwrap_or_default(),
            orient2: orient2.unwrap_or_default(),
            orient3: orient3.unwrap_or_default(),
        };
        let decks = parts.decks.map(Decks::of_rows);
        Ok(Setup { nobles: parts.nobles, cities: parts.cities, market, decks })
    }
}

/// The lists of a setup, with cards of any type; those of the rows in the order of [`Row::ALL`].
#[derive(Debug)]
pub struct SetupParts<C> {
    /// The nobles, if they are listed.
    pub nobles: Option<Vec<Noble>>,
    /// The cities, if they are listed.
    pub cities: Option<Vec<City>>,
    /// The face-up cards of each row that is listed. Every row of the base game is.
    pub market: [Option<Vec<C>>; 6],
    /// The deck of each row that is listed.
    pub decks: Option<[Option<Vec<C>>; 6]>,
}

keys! {
    SETUP_KEYS:
    NOBLES = "nobles",
    CITIES = "cities",
    MARKET = "market",
    DECKS = "decks",
}

impl<C> SetupParts<C> {
    /// Reads a setup, and calls `card` to read each card.
    ///
    /// # Errors
    ///
    /// [`Failed`] if the value is no setup, or if `card` failed.
    pub fn read(
        from: &mut Reader<'_>,
        card: impl Fn(&mut Reader<'_>) -> Result<C, Failed>,
    ) -> Result<Self, Failed> {
        let (mut nobles, mut cities, mut market, mut decks) = (None, None, None, None);
        let start = from.object("`setup`", |from, key| match key {
            NOBLES => from.fill(&mut nobles, list_of(limits::TILES)),
            CITIES => from.fill(&mut cities, list_of(limits::TILES)),
            MARKET => from.fill(&mut market, |from| {
                let (start, rows) = rows(from, "`market`", &card)?;
                let missing = Row::ALL[..3].iter().find(|row| rows[row.index()].is_none());
                match missing {
                    Some(row) => Err(from.missing(start, "`market`", row.key())),
                    None => Ok(rows),
                }
            }),
            DECKS => from.fill(&mut decks, |from| Ok(rows(from, "`decks`", &card)?.1)),
            _ => Err(from.unknown_key("`setup`", SETUP_KEYS)),
        })?;
        match market {
            Some(market) => Ok(Self { nobles, cities, market, decks }),
            None => Err(from.missing(start, "`setup`", "market")),
        }
    }
}

/// The names of the rows, in the order of [`Row::ALL`].
const ROW_NAMES: [&str; 6] = {
    let mut names = [""; 6];
    let mut row = 0;
    while row < names.len() {
        names[row] = Row::ALL[row].key();
        row += 1;
    }
    names
};

const ROWS: [Word; 6] = {
    let mut words = [Word::of(""); 6];
    let mut row = 0;
    while row < words.len() {
        words[row] = Word::of(ROW_NAMES[row]);
        row += 1;
    }
    words
};

/// A list of cards for each row.
type Rows<C> = [Option<Vec<C>>; 6];

/// Reads an object with a list of cards for each row. Returns its first byte too.
fn rows<C>(
    from: &mut Reader<'_>,
    what: &str,
    card: impl Fn(&mut Reader<'_>) -> Result<C, Failed>,
) -> Result<(usize, Rows<C>), Failed> {
    let mut rows = [const { None }; 6];
    let start = from.object(what, |from, key| match ROWS.iter().position(|&name| name == key) {
        Some(row) => from.fill(&mut rows[row], |from| from.vec(limits::CARDS, &card)),
        None => Err(from.unknown_key(what, &ROW_NAMES)),
    })?;
    Ok((start, rows))
}
