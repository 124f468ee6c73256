//! The numbers that clients use for cards and nobles: each list is in the client's order, from 0.
//!
//! A list may contain components of no published box, if the client plays with them.

use splendor_core::{Card, Noble};

/// Returns the card with a number.
pub(super) fn card(list: &str, number: u64) -> Option<Card> {
    Card::parse(nth(list, number)?)
}

/// Returns the noble with a number.
pub(super) fn noble(list: &str, number: u64) -> Option<Noble> {
    Noble::parse(nth(list, number)?)
}

fn nth(list: &str, number: u64) -> Option<&str> {
    list.split(' ').nth(usize::try_from(number).ok()?)
}

/// The cards of csplendor and of its notation.
pub(super) const CSPLENDOR_CARDS: &str = "\
     a0s3o a0s1d2o a0s2e2o a0s1d2e2r a0s1s3e1r a0s1d1e1r1o a0s1d1e2r1o a1s4r a0r3d a0r2s1e \
     a0r2d2r a0r2d1e2o a0r1d1r3o a0r1d1s1e1o a0r2d1s1e1o a1r4d a0o3e a0o2e1r a0o2d2e a0o2d2s1r \
     a0o1e3r1o a0o1d1s1e1r a0o1d2s1e1r a1o4s a0d3s a0d2r1o a0d2s2o a0d2s2e1o a0d3d1s1o \
     a0d1s1e1r1o a0d1s2e1r1o a1d4e a0e3r a0e2d1s a0e2s2r a0e1s2r2o a0e1d3s1e a0e1d1s1r1o \
     a0e1d1s1r2o a1e4o b1s2s2e3r b1s2s3e3o b2s5s b2s5d3s b2s2d1r4o b3s6s b1r2d2r3o b1r3s2r3o \
     b2r5o b2r3d5o b2r1d4s2e b3r6r b1o3d2s2e b1o3d3e2o b2o5d b2o5e3r b2o1s4e2r b3o6o b1d3e2r2o \
     b1d2d3s3r b2d5r b2d5r3o b2d1e4r2o b3d6d b1e2d3s2o b1e3d2e3r b2e5e b2e5s3e b2e4d2s1o b3e6e \
     c3s3d3e3r5o c4s7d c4s6d3s3o c5s7d3s c3r3d5s3e3o c4r7e c4r3s6e3r c5r7e3r c3o3d3s5e3r c4o7r \
     c4o3e6r3o c5o7r3o c3d3s3e5r3o c4d7o c4d3d3r6o c5d3d7o c3e5d3s3r3o c4e7s c4e3d6s3e c5e7s3e";

/// The nobles of csplendor, with those of both expansion boxes.
pub(super) const CSPLENDOR_NOBLES: &str = "\
     3:4e4r 3:4r4o 3:4s4e 3:4d4o 3:4d4s 3:4d4r 3:3d3r3o 3:3d3s3e 3:3e3r3o 3:3s3e3r 3:3d3s3o \
     3:3s3e3o";

/// The nobles of effective-splendor.
pub(super) const EFFECTIVE_NOBLES: &str = "\
     3:3d3s3e 3:3s3e3r 3:3e3r3o 3:3d3r3o 3:3d3s3o 3:4r4o 3:4e4r 3:4s4e 3:4d4s 3:4d4o";

