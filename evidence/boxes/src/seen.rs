//! The set of positions that were seen.

/// A set of numbers other than zero, in a table whose size is a power of two: a number whose place
/// is taken goes to the next free one.
#[derive(Debug)]
pub(super) struct Seen {
    places: Vec<u128>,
    len: usize,
}

const FREE: u128 = 0;

/// How many places a table begins with.
const FIRST: usize = 1 << 10;

impl Seen {
    pub(super) fn new() -> Self {
        Self { places: vec![FREE; FIRST], len: 0 }
    }

    /// Puts a number in; returns whether it is new.
    pub(super) fn insert(&mut self, key: u128) -> bool {
        let place = self.find(key);
        if self.places[place] == key {
            return false;
        }
        self.places[place] = key;
        self.len += 1;
        if self.len > self.places.len() / 4 * 3 {
            self.grow();
        }
        true
    }

    /// Returns the place of a number, or the free one where it belongs.
    #[expect(clippy::cast_possible_truncation, reason = "the table is indexed by the low bits")]
    fn find(&self, key: u128) -> usize {
        let mask = self.places.len() - 1;
        let mut place = mixed(key) as usize & mask;
        while self.places[place] != FREE && self.places[place] != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let twice = vec![FREE; self.places.len() * 2];
        let old = core::mem::replace(&mut self.places, twice);
        for key in old.into_iter().filter(|&key| key != FREE) {
            let place = self.find(key);
            self.places[place] = key;
        }
    }
}

/// Spreads numbers that differ in any digit over all bits.
#[expect(clippy::cast_possible_truncation, reason = "the two halves of the number are mixed")]
const fn mixed(key: u128) -> u64 {
    let (low, high) = (key as u64, (key >> 64) as u64);
    let mut mixed = low ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_new_once() {
        let mut seen = Seen::new();
        let numbers = || (1..3000_u128).map(|n| (n * n) << (n % 70));
        let distinct: std::collections::BTreeSet<u128> = numbers().collect();
        let new = numbers().filter(|&key| seen.insert(key)).count();
        assert_eq!((new, seen.len), (distinct.len(), distinct.len()));
        assert!(!numbers().any(|key| seen.insert(key)));
    }
}
