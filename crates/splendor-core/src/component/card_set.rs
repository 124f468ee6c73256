//! Sets of cards: 128 bits in two words.
//!
//! Two words and not one `u128`, so that an operation on both compiles to one vector instruction.
//! Sets are read and written whole, even to add or remove one card: a processor stalls if it reads
//! in one piece what was just written in two. A query for one card reads one word.

use core::cmp::Ordering;

use crate::component::CardId;

/// A set of cards, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet([u64; 2]);

impl CardSet {
    /// The set without a member.
    pub const NONE: Self = Self([0; 2]);

    /// Returns the set of one.
    #[inline]
    pub const fn one(id: CardId) -> Self {
        ONES[(id.0 & 127) as usize]
    }

    /// Returns the first `count` cards of a box, of which there can be 128.
    pub const fn first(count: usize) -> Self {
        Self([low_bits(count), low_bits(count.saturating_sub(64))])
    }

    /// Returns whether `id` is a member.
    #[inline]
    pub const fn has(self, id: CardId) -> bool {
        let [low, high] = self.0;
        let word = if word(id) == 0 { low } else { high };
        word & bit(id) != 0
    }

    /// Returns whether there is no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Returns how many members there are.
    #[expect(clippy::cast_possible_truncation, reason = "there are 128 bits")]
    #[inline]
    pub const fn len(self) -> u8 {
        (self.0[0].count_ones() + self.0[1].count_ones()) as u8
    }

    /// Returns the members of either.
    #[must_use]
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Returns the members of both.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    /// Returns the members that `other` does not have.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    /// Adds a member.
    #[inline]
    pub const fn insert(&mut self, id: CardId) {
        *self = self.or(Self::one(id));
    }

    /// Takes a member away, if it is one.
    #[inline]
    pub const fn remove(&mut self, id: CardId) {
        *self = self.without(Self::one(id));
    }

    /// Returns the member with the lowest number.
    #[expect(clippy::cast_possible_truncation, reason = "there are 128 bits")]
    #[inline]
    pub const fn first_member(self) -> Option<CardId> {
        let [low, high] = self.0;
        if self.is_empty() {
            return None;
        }
        // Which word it is in is as good as random: this is compiled to no branch.
        let (word, base) = if low == 0 { (high, 64) } else { (low, 0) };
        Some(CardId(base | word.trailing_zeros() as u8))
    }

    /// Returns the members, lowest number first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = CardId> {
        let mut left = self;
        core::iter::from_fn(move || {
            let next = left.first_member()?;
            let [low, high] = &mut left.0;
            let word = if *low == 0 { high } else { low };
            *word &= word.wrapping_sub(1);
            Some(next)
        })
    }
}

/// The set of each card alone.
const ONES: [CardSet; 128] = {
    let mut ones = [CardSet::NONE; 128];
    let mut id = 0;
    while id < 64 {
        ones[id] = CardSet([1 << id, 0]);
        ones[id + 64] = CardSet([0, 1 << id]);
        id += 1;
    }
    ones
};

/// Returns the word of a card; there is none beyond the second.
const fn word(id: CardId) -> usize {
    (id.0 >> 6 & 1) as usize
}

const fn bit(id: CardId) -> u64 {
    1 << (id.0 & 63)
}

const fn low_bits(count: usize) -> u64 {
    if count < 64 { (1 << count) - 1 } else { u64::MAX }
}

impl FromIterator<CardId> for CardSet {
    fn from_iter<I: IntoIterator<Item = CardId>>(ids: I) -> Self {
        let mut set = Self::NONE;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

impl Ord for CardSet {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |set: &Self| (set.0[1], set.0[0]);
        number(self).cmp(&number(other))
    }
}

impl PartialOrd for CardSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const EDGES: [u8; 6] = [0, 1, 63, 64, 90, 127];

    #[test]
    fn both_words_hold_members() {
        let mut set = CardSet::NONE;
        for (count, id) in (1..).zip(EDGES.map(CardId)) {
            assert!(!set.has(id));
            set.insert(id);
            assert!(set.has(id) && set.len() == count && set.and(CardSet::one(id)).len() == 1);
        }
        assert_eq!(set.iter().map(|id| id.0).collect::<Vec<_>>(), EDGES);
        for id in EDGES.map(CardId) {
            assert_eq!(set.first_member(), Some(id));
            assert!(set.without(CardSet::one(id)) < set);
            set.remove(id);
        }
        assert!(set.is_empty() && set.first_member().is_none());
    }

    #[test]
    fn the_first_numbers_are_a_set() {
        for count in [0, 1, 63, 64, 65, 127, 128] {
            let set = CardSet::first(count);
            assert_eq!(usize::from(set.len()), count);
            assert!(set.iter().all(|id| usize::from(id.0) < count));
        }
    }
}
