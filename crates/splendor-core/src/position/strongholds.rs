//! The strongholds: three of each seat, in its stock or on cards of the market.

use super::MOST_SEATS;
use crate::component::{CardId, CardSet};

/// How many strongholds each seat has.
pub const STRONGHOLDS: u8 = 3;

/// The card of each stronghold of each seat; none for a stronghold in the stock. Those on cards
/// come first, in the order of their cards, so that equal tables are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strongholds([[Option<CardId>; STRONGHOLDS as usize]; MOST_SEATS]);

impl Default for Strongholds {
    fn default() -> Self {
        Self::IN_STOCK
    }
}

impl Strongholds {
    /// Every stronghold is in stock.
    pub const IN_STOCK: Self = Self([[None; STRONGHOLDS as usize]; MOST_SEATS]);

    /// Returns the cards that have strongholds of a seat, once for each stronghold.
    pub fn of(&self, seat: u8) -> impl Iterator<Item = CardId> {
        self.0[usize::from(seat) % MOST_SEATS].into_iter().flatten()
    }

    /// Returns how many strongholds a seat has in stock, 0 to 3.
    pub fn in_stock(&self, seat: u8) -> u8 {
        STRONGHOLDS - u8::try_from(self.of(seat).count()).unwrap_or(STRONGHOLDS)
    }

    /// Returns how many strongholds of a seat are on a card.
    pub fn count(&self, seat: u8, card: CardId) -> u8 {
        u8::try_from(self.of(seat).filter(|&other| other == card).count()).unwrap_or(STRONGHOLDS)
    }

    /// Returns the seat other than `seat` that has strongholds on a card, and how many.
    pub fn rival(&self, seat: u8, card: CardId) -> Option<(u8, u8)> {
        let rivals = (0..4).filter(|&other| other != seat);
        let mut found = rivals.map(|rival| (rival, self.count(rival, card)));
        found.find(|&(_, count)| count > 0)
    }

    /// Returns the cards on which a seat other than `seat` has strongholds.
    pub fn rival_cards(&self, seat: u8) -> CardSet {
        (0..4).filter(|&other| other != seat).flat_map(|rival| self.of(rival)).collect()
    }

    /// Returns the strongholds with one more of a seat on a card; none if its stock is empty.
    #[must_use]
    pub fn with(mut self, seat: u8, card: CardId) -> Option<Self> {
        self.place(seat, card).then_some(self)
    }

    /// Puts a stronghold of the stock on a card; returns whether there was one.
    pub(crate) fn place(&mut self, seat: u8, card: CardId) -> bool {
        let own = &mut self.0[usize::from(seat) % MOST_SEATS];
        let Some(place) = own.iter_mut().find(|place| place.is_none()) else { return false };
        *place = Some(card);
        sort(own);
        true
    }

    /// Takes one stronghold of a seat off a card, into the stock; returns whether there was one.
    pub(crate) fn lift(&mut self, seat: u8, card: CardId) -> bool {
        let own = &mut self.0[usize::from(seat) % MOST_SEATS];
        let Some(place) = own.iter_mut().find(|place| **place == Some(card)) else { return false };
        *place = None;
        sort(own);
        true
    }

    /// Takes all strongholds off a card that leaves the market.
    pub(crate) fn clear(&mut self, card: CardId) {
        // Most cards have no stronghold.
        for own in self.0.iter_mut().filter(|own| own.contains(&Some(card))) {
            own.iter_mut().filter(|place| **place == Some(card)).for_each(|place| *place = None);
            sort(own);
        }
    }
}

fn sort(own: &mut [Option<CardId>]) {
    own.sort_unstable_by_key(|card| (card.is_none(), *card));
}