/// The cards of Nerdvana's arbiter.
pub(super) const NERDVANA_CARDS: &str = "\
     a0r3d a0e3r a0s3o a0d3s a0o3e a0r2s1e a0e2d1s a0s1d2o a0d2r1o a0o2e1r a1r4d a1e4o a1s4r \
     a1d4e a1o4s a0r2d2r a0e2s2r a0s2e2o a0d2s2o a0o2d2e a0r1d1s1e1o a0e1d1s1r1o a0s1d1e1r1o \
     a0d1s1e1r1o a0o1d1s1e1r a0r2d1s1e1o a0e1d1s1r2o a0s1d1e2r1o a0d1s2e1r1o a0o1d2s1e1r \
     a0r2d1e2o a0e1s2r2o a0s1d2e2r a0d2s2e1o a0o2d2s1r a0r1d1r3o a0e1d3s1e a0s1s3e1r a0d3d1s1o \
     a0o1e3r1o b2r5o b2e5e b2s5s b2d5r b2o5d b3r6r b3e6e b3s6s b3d6d b3o6o b2r3d5o b2e5s3e \
     b2s5d3s b2d5r3o b2o5e3r b2r1d4s2e b2e4d2s1o b2s2d1r4o b2d1e4r2o b2o1s4e2r b1r2d2r3o \
     b1e2d3s2o b1s2s2e3r b1d3e2r2o b1o3d2s2e b1r3s2r3o b1e3d2e3r b1s2s3e3o b1d2d3s3r b1o3d3e2o \
     c4r7e c4e7s c4s7d c4d7o c4o7r c5r7e3r c5e7s3e c5s7d3s c5d3d7o c5o7r3o c4r3s6e3r c4e3d6s3e \
     c4s6d3s3o c4d3d3r6o c4o3e6r3o c3r3d5s3e3o c3e5d3s3r3o c3s3d3e3r5o c3d3s3e5r3o c3o3d3s5e3r";

/// The nobles of Nerdvana's arbiter.
pub(super) const NERDVANA_NOBLES: &str = "\
     3:4e4r 3:4s4e 3:4d4s 3:4d4o 3:4r4o 3:3s3e3r 3:3d3s3e 3:3d3s3o 3:3d3r3o 3:3e3r3o";

/// The cards of splendorust.
pub(super) const SPLENDORUST_CARDS: &str = "\
     a0o1d1s1e1r a0o1d2s1e1r a0o2d2s1r a0o1e3r1o a0o2e1r a0o2d2e a0o3e a1o4s a0s1d1e1r1o \
     a0s1d1e2r1o a0s1d2e2r a0s1s3e1r a0s1d2o a0s2e2o a0s3o a1s4r a0d1s1e1r1o a0d1s2e1r1o \
     a0d2s2e1o a0d3d1s1o a0d2r1o a0d2s2o a0d3s a1d4e a0e1d1s1r1o a0e1d1s1r2o a0e1s2r2o a0e1d3s1e \
     a0e2d1s a0e2s2r a0e3r a1e4o a0r1d1s1e1o a0r2d1s1e1o a0r2d1e2o a0r1d1r3o a0r2s1e a0r2d2r \
     a0r3d a1r4d b1o3d2s2e b1o3d3e2o b2o1s4e2r b2o5e3r b2o5d b3o6o b1s2s2e3r b1s2s3e3o b2s5d3s \
     b2s2d1r4o b2s5s b3s6s b1d3e2r2o b1d2d3s3r b2d1e4r2o b2d5r3o b2d5r b3d6d b1e3d2e3r b1e2d3s2o \
     b2e4d2s1o b2e5s3e b2e5e b3e6e b1r2d2r3o b1r3s2r3o b2r1d4s2e b2r3d5o b2r5o b3r6r c3o3d3s5e3r \
     c4o7r c4o3e6r3o c5o7r3o c3s3d3e3r5o c4s7d c4s6d3s3o c5s7d3s c3d3s3e5r3o c4d7o c4d3d3r6o \
     c5d3d7o c3e5d3s3r3o c4e7s c4e3d6s3e c5e7s3e c3r3d5s3e3o c4r7e c4r3s6e3r c5r7e3r";

/// The nobles of splendorust.
pub(super) const SPLENDORUST_NOBLES: &str = "\
     3:4d4s 3:4s4e 3:4e4r 3:4r4o 3:4d4o 3:3d3s3e 3:3s3e3r 3:3e3r3o 3:3d3r3o 3:3d3s3o";

