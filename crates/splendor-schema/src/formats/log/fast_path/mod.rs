//! Reads a log in its usual form, without a word on what is wrong with any other.
//!
//! Almost every log is right, and what it costs to be told where one is wrong need not be paid for
//! all the others. So this reader accepts no more than the strict one does, gives the same value,
//! and where it stumbles over anything the strict reader begins anew: it alone refuses logs.

use crate::formats::log::{Decks, Log, LogFormat, Market, Setup};
use crate::formats::turn::Turn;
use crate::id::CardId;
use crate::json::fast::{Cursor, once};
use crate::json::strict::scalar::within;
use crate::limits;
use crate::name::Name;

/// Returns the log that a text holds, or nothing where the strict reader has to look.
pub(crate) fn log(text: &str) -> Option<Log> {
    let mut cursor = Cursor::new(text);
    let mut parts = Parts::default();
    cursor.object(|cursor, key| parts.read(cursor, key))?;
    cursor.end()?;
    parts.together()
}

/// The parts of a log as far as they were read.
#[derive(Default)]
struct Parts {
    schema: Option<Name>,
    format: Option<LogFormat>,
    rules: Option<crate::rules::Rules>,
    omits: Option<Vec<crate::rules::Omit>>,
    source: Option<crate::formats::log::Source>,
    players: Option<Vec<crate::formats::log::Player>>,
    setup: Option<Setup>,
    turns: Option<Vec<Turn>>,
    end: Option<crate::formats::log::End>,
    result: Option<crate::formats::log::GameResult>,
    ext: Option<crate::json::free::Ext>,
}

impl Parts {
    fn read(&mut self, cursor: &mut Cursor<'_>, key: &[u8]) -> Option<()> {
        match key {
            b"turns" => once(&mut self.turns, turns(cursor)),
            b"setup" => once(&mut self.setup, setup(cursor)),
            b"players" => once(&mut self.players, cursor.all(limits::SEATS, Cursor::value)),
            b"rules" => once(&mut self.rules, cursor.value()),
            b"format" => once(&mut self.format, format(cursor)),
            b"omits" => once(&mut self.omits, cursor.all(limits::CHOICES, Cursor::value)),
            b"source" => once(&mut self.source, cursor.value()),
            b"end" => once(&mut self.end, cursor.value()),
            b"result" => once(&mut self.result, cursor.value()),
            b"ext" => once(&mut self.ext, cursor.value()),
            b"$schema" => once(&mut self.schema, schema(cursor)),
            _ => None,
        }
    }

    fn together(self) -> Option<Log> {
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

fn format(cursor: &mut Cursor<'_>) -> Option<LogFormat> {
    (cursor.word()? == Log::FORMAT.as_bytes()).then_some(LogFormat)
}

fn schema(cursor: &mut Cursor<'_>) -> Option<Name> {
    let schema: String = cursor.value()?;
    within(&schema, limits::TEXT).is_ok().then(|| schema.into())
}

/// The least that a turn takes, so that the list need not grow while a log of some length is read.
const LEAST_TURN: usize = 48;

/// How many turns room is made for before they are read: most games have fewer.
const ROOM: usize = 256;

fn turns(cursor: &mut Cursor<'_>) -> Option<Vec<Turn>> {
    let mut turns = Vec::with_capacity((cursor.left() / LEAST_TURN).min(ROOM));
    cursor.list(limits::TURNS, |cursor| {
        turns.push(Turn::quick(cursor)?);
        Some(())
    })?;
    Some(turns)
}

fn setup(cursor: &mut Cursor<'_>) -> Option<Setup> {
    let (mut nobles, mut cities, mut market, mut decks) = (None, None, None, None);
    cursor.object(|cursor, key| match key {
        b"nobles" => once(&mut nobles, cursor.all(limits::TILES, Cursor::noble)),
        b"cities" => once(&mut cities, cursor.all(limits::TILES, Cursor::city)),
        b"market" => once(&mut market, levels(cursor)),
        b"decks" => once(&mut decks, levels(cursor)),
        _ => None,
    })?;
    let [level1, level2, level3] = market?;
    let market = Market { level1: level1?, level2: level2?, level3: level3? };
    let decks = decks.map(|[level1, level2, level3]| Decks { level1, level2, level3 });
    Some(Setup { nobles, cities, market, decks })
}

fn levels(cursor: &mut Cursor<'_>) -> Option<[Option<Vec<CardId>>; 3]> {
    let [mut one, mut two, mut three] = [None, None, None];
    let cards = |cursor: &mut Cursor<'_>| cursor.all(limits::CARDS, Cursor::card);
    cursor.object(|cursor, key| match key {
        b"level1" => once(&mut one, cards(cursor)),
        b"level2" => once(&mut two, cards(cursor)),
        b"level3" => once(&mut three, cards(cursor)),
        _ => None,
    })?;
    Some([one, two, three])
}

#[cfg(test)]
mod tests;
