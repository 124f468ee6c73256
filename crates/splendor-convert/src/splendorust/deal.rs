//! The deal of splendorust: the seed of a game gives the decks and the nobles.
//!
//! The client shuffles with Fisher and Yates' algorithm and the numbers of `SplitMix64`, first the
//! decks of levels 1 to 3, then the nobles. It draws from the end of a deck.

use splendor_core::Card;
use splendor_schema::log::{Decks, Market, Setup};

use crate::numbers::{self, SPLENDORUST_CARDS, SPLENDORUST_NOBLES};

/// The numbers of the first cards of the levels, and of the card after the last.
const LEVELS: [u8; 4] = [0, 40, 70, 90];

/// The random numbers of `SplitMix64`.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below a limit above zero, each with the same probability: numbers below
    /// the remainder of 2⁶⁴ are drawn again.
    fn below(&mut self, limit: u64) -> u64 {
        let remainder = limit.wrapping_neg() % limit;
        loop {
            let number = self.next();
            if number >= remainder {
                return number % limit;
            }
        }
    }

    fn shuffle(&mut self, numbers: &mut [u8]) {
        for last in (1..numbers.len()).rev() {
            let other = self.below(last as u64 + 1);
            numbers.swap(last, usize::try_from(other).unwrap_or(last));
        }
    }
}

/// Returns the setup of a game.
pub(super) fn setup(seats: u8, seed: u64) -> Setup {
    let mut random = SplitMix64(seed);
    let mut market: [Vec<Card>; 3] = Default::default();
    let mut decks: [Option<Vec<Card>>; 3] = Default::default();
    for (level, ends) in LEVELS.windows(2).enumerate() {
        let mut numbers: Vec<u8> = (ends[0]..ends[1]).collect();
        random.shuffle(&mut numbers);
        let card = |number: &u8| numbers::card(SPLENDORUST_CARDS, u64::from(*number));
        let mut deck: Vec<Card> = numbers.iter().rev().filter_map(card).collect();
        decks[level] = Some(deck.split_off(deck.len().min(4)));
        market[level] = deck;
    }
    let mut nobles: Vec<u8> = (0..10).collect();
    random.shuffle(&mut nobles);
    nobles.truncate(usize::from(seats) + 1);
    // The client lists the nobles by number.
    nobles.sort_unstable();
    let noble = |number| numbers::noble(SPLENDORUST_NOBLES, u64::from(number));
    Setup {
        market: Market::base(market),
        decks: Some(Decks::base(decks)),
        nobles: Some(nobles.into_iter().filter_map(noble).collect()),
        ..Setup::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers for the seed 1234567, as published with the algorithm.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = SplitMix64(1_234_567);
        let numbers = [(); 5].map(|()| random.next());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, published);
    }
}