/// The cards of boardgamers, 46 of which are in no published box.
pub(super) const BOARDGAMERS_CARDS: &str = "\
     a0o1d1s1e1r a0o1d1s1e2r a0o2d1e2r a0o1s3r1o a0o2e1r a0o2d2e a0o3e a1o4s a0s1d1e1r1o \
     a0s1d1e2r1o a0s1d2e2r a0s1s3e1r a0s1d2s a0s2d2e a0s3s a1s4r a0d1s1e1r1o a0d1s2e1r1o \
     a0d2s2e1o a0d1d1s3o a0d1s2r a0d2d2s a0d3e a1d4e a0e1d1s1r1o a0e1d1s1r2o a0e2d1s2r \
     a0e1d3e1r a0e1e2o a0e2s2r a0e3r a1e4o a0r1d1s1e1o a0r2d1s1e1o a0r2d1e2o a0r1d3s1o a0r2e1r \
     a0r2s2o a0r3o a1r4o b1o3d2s2e b1o3d2s2o b2o1s4e2r b2o5e3r b2o5d b3o6o b1s2s2e3r b1s3s2e3o \
     b2s5d3e b2s2d4s1r b2s5e b3s6r b1d3e2r2o b1d2d3r3o b2d1e4r2o b2d3s5r b2d5o b3d6o b1e3d3r2o \
     b1e2d3s2o b2e2s4o b2e5e3r b2e5s b3e6e b1r2d2r3o b1r2d3e3o b2r1d4r2o b2r3r5o b2r5o b3r6r \
     c3o3d3s5e3r c4o7r c4o3d6r3o c5o3d7r c3s3d3e3r5o c4s7d c4s6d3s3o c5s7d3o c3d3s3e3r5o c4d7o \
     c4d3d6s3o c5d7s3o c3e5d3s3r3o c4e7s c4e3d3s6e c5e7e3r c3r3d3s3e5o c4r7e c4r3d3e6r c5r3s7e";

/// The nobles of boardgamers, one of which is in no published box.
pub(super) const BOARDGAMERS_NOBLES: &str = "\
     3:4e4r 3:4s4e 3:4d4s 3:4d4o 3:4r4o 3:3s3e3r 3:3d3e3r 3:3d3s3o 3:3e3r3o 3:3d3s3e";

#[cfg(test)]
mod tests {
    use super::*;
    use splendor_core::Components;

    #[test]
    fn every_number_is_a_component() {
        let all = Components::published();
        let counts = |cards: &str| {
            let read: Vec<_> = cards.split(' ').map(|id| Card::parse(id).expect(id)).collect();
            (read.len(), read.iter().filter(|&&card| all.find_card(card).is_none()).count())
        };
        assert_eq!(counts(CSPLENDOR_CARDS), (90, 0));
        assert_eq!(counts(NERDVANA_CARDS), (90, 0));
        assert_eq!(counts(SPLENDORUST_CARDS), (90, 0));
        assert_eq!(counts(BOARDGAMERS_CARDS), (90, 46));
        let counts = |nobles: &str| {
            let read: Vec<_> = nobles.split(' ').map(|id| Noble::parse(id).expect(id)).collect();
            (read.len(), read.iter().filter(|&&noble| all.find_noble(noble).is_none()).count())
        };
        assert_eq!(counts(CSPLENDOR_NOBLES), (12, 0));
        assert_eq!(counts(EFFECTIVE_NOBLES), (10, 0));
        assert_eq!(counts(NERDVANA_NOBLES), (10, 0));
        assert_eq!(counts(SPLENDORUST_NOBLES), (10, 0));
        assert_eq!(counts(BOARDGAMERS_NOBLES), (10, 1));
    }

    #[test]
    fn numbers_beyond_the_list_are_nothing() {
        assert_eq!(card(CSPLENDOR_CARDS, 0).map(|id| id.to_string()).as_deref(), Some("a0s3o"));
        assert_eq!(card(CSPLENDOR_CARDS, 90), None);
        assert_eq!(noble(CSPLENDOR_NOBLES, u64::MAX), None);
    }
}
