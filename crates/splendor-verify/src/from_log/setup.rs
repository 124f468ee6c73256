//! Converts the setup of a log to a setup of the core.

use splendor_core::{Card, CardId, CityId, Game, NobleId, Row, Setup, Unrecorded, Violation};
use splendor_schema::Log;
use splendor_schema::turn::OneOrMany;

use super::{card, city, noble};

/// The components of a setup, by the numbers of the core.
pub(crate) struct Lists {
    seats: u8,
    nobles: Vec<NobleId>,
    market: [Vec<CardId>; Row::COUNT],
    decks: [Option<Vec<CardId>>; Row::COUNT],
    cities: Vec<CityId>,
    unrecorded: Unrecorded,
}

impl Lists {
    /// Looks up the components of the setup. Skips cities that do not exist if `skip_unknown` is
    /// set.
    ///
    /// Of parts that the log does not record, it finds what is certain: the cards of a row that are
    /// not in its recorded deck, and the nobles that some turn names.
    ///
    /// # Errors
    ///
    /// The violation of `component.unknown` if another component does not exist.
    pub(crate) fn of(log: &Log, game: &Game<'_>, skip_unknown: bool) -> Result<Self, Violation> {
        let (all, setup) = (game.components, &log.setup);
        let cards = |ids: &[Card]| -> Result<Vec<CardId>, Violation> {
            // Collecting into a result would not know the length, and grow the list step by step.
            let mut cards = Vec::with_capacity(ids.len());
            for &id in ids {
                cards.push(card(all, id)?);
            }
            Ok(cards)
        };
        let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
        let mut unrecorded = Unrecorded {
            nobles: setup.nobles.is_none() && !game.rules.modules.cities,
            cities: setup.cities.is_none() && game.rules.modules.cities,
            ..Unrecorded::default()
        };
        let nobles = match &setup.nobles {
            Some(ids) => ids.iter().map(|&id| noble(all, id)).collect::<Result<_, _>>()?,
            None if unrecorded.nobles => named_nobles(log, game, usize::from(seats) + 1),
            None => Vec::new(),
        };
        let (mut market, mut decks) = <([Vec<CardId>; 6], [Option<Vec<CardId>>; 6])>::default();
        for row in Row::ALL {
            let at = row.index();
            let recorded = setup.market.row(row).map(cards).transpose()?;
            let deck = setup.decks.as_ref().and_then(|decks| decks.row(row));
            decks[at] = deck.map(cards).transpose()?;
            match (recorded, &decks[at]) {
                (Some(cards), _) => market[at] = cards,
                (None, Some(deck)) if game.rows().contains(&row) => {
                    let deck = deck.iter().copied().collect();
                    market[at] = all.of_row(row).without(deck).iter().collect();
                }
                (None, _) => unrecorded.market[at] = game.rows().contains(&row),
            }
        }
        let cities = setup.cities.iter().flatten().map(|&id| city(id));
        // The core has a fixed list of cities, so an unknown one cannot join the game.
        let cities = if skip_unknown {
            cities.filter_map(Result::ok).collect()
        } else {
            cities.collect::<Result<_, _>>()?
        };
        Ok(Self { seats, nobles, market, decks, cities, unrecorded })
    }

    /// Returns whether every city of the log exists.
    pub(crate) fn has_every_city(&self, log: &Log) -> bool {
        self.cities.len() == log.setup.cities.as_ref().map_or(0, Vec::len)
    }

    /// Returns the setup, which borrows these lists.
    pub(crate) fn setup(&self) -> Setup<'_> {
        Setup {
            seats: self.seats,
            nobles: &self.nobles,
            market: self.market.each_ref().map(Vec::as_slice),
            decks: self.decks.each_ref().map(Option::as_deref),
            cities: &self.cities,
            unrecorded: self.unrecorded,
        }
    }
}

/// Returns the first nobles of the box that the turns name, `most` of them at most: they must have
/// been on the table from the beginning.
fn named_nobles(log: &Log, game: &Game<'_>, most: usize) -> Vec<NobleId> {
    let mut named = Vec::with_capacity(most);
    let visits = log.turns.iter().filter_map(|turn| turn.noble.as_ref());
    for &visitor in visits.flat_map(OneOrMany::as_slice) {
        let Ok(id) = noble(game.components, visitor) else { continue };
        if named.len() < most && game.noble_pool().has(id) && !named.contains(&id) {
            named.push(id);
        }
    }
    named
}
