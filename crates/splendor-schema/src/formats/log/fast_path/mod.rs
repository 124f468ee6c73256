//! Reads a log in its usual spelling, without error messages.
//!
//! Almost every log is correct, and most of the time of the strict reader goes into what an error
//! message would need. This reader leaves that out. It must never accept a log that the strict
//! reader rejects, or read another value from it; where it is unsure, it gives up, and the strict
//! reader reads the log. Two properties are tested on spoiled logs (`tests.rs`) and
//! on all replays: a log that this reader accepts has the same value in the strict reader, and a
//! log that it does not accept gets the strict reader's result.

use crate::formats::log::{Decks, Log, LogFormat, Market, Setup};
use crate::formats::turn::Turn;
use crate::id::CardId;
use crate::json::fast::{FastReader, set_once};
use crate::json::strict::read_turns::ReadTurns;
use crate::json::strict::scalar::within;
use crate::json::word::{Word, words};
use crate::limits;
use crate::name::Name;
use crate::row::Row;

/// Returns the log of a text. If the strict reader has to read it, returns the turns that were
/// read.
pub(crate) fn read_log(text: &str) -> Result<Log, ReadTurns> {
    let mut reader = FastReader::new(text);
    let mut parts = Parts::default();
    let read = reader.object(|reader, key| parts.read(reader, key)).and_then(|()| reader.end());
    let read_turns = parts.read_turns;
    read.and_then(|()| parts.build()).ok_or(read_turns)
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

/// The fields of a log that were read so far.
#[derive(Default)]
struct Parts {
    schema: Option<Name>,
    format: Option<LogFormat>,
    rules: Option<crate::rules::Rules>,
    omits: Option<Vec<crate::formats::log::OmittedField>>,
    source: Option<crate::formats::log::Source>,
    players: Option<Vec<crate::formats::log::Player>>,
    setup: Option<Setup>,
    turns: Option<Vec<Turn>>,
    end: Option<crate::formats::log::End>,
    result: Option<crate::formats::log::GameResult>,
    ext: Option<crate::json::free::Ext>,
    read_turns: ReadTurns,
}

impl Parts {
    fn read(&mut self, reader: &mut FastReader<'_>, key: Word) -> Option<()> {
        match key {
            TURNS => self.turns(reader),
            SETUP => set_once(&mut self.setup, setup(reader)),
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

    fn turns(&mut self, reader: &mut FastReader<'_>) -> Option<()> {
        if self.turns.is_some() {
            return None;
        }
        self.turns = Some(turns(reader, &mut self.read_turns)?);
        Some(())
    }

    fn build(self) -> Option<Log> {
        Some(Log {
            schema: self.schema,
            format: self.format?,
            rules: self.rules?,
            omits: self.omits.unwrap_or_default(),
            source: self.source,
            players: self.players?,
            setup: self.setup?,
            turns: self.turns?,
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

/// The bytes of a short turn. The unread bytes divided by this estimate the number of turns, so
/// that the list of turns rarely has to grow.
const SHORT_TURN_BYTES: usize = 48;

/// The most turns to reserve memory for before reading: more than most games have. Without it,
/// many bytes of whitespace would reserve much memory.
const MOST_RESERVED: usize = 256;

fn turns(reader: &mut FastReader<'_>, read: &mut ReadTurns) -> Option<Vec<Turn>> {
    let mut turns = Vec::with_capacity((reader.remaining() / SHORT_TURN_BYTES).min(MOST_RESERVED));
    reader.list(limits::TURNS, |reader| {
        let place = reader.next_place();
        Turn::read_fast(reader, &mut turns)?;
        read.add(place);
        Some(())
    })?;
    Some(turns)
}

fn setup(reader: &mut FastReader<'_>) -> Option<Setup> {
    let (mut nobles, mut cities, mut market, mut decks) = (None, None, None, None);
    reader.object(|reader, key| match key {
        NOBLES => set_once(&mut nobles, reader.vec(limits::TILES, FastReader::noble)),
        CITIES => set_once(&mut cities, reader.vec(limits::TILES, FastReader::city)),
        MARKET => set_once(&mut market, rows(reader)),
        DECKS => set_once(&mut decks, rows(reader)),
        _ => None,
    })?;
    let [level1, level2, level3, orient1, orient2, orient3] = market?;
    let market = Market {
        level1: level1?,
        level2: level2?,
        level3: level3?,
        orient1: orient1.unwrap_or_default(),
        orient2: orient2.unwrap_or_default(),
        orient3: orient3.unwrap_or_default(),
    };
    let decks = decks.map(|[level1, level2, level3, orient1, orient2, orient3]| Decks {
        level1,
        level2,
        level3,
        orient1,
        orient2,
        orient3,
    });
    Some(Setup { nobles, cities, market, decks })
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

fn rows(reader: &mut FastReader<'_>) -> Option<[Option<Vec<CardId>>; 6]> {
    let mut rows = [const { None }; 6];
    reader.object(|reader, key| {
        let row = ROWS.iter().position(|&name| name == key)?;
        set_once(&mut rows[row], reader.vec(limits::CARDS, FastReader::card))
    })?;
    Some(rows)
}

#[cfg(test)]
mod tests;
