//! From the setup of a log to one of the core.

use splendor_core::{CardId, CityId, Components, Level, NobleId, Setup, Violation};
use splendor_schema::{self as schema, Log};

use super::{card, city, noble};

/// The components of a setup by their numbers.
pub(crate) struct Lists {
    nobles: Vec<NobleId>,
    market: [Vec<CardId>; 3],
    decks: [Option<Vec<CardId>>; 3],
    cities: Vec<CityId>,
}

impl Lists {
    /// Finds the components by their ids; with `strangers` a city that does not exist is left out.
    pub(crate) fn of(log: &Log, all: &Components, strangers: bool) -> Result<Self, Violation> {
        let cards = |ids: &[schema::id::CardId]| -> Result<Vec<CardId>, Violation> {
            ids.iter().map(|&id| card(all, id)).collect()
        };
        let nobles = log.setup.nobles.iter().flatten();
        let nobles = nobles.map(|&id| noble(all, id)).collect::<Result<_, _>>()?;
        let [one, two, three] = schema::token::Level::ALL;
        let row = |level| cards(log.setup.market.level(level));
        let market = [row(one)?, row(two)?, row(three)?];
        let decks = log.setup.decks.as_ref();
        let deck = |level| decks.and_then(|decks| decks.level(level)).map(cards).transpose();
        let cities = log.setup.cities.iter().flatten().map(|&id| city(id));
        // No box can hold an unknown city, so a replay that goes on goes on without it.
        let cities = if strangers {
            cities.filter_map(Result::ok).collect()
        } else {
            cities.collect::<Result<_, _>>()?
        };
        Ok(Self { nobles, market, decks: [deck(one)?, deck(two)?, deck(three)?], cities })
    }

    /// Returns whether no city of the log was left out.
    pub(crate) fn has_every_city(&self, log: &Log) -> bool {
        self.cities.len() == log.setup.cities.as_ref().map_or(0, Vec::len)
    }

    pub(crate) fn setup(&self, log: &Log) -> Setup<'_> {
        Setup {
            seats: u8::try_from(log.players.len()).unwrap_or(u8::MAX),
            nobles: &self.nobles,
            market: self.market.each_ref().map(Vec::as_slice),
            decks: Level::ALL.map(|level| self.decks[level.index()].as_deref()),
            cities: &self.cities,
        }
    }
}
