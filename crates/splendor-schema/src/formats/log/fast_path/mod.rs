//! Reads a log in its usual spelling, without error messages.
//!
//! Almost every log is correct, and most of the time of the strict reader goes into what an error
//! message would need. This reader leaves that out. It must never accept a log that the strict
//! reader rejects, or read another value from it; where it is unsure, it gives up, and the strict
//! reader reads the log. Two properties are tested on spoiled logs (`tests.rs`) and
//! on all replays: a log that this reader accepts has the same value in the strict reader, and a
//! log that it does not accept gets the strict reader's result.

use crate::formats::log::{
    Decks, End, GameResult, Log, LogFormat, Market, OmittedField, Player, Setup, Source,
};
use crate::formats::turn::Turn;
use crate::id::{CardId, CityId, NobleId};
use crate::json::fast::{FastReader, set_once};
use crate::json::free::Ext;
use crate::json::strict::scalar::within;
use crate::json::turn_places::{TurnPlaces, TurnSpan};
use crate::json::word::{Word, words};
use crate::limits;
use crate::name::Name;
use crate::row::Row;
use crate::rules::Rules;

/// Returns the log of a text and the places of its turns. If the strict reader has to read the
/// log, returns the place of the turns that were read.
pub(crate) fn read_log(text: &str) -> Result<(Log, TurnPlaces), TurnSpan> {
    let mut body = LogCollector::default();
    let frame = Frame::read(text, &mut body);
    match frame.and_then(|frame| frame.into_log(body.setup?, body.turns?)) {
        Some(log) => Ok((log, body.places)),
        None => Err(body.places.span()),
    }
}

/// Stores the setup and the turns as they are read.
#[derive(Default)]
struct LogCollector {
    setup: Option<Setup>,
    turns: Option<Vec<Turn>>,
    places: TurnPlaces,
}

impl BodyReader for LogCollector {
    fn read_setup(&mut self, _: &Frame, reader: &mut FastReader<'_>) -> Option<()> {
        let parts = SetupParts::read(reader, card)?;
        let [level1, level2, level3, orient1, orient2, orient3] = parts.market;
        let market = Market {
            level1: level1?,
            level2: level2?,
            level3: level3?,
            orient1: orient1.unwrap_or_default(),
            orient2: orient2.unwrap_or_default(),
            orient3: orient3.unwrap_or_default(),
        };
        let decks = parts.decks.map(Decks::of_rows);
        self.setup = Some(Setup { nobles: parts.nobles, cities: parts.cities, market, decks });
        Some(())
    }

    fn read_turns(&mut self, _: &Frame, reader: &mut FastReader<'_>) -> Option<()> {
        let room = (reader.remaining() / SHORT_TURN_BYTES).min(MOST_RESERVED);
        let mut turns = Vec::with_capacity(room);
        self.places = TurnPlaces::with_capacity(room);
        reader.list(limits::TURNS, |reader| {
            let place = reader.next_place();
            Turn::read_fast(reader, &mut turns)?;
            self.places.add(place);
            Some(())
        })?;
        self.turns = Some(turns);
        Some(())
    }
}

fn card(reader: &mut FastReader<'_>) -> Option<CardId> {
    reader.card()
}

/// The bytes of a short turn. The unread bytes divided by this estimate the number of turns, so
/// that the list of turns rarely has to grow.
const SHORT_TURN_BYTES: usize = 48;

/// The most turns to reserve memory for before reading: more than most games have. Without it,
/// many bytes of whitespace would reserve much memory.
const MOST_RESERVED: usize = 256;

