//! The random numbers of generated games.

/// A `SplitMix64` generator.
///
/// It is written out here because the sequence of a seed must never change: a corpus is identified
/// by its seeds and must be the same on every machine and in every version.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Starts the sequence of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, or 0 if `bound` is 0.
    ///
    /// The remainder favors small numbers, but the bounds are too small for this to be measurable.
    pub fn below(&mut self, bound: usize) -> usize {
        let remainder = self.next().checked_rem(bound as u64).unwrap_or_default();
        usize::try_from(remainder).unwrap_or_default()
    }

    /// Returns true with a probability of 1 in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a random item; every item is equally likely.
    pub fn pick<T>(&mut self, from: impl IntoIterator<Item = T>) -> Option<T> {
        self.best(from, |_| 0)
    }

    /// Returns a random item among those of the highest value.
    pub fn best<T>(
        &mut self,
        from: impl IntoIterator<Item = T>,
        worth: impl Fn(&T) -> i32,
    ) -> Option<T> {
        let mut best = None;
        let (mut most, mut equals) = (i32::MIN, 0);
        for one in from {
            let here = worth(&one);
            equals =
                if here > most || best.is_none() { 1 } else { equals + usize::from(here == most) };
            if here >= most && self.once_in(equals) {
                best = Some(one);
            }
            most = most.max(here);
        }
        best
    }

    /// Shuffles a list; every order is equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Dice;

    #[test]
    fn the_sequence_is_that_of_the_published_algorithm() {
        let mut dice = Dice::new(1_234_567);
        let first = [dice.next(), dice.next(), dice.next()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
