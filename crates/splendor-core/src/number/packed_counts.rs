//! Six small counts packed into one word (SWAR): the arithmetic of [`Tokens`](crate::Tokens) and
//! [`Gems`](crate::Gems).
//!
//! Each count has one byte of a `u64` and stays below 128, so that the top bit of every byte is
//! free to catch a borrow or a carry: one instruction compares, adds or subtracts all six. The two
//! bytes above the sixth are always zero. No operation can overflow the word; the wrapping
//! operators only spare the check.

/// The largest count that a byte holds.
pub(crate) const MOST: u8 = 127;

const TOP: u64 = 0x0000_8080_8080_8080;

/// Returns these counts; those above [`MOST`] become [`MOST`].
pub(crate) const fn of(counts: [u8; 6]) -> u64 {
    let mut bytes = [0; 8];
    bytes.split_at_mut(counts.len()).0.copy_from_slice(&counts);
    let packed = u64::from_le_bytes(bytes);
    // A count above the largest has its top bit set: that bit, spread over the bits below it, is
    // the largest count.
    let too_large = packed & TOP;
    (packed | (too_large - (too_large >> 7))) & !TOP
}

/// Returns count `index`.
#[expect(clippy::cast_possible_truncation, reason = "the lane is what the cast leaves")]
pub(crate) const fn get(packed: u64, index: usize) -> u8 {
    (packed >> (8 * (index & 7))) as u8
}

/// Returns the counts with count `index` replaced; counts above [`MOST`] become [`MOST`].
pub(crate) const fn with(packed: u64, index: usize, count: u8) -> u64 {
    let count = if count > MOST { MOST } else { count };
    packed & !(0xff << (8 * index)) | (count as u64) << (8 * index)
}

/// Returns the sum of all counts.
pub(crate) const fn total(packed: u64) -> u16 {
    let odd = (packed >> 8) & 0x00ff_00ff_00ff_00ff;
    let pairs = (packed & 0x00ff_00ff_00ff_00ff).wrapping_add(odd);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16
}

/// Returns whether every count of `a` is at least that of `b`.
pub(crate) const fn covers(a: u64, b: u64) -> bool {
    (a | TOP).wrapping_sub(b) & TOP == TOP
}

/// Returns the sums, each at most [`MOST`].
pub(crate) const fn plus(a: u64, b: u64) -> u64 {
    let sum = a.wrapping_add(b);
    let over = sum & TOP;
    (sum | over.wrapping_sub(over >> 7)) & !TOP
}

/// Returns the differences, each at least zero.
pub(crate) const fn minus(a: u64, b: u64) -> u64 {
    let difference = (a | TOP).wrapping_sub(b);
    let kept = difference & TOP;
    difference & kept.wrapping_sub(kept >> 7)
}

/// Returns the halves, rounded up.
pub(crate) const fn halves(packed: u64) -> u64 {
    (packed.wrapping_add(TOP >> 7) >> 1) & !TOP
}

/// Returns how many counts are not zero.
pub(crate) const fn used(packed: u64) -> u32 {
    let ones = (packed.wrapping_add(TOP - (TOP >> 7)) & TOP) >> 7;
    (ones.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: [[u8; 6]; 6] = [
        [0; 6],
        [7, 7, 7, 7, 7, 5],
        [1, 0, 3, 0, 127, 2],
        [127; 6],
        [0, 1, 2, 3, 4, 5],
        [4, 0, 0, 9, 0, 0],
    ];

    fn word(counts: [u8; 6]) -> u64 {
        (0..6).fold(0, |packed, index| with(packed, index, counts[index]))
    }

    #[test]
    fn what_does_not_fit_is_cut_off() {
        for (count, kept) in [(126, 126), (127, 127), (128, 127), (200, 127), (255, 127)] {
            assert_eq!(get(with(word([3; 6]), 2, count), 2), kept);
            assert_eq!(of([1, count, 2, count, 3, count]), word([1, kept, 2, kept, 3, kept]));
        }
    }

    #[test]
    fn packed_counts_do_what_counts_do() {
        for a in SAMPLES {
            assert_eq!(
                usize::from(total(word(a))),
                a.iter().map(|&n| usize::from(n)).sum::<usize>()
            );
            assert_eq!(used(word(a)) as usize, a.iter().filter(|&&n| n > 0).count());
            for b in SAMPLES {
                assert_eq!(covers(word(a), word(b)), (0..6).all(|i| a[i] >= b[i]));
                for i in 0..6 {
                    assert_eq!(get(plus(word(a), word(b)), i), (a[i] + b[i]).min(MOST));
                    assert_eq!(get(minus(word(a), word(b)), i), a[i].saturating_sub(b[i]));
                }
            }
        }
    }
}