/// A reader of the setup and the turns of a log, each at most once.
///
/// Every method returns `None` if the log has to be read in another way.
pub trait BodyReader {
    /// Reads the value of `setup`. `frame` has the fields that stand before it.
    fn read_setup(&mut self, frame: &Frame, reader: &mut FastReader<'_>) -> Option<()>;

    /// Reads the value of `turns`. `frame` has the fields that stand before it.
    fn read_turns(&mut self, frame: &Frame, reader: &mut FastReader<'_>) -> Option<()>;
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

words! {
    SCHEMA = "$schema",
    CITIES = "cities",
    DECKS = "decks",
    END = "end",
    EXT = "ext",
    FORMAT = "format",
    MARKET = "market",
    NOBLES = "nobles",
    OMITS = "omits",
    PLAYERS = "players",
    RESULT = "result",
    RULES = "rules",
    SETUP = "setup",
    SOURCE = "source",
    TURNS = "turns",
}

impl Frame {
    /// Reads a log, and leaves its setup and its turns to `body`; `None` if the log has to be read
    /// in another way.
    pub fn read(text: &str, body: &mut impl BodyReader) -> Option<Frame> {
        let mut reader = FastReader::new(text);
        let mut frame = Frame::default();
        let (mut setup, mut turns) = (None, None);
        reader.object(|reader, key| match key {
            SETUP if setup.is_none() => set_once(&mut setup, body.read_setup(&frame, reader)),
            TURNS if turns.is_none() => set_once(&mut turns, body.read_turns(&frame, reader)),
            _ => frame.read_field(reader, key),
        })?;
        reader.end()?;
        // `into_log` sees whether the other required fields were read.
        (setup.is_some() && turns.is_some()).then_some(frame)
    }

    fn read_field(&mut self, reader: &mut FastReader<'_>, key: Word) -> Option<()> {
        match key {
            PLAYERS => set_once(&mut self.players, reader.vec(limits::SEATS, FastReader::value)),
            RULES => set_once(&mut self.rules, reader.value()),
            FORMAT => set_once(&mut self.format, format(reader)),
            OMITS => set_once(&mut self.omits, reader.vec(limits::CHOICES, FastReader::value)),
            SOURCE => set_once(&mut self.source, reader.value()),
            END => set_once(&mut self.end, reader.value()),
            RESULT => set_once(&mut self.result, reader.value()),
            EXT => set_once(&mut self.ext, reader.ext()),
            SCHEMA => set_once(&mut self.schema, schema(reader)),
            _ => None,
        }
    }

    /// Returns the log with this setup and these turns; `None` if a required field is missing.
    pub fn into_log(self, setup: Setup, turns: Vec<Turn>) -> Option<Log> {
        Some(Log {
            schema: self.schema,
            format: self.format?,
            rules: self.rules?,
            omits: self.omits.unwrap_or_default(),
            source: self.source,
            players: self.players?,
            setup,
            turns,
            end: self.end,
            result: self.result,
            ext: self.ext,
        })
    }
}

fn format(reader: &mut FastReader<'_>) -> Option<LogFormat> {
    let name = reader.plain_string()?;
    (name == Log::FORMAT.as_bytes() || name == ESCAPED_FORMAT).then_some(LogFormat)
}

/// The name of the format as PHP writes it: with an escape before the slash.
const ESCAPED_FORMAT: &[u8] = br"splendor-log\/1";

fn schema(reader: &mut FastReader<'_>) -> Option<Name> {
    let schema: String = reader.value()?;
    within(&schema, limits::TEXT).is_ok().then(|| schema.into())
}

/// The lists of a setup, with cards of any type; those of the rows in the order of [`Row::ALL`].
#[derive(Debug)]
pub struct SetupParts<C> {
    /// The nobles, if they are listed.
    pub nobles: Option<Vec<NobleId>>,
    /// The cities, if they are listed.
    pub cities: Option<Vec<CityId>>,
    /// The face-up cards of each row that is listed.
    pub market: [Option<Vec<C>>; 6],
    /// The deck of each row that is listed.
    pub decks: Option<[Option<Vec<C>>; 6]>,
}

impl<C> SetupParts<C> {
    /// Reads a setup, and calls `card` to read each card.
    pub fn read(
        reader: &mut FastReader<'_>,
        card: impl Fn(&mut FastReader<'_>) -> Option<C>,
    ) -> Option<Self> {
        let (mut nobles, mut cities, mut market, mut decks) = (None, None, None, None);
        reader.object(|reader, key| match key {
            NOBLES => set_once(&mut nobles, reader.vec(limits::TILES, FastReader::noble)),
            CITIES => set_once(&mut cities, reader.vec(limits::TILES, FastReader::city)),
            MARKET => set_once(&mut market, rows(reader, &card)),
            DECKS => set_once(&mut decks, rows(reader, &card)),
            _ => None,
        })?;
        Some(Self { nobles, cities, market: market?, decks })
    }
}

/// The names of the rows, in the order of [`Row::ALL`].
const ROWS: [Word; 6] = {
    let mut names = [Word::of(""); 6];
    let mut row = 0;
    while row < names.len() {
        names[row] = Word::of(Row::ALL[row].name());
        row += 1;
    }
    names
};

fn rows<C>(
    reader: &mut FastReader<'_>,
    card: impl Fn(&mut FastReader<'_>) -> Option<C>,
) -> Option<[Option<Vec<C>>; 6]> {
    let mut rows = [const { None }; 6];
    reader.object(|reader, key| {
        let row = ROWS.iter().position(|&name| name == key)?;
        set_once(&mut rows[row], reader.vec(limits::CARDS, &card))
    })?;
    Some(rows)
}

#[cfg(test)]
mod tests;
