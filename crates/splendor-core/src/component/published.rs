//! The published cards by their ids: almost every card id in a log is one of these.

use super::card::Card;
use super::components::{PLACES, place_of};
use super::tables::{CARD_IDS, ORIENT_CARD_IDS};

/// A place without a card: no id has so many letters.
const FREE: (u128, Card) = (u128::MAX, Card(0));

/// A hash table of the published cards and those of Orient. No two share a place.
static CARDS_BY_ID: [(u128, Card); PLACES] = {
    let mut places = [FREE; PLACES];
    fill(&mut places, &CARD_IDS);
    fill(&mut places, &ORIENT_CARD_IDS);
    places
};

#[expect(clippy::cast_possible_truncation, reason = "an id has at most 14 letters and digits")]
const fn fill(places: &mut [(u128, Card); PLACES], ids: &[&str]) {
    let mut n = 0;
    while n < ids.len() {
        let mut bytes = [0; 16];
        bytes.split_at_mut(ids[n].len()).0.copy_from_slice(ids[n].as_bytes());
        bytes[15] = ids[n].len() as u8;
        let id = u128::from_le_bytes(bytes);
        let place = &mut places[place_of_id(id)];
        assert!(place.0 == FREE.0, "two ids share a place");
        *place = (id, Card::parse(ids[n]).expect("an id of a card"));
        n += 1;
    }
}

/// Returns the place of an id in the hash table.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
const fn place_of_id(id: u128) -> usize {
    place_of((id as u64).wrapping_sub((id >> 64) as u64))
}

impl Card {
    /// Returns the published card with an id, without parsing it. The id is its letters and digits,
    /// then zeros, and the last of the sixteen bytes is the number of the letters and digits.
    ///
    /// ```
    /// use splendor_core::Card;
    ///
    /// assert_eq!(Card::find_published(*b"a0d3s\0\0\0\0\0\0\0\0\0\0\x05"), Card::parse("a0d3s"));
    /// assert_eq!(Card::find_published(*b"a0d4s\0\0\0\0\0\0\0\0\0\0\x05"), None);
    /// ```
    #[inline]
    pub fn find_published(id: [u8; 16]) -> Option<Self> {
        let id = u128::from_le_bytes(id);
        let (known, card) = CARDS_BY_ID[place_of_id(id)];
        (known == id).then_some(card)
    }
}
