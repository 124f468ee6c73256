//! Numbers values in the order of discovery; equal values get the same number.

use std::hash::{Hash, Hasher};

/// An empty place of the hash table.
const FREE: u32 = u32::MAX;

/// A list of different values, with a hash table that finds the number of a value.
///
/// The standard maps would do, but their order of iteration differs from run to run, and nothing
/// that varies may reach a report.
#[derive(Clone, Debug)]
pub(super) struct Numbered<T> {
    pub(super) values: Vec<T>,
    hashes: Vec<u64>,
    /// A hash table with open addressing: the numbers of the values, or [`FREE`].
    places: Vec<u32>,
    /// The number returned last.
    last: u32,
}

impl<T: Eq + Hash> Numbered<T> {
    /// Returns an empty list.
    pub(super) fn new() -> Self {
        Self { values: Vec::new(), hashes: Vec::new(), places: vec![FREE; 64], last: 0 }
    }

    /// Returns the number of a value, and whether it is new. There is none for a new value beyond
    /// `most`.
    pub(super) fn number(&mut self, value: T, most: usize) -> Option<(u32, bool)> {
        // Most values come several times in a row, and a hash costs more than a comparison.
        if self.values.get(self.last as usize) == Some(&value) {
            return Some((self.last, false));
        }
        let mut hasher = QuickHasher(0);
        value.hash(&mut hasher);
        let hash = hasher.finish();
        let mut place = self.first_place(hash);
        while self.places[place] != FREE {
            let number = self.places[place];
            let index = number as usize;
            if self.hashes[index] == hash && self.values[index] == value {
                self.last = number;
                return Some((number, false));
            }
            place = (place + 1) % self.places.len();
        }
        if self.values.len() >= most {
            return None;
        }
        let number = u32::try_from(self.values.len()).ok().filter(|&number| number != FREE)?;
        self.places[place] = number;
        self.values.push(value);
        self.last = number;
        self.hashes.push(hash);
        if self.values.len() * 2 > self.places.len() {
            self.grow();
        }
        Some((number, true))
    }

    /// Returns the place at which the search for a hash starts.
    #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
    fn first_place(&self, hash: u64) -> usize {
        hash as usize % self.places.len()
    }

    /// Makes the table four times as large and inserts every number again.
    fn grow(&mut self) {
        self.places = vec![FREE; self.places.len() * 4];
        for (number, &hash) in (0..).zip(&self.hashes) {
            let mut place = self.first_place(hash);
            while self.places[place] != FREE {
                place = (place + 1) % self.places.len();
            }
            self.places[place] = number;
        }
    }
}

/// A hash that costs a multiplication for each word. A log can be written so that many hashes are
/// equal, but not so that more values are stored than their limit allows.
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        // The upper bits are the best mixed.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
