//! A face-down deck: how many cards it has, and which of them are known.

use crate::component::CardId;

/// A card in some place, known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A card that the log does not name.
    Hidden,
    /// A known card.
    Card(CardId),
}

/// The most cards of one level.
pub const DECK_MOST: usize = 40;

const HIDDEN: u8 = u8::MAX;

/// The face-down cards of one level, next card first; each is known or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck {
    /// The next card last, so that drawing moves nothing; slots outside the deck are hidden, so
    /// that equal decks have equal slots.
    slots: [u8; DECK_MOST],
    len: u8,
    hidden: u8,
}

impl Deck {
    /// Returns a deck of `len` cards, at most [`DECK_MOST`], of which nothing is known.
    pub fn unknown(len: u8) -> Self {
        let len = len.min(u8::try_from(DECK_MOST).unwrap_or(u8::MAX));
        Self { slots: [HIDDEN; DECK_MOST], len, hidden: len }
    }

    /// Returns a deck of these cards, next card first; those above [`DECK_MOST`] are left out.
    pub fn known(cards: &[CardId]) -> Self {
        let mut deck = Self::unknown(0);
        let cards = &cards[..cards.len().min(DECK_MOST)];
        for (slot, card) in deck.slots.iter_mut().zip(cards.iter().rev()) {
            *slot = card.0;
            deck.len += 1;
        }
        deck
    }

    /// Returns how many cards the deck has, 0 to [`DECK_MOST`].
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Returns whether no card is left.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how many of the cards are not known.
    pub const fn hidden(&self) -> u8 {
        self.hidden
    }

    /// Returns the next card.
    pub fn top(&self) -> Option<Place> {
        self.iter().next()
    }

    /// Returns the cards, next card first.
    pub fn iter(&self) -> impl Iterator<Item = Place> {
        self.slots[..usize::from(self.len)].iter().rev().map(|&slot| place(slot))
    }

    /// Puts another card in the place of a known one, the next of them if a log has put it under
    /// the deck as well; returns whether that was there.
    pub(crate) fn replace(&mut self, known: CardId, other: CardId) -> bool {
        let slot = self.slots.iter_mut().rev().find(|slot| **slot == known.0);
        slot.map(|slot| *slot = other.0).is_some()
    }

    /// Puts a card under the deck.
    pub(crate) fn put_under(&mut self, place: Place) {
        let len = usize::from(self.len);
        self.slots.copy_within(..len, 1);
        self.slots[0] = match place {
            Place::Card(card) => card.0,
            Place::Hidden => HIDDEN,
        };
        self.len += 1;
        self.hidden += u8::from(place == Place::Hidden);
    }

    /// Takes the next card away.
    pub(crate) fn draw(&mut self) -> Option<Place> {
        let top = self.top()?;
        self.len -= 1;
        self.slots[usize::from(self.len)] = HIDDEN;
        self.hidden -= u8::from(top == Place::Hidden);
        Some(top)
    }
}

fn place(slot: u8) -> Place {
    if slot == HIDDEN { Place::Hidden } else { Place::Card(CardId(slot)) }
}
