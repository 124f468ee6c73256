//! Converts the setup of a log to a setup of the core.

use splendor_core::{Card, CardId, CityId, Components, NobleId, Row, Setup, Violation};
use splendor_schema as schema;

use super::{card, city, noble};

/// The components of a setup, by the numbers of the core.
pub(crate) struct Lists {
    nobles: Vec<NobleId>,
    market: [Vec<CardId>; Row::COUNT],
    decks: [Option<Vec<CardId>>; Row::COUNT],
    cities: Vec<CityId>,
}

impl Lists {
    /// Looks up the components of the setup. Skips cities that do not exist if `skip_unknown` is
    /// set.
    ///
    /// # Errors
    ///
    /// The violation of `component.unknown` if another component does not exist.
    pub(crate) fn of(
        setup: &schema::log::Setup,
        all: &Components,
        skip_unknown: bool,
    ) -> Result<Self, Violation> {
        let cards = |ids: &[Card]| -> Result<Vec<CardId>, Violation> {
            // Collecting into a result would not know the length, and grow the list step by step.
            let mut cards = Vec::with_capacity(ids.len());
            for &id in ids {
                cards.push(card(all, id)?);
            }
            Ok(cards)
        };
        let nobles = setup.nobles.iter().flatten();
        let nobles = nobles.map(|&id| noble(all, id)).collect::<Result<_, _>>()?;
        let (mut market, mut decks) = <([Vec<CardId>; 6], [Option<Vec<CardId>>; 6])>::default();
        for row in Row::ALL {
            market[row.index()] = cards(setup.market.row(row))?;
            let deck = setup.decks.as_ref().and_then(|decks| decks.row(row));
            decks[row.index()] = deck.map(cards).transpose()?;
        }
        let cities = setup.cities.iter().flatten().map(|&id| city(id));
        // The core has a fixed list of cities, so an unknown one cannot join the game.
        let cities = if skip_unknown {
            cities.filter_map(Result::ok).collect()
        } else {
            cities.collect::<Result<_, _>>()?
        };
        Ok(Self { nobles, market, decks, cities })
    }

    /// Returns whether every city of the log exists.
    pub(crate) fn has_every_city(&self, setup: &schema::log::Setup) -> bool {
        self.cities.len() == setup.cities.as_ref().map_or(0, Vec::len)
    }

    /// Returns the setup for a number of seats, which borrows these lists.
    pub(crate) fn setup(&self, seats: usize) -> Setup<'_> {
        Setup {
            seats: u8::try_from(seats).unwrap_or(u8::MAX),
            nobles: &self.nobles,
            market: self.market.each_ref().map(Vec::as_slice),
            decks: self.decks.each_ref().map(Option::as_deref),
            cities: &self.cities,
        }
    }
}
