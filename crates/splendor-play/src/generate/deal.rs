//! A shuffled box, as a position and as the setup of a log.

use splendor_core::{CITIES_ON_TABLE, CardId, CityId, Game, NobleId, Position, Row, Setup};
use splendor_schema as schema;

use super::{Dice, write};

/// Returns three city tiles, each with a random face; the tile with a disputed face gets its first
/// reading.
fn cities(dice: &mut Dice) -> Vec<CityId> {
    let mut tiles: Vec<u8> = (0..7).collect();
    dice.shuffle(&mut tiles);
    tiles.truncate(usize::from(CITIES_ON_TABLE));
    let faces = |tile| CityId::all().filter(move |id| id.tile() == tile).take(2);
    tiles.into_iter().filter_map(|tile| dice.pick(faces(tile).collect::<Vec<_>>())).collect()
}

/// A shuffled box.
#[derive(Clone, Debug)]
pub(crate) struct Deal {
    pub(crate) seats: u8,
    pub(crate) nobles: Vec<NobleId>,
    pub(crate) cities: Vec<CityId>,
    /// The cards of each level in the order of the deal: the market, then the deck.
    pub(crate) cards: [Vec<CardId>; Row::COUNT],
    /// How many cards of each level are in the market.
    shown: [usize; Row::COUNT],
}

impl Deal {
    pub(crate) fn new(game: &Game<'_>, seats: u8, dice: &mut Dice) -> Self {
        let cards = Row::ALL.map(|level| {
            let mut cards: Vec<CardId> = game.components.of_row(level).iter().collect();
            dice.shuffle(&mut cards);
            cards
        });
        let mut nobles: Vec<NobleId> = game.noble_pool().iter().collect();
        dice.shuffle(&mut nobles);
        nobles.truncate(usize::from(seats) + 1);
        let cities = if game.rules.modules.cities { cities(dice) } else { Vec::new() };
        if !cities.is_empty() {
            nobles.clear();
        }
        let shown = Row::ALL.map(|row| usize::from(game.width(row)));
        Self { seats, nobles, cities, cards, shown }
    }

    pub(crate) fn market(&self, level: Row) -> &[CardId] {
        let cards = &self.cards[level.index()];
        &cards[..self.shown[level.index()].min(cards.len())]
    }

    pub(crate) fn deck(&self, level: Row) -> &[CardId] {
        &self.cards[level.index()][self.market(level).len()..]
    }

    pub(crate) fn position(&self, game: &Game<'_>) -> Position {
        let setup = Setup {
            seats: self.seats,
            nobles: &self.nobles,
            market: Row::ALL.map(|level| self.market(level)),
            decks: Row::ALL.map(|level| Some(self.deck(level))),
            cities: &self.cities,
            ..Setup::default()
        };
        Position::deal(game, &setup).expect("a shuffled box is a setup")
    }

    pub(crate) fn setup(&self, game: &Game<'_>, decks: bool) -> schema::log::Setup {
        let plays = |row: &Row| game.rows().contains(row);
        let deck = |row| Some(row).filter(plays).map(|row| write::cards(game, self.deck(row)));
        let decks = decks.then(|| schema::log::Decks::of_rows(Row::ALL.map(deck)));
        let market = |row| Some(row).filter(plays).map(|row| write::cards(game, self.market(row)));
        schema::log::Setup {
            nobles: self.cities.is_empty().then(|| write::nobles(game, &self.nobles)),
            cities: (!self.cities.is_empty()).then(|| write::cities(&self.cities)),
            market: schema::log::Market::of_rows(Row::ALL.map(market)),
            decks,
        }
    }
}
