//! From the setup of a log to one of the core.

use splendor_core::{CardId, Components, Level, NobleId, Setup, Violation};
use splendor_schema::{self as schema, Log};

use super::{card, noble};

/// The cards and nobles of a setup by their numbers.
pub(crate) struct Lists {
    nobles: Vec<NobleId>,
    market: [Vec<CardId>; 3],
    decks: [Option<Vec<CardId>>; 3],
}

impl Lists {
    pub(crate) fn of(log: &Log, all: &Components) -> Result<Self, Violation> {
        let cards = |ids: &[schema::CardId]| -> Result<Vec<CardId>, Violation> {
            ids.iter().map(|&id| card(all, id)).collect()
        };
        let nobles = log.setup.nobles.iter().flatten();
        let nobles = nobles.map(|&id| noble(all, id)).collect::<Result<_, _>>()?;
        let [one, two, three] = schema::Level::ALL;
        let row = |level| cards(log.setup.market.level(level));
        let market = [row(one)?, row(two)?, row(three)?];
        let decks = log.setup.decks.as_ref();
        let deck = |level| decks.and_then(|decks| decks.level(level)).map(cards).transpose();
        Ok(Self { nobles, market, decks: [deck(one)?, deck(two)?, deck(three)?] })
    }

    pub(crate) fn setup(&self, log: &Log) -> Setup<'_> {
        let cities = log.setup.cities.as_ref().map_or(0, Vec::len);
        Setup {
            seats: u8::try_from(log.players.len()).unwrap_or(u8::MAX),
            nobles: &self.nobles,
            market: self.market.each_ref().map(Vec::as_slice),
            decks: Level::ALL.map(|level| self.decks[level.index()].as_deref()),
            cities: u8::try_from(cities).unwrap_or(u8::MAX),
        }
    }
}
