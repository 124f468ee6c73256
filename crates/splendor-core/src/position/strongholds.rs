//! The strongholds: three of each seat, in its stock or on cards of the market.

use super::MOST_SEATS;
use crate::component::{CardId, CardSet};

/// How many strongholds each seat has.
pub const STRONGHOLDS: u8 = 3;

/// The number of the card of each stronghold of each seat, `STOCK` for one in the stock. Those
/// on cards come first, in the order of their cards, so that equal tables are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strongholds([OfSeat; MOST_SEATS]);

type OfSeat = [u8; STRONGHOLDS as usize];

/// No card has this number, and every card a lower one.
const STOCK: u8 = u8::MAX;

impl Default for Strongholds {
    fn default() -> Self {
        Self::IN_STOCK
    }
}

impl Strongholds {
    /// Every stronghold is in stock.
    pub const IN_STOCK: Self = Self([[STOCK; STRONGHOLDS as usize]; MOST_SEATS]);

    /// Returns the cards that have strongholds of a seat, once for each stronghold.
    pub fn of(&self, seat: u8) -> impl Iterator<Item = CardId> {
        let places = self.0[usize::from(seat) % MOST_SEATS].into_iter();
        places.take_while(|&place| place != STOCK).map(CardId)
    }

    /// Returns how many strongholds a seat has in stock, 0 to 3.
    pub fn in_stock(&self, seat: u8) -> u8 {
        STRONGHOLDS - u8::try_from(self.of(seat).count()).unwrap_or(STRONGHOLDS)
    }

    /// Returns how many strongholds of a seat are on a card.
    pub fn count(&self, seat: u8, card: CardId) -> u8 {
        count(self.0[usize::from(seat) % MOST_SEATS], card)
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
        self.replace_one(seat, STOCK, card.number())
    }

    /// Takes one stronghold of a seat off a card, into the stock; returns whether there was one.
    pub(crate) fn lift(&mut self, seat: u8, card: CardId) -> bool {
        self.replace_one(seat, card.number(), STOCK)
    }

    fn replace_one(&mut self, seat: u8, old: u8, new: u8) -> bool {
        let own = &mut self.0[usize::from(seat) % MOST_SEATS];
        let Some(place) = own.iter_mut().find(|place| **place == old) else { return false };
        *place = new;
        own.sort_unstable();
        true
    }

    /// Takes all strongholds off a card that leaves the market.
    pub(crate) fn clear(&mut self, card: CardId) {
        // Most games have none on any card.
        if *self == Self::IN_STOCK {
            return;
        }
        for own in self.0.iter_mut().filter(|own| count(**own, card) > 0) {
            own.iter_mut().filter(|place| **place == card.number()).for_each(|it| *it = STOCK);
            own.sort_unstable();
        }
    }
}

/// Returns how many of the strongholds of a seat are on a card. It looks at all three, because that
/// is faster than to stop early.
fn count(own: OfSeat, card: CardId) -> u8 {
    own.iter().map(|&place| u8::from(place == card.number())).sum()
}
