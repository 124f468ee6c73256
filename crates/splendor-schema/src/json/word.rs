//! Short strings as numbers, so that keys, tokens and card ids are compared in one step.

/// A string of at most 15 bytes: almost every string of a log.
///
/// The bytes of the string, then zeros, then its length make 16 bytes, so that two words are equal
/// exactly if their strings are. They are held as two numbers, the first byte lowest, because a
/// `match` over numbers is a search for the right arm and not one comparison after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    first: u64,
    second: u64,
}

impl Word {
    /// Returns a string as a word.
    ///
    /// # Panics
    ///
    /// Panics, in a constant while it is compiled, if the string is longer than 15 bytes.
    pub(crate) const fn of(text: &str) -> Word {
        let (text, mut bytes) = (text.as_bytes(), [0; 16]);
        assert!(text.len() < bytes.len());
        let (start, _) = bytes.split_at_mut(text.len());
        start.copy_from_slice(text);
        let [first, second] = halves(bytes);
        Word { first, second: with_length(second, text.len()) }
    }

    /// Returns a string as a word, unless it is longer than 15 bytes.
    pub(crate) const fn try_of(text: &str) -> Option<Word> {
        if text.len() < 16 { Some(Word::of(text)) } else { None }
    }

    /// Returns whether the string has a backslash.
    #[inline]
    pub(crate) const fn has_backslash(self) -> bool {
        first_index_of(b'\\', self.first).is_some() || first_index_of(b'\\', self.second).is_some()
    }

    /// Returns the string before the first quotation mark among these bytes; `None` if there is no
    /// quotation mark.
    #[inline]
    pub(crate) const fn before_quote(bytes: [u8; 16]) -> Option<Word> {
        let [first, second] = halves(bytes);
        if let Some(quote) = first_index_of(b'"', first) {
            let second = with_length(0, quote);
            return Some(Word { first: first & bytes_below(quote), second });
        }
        match first_index_of(b'"', second) {
            Some(quote) => {
                let second = with_length(second & bytes_below(quote), 8 + quote);
                Some(Word { first, second })
            }
            None => None,
        }
    }

    /// Returns the number of bytes of the string, at most 15.
    #[inline]
    pub(crate) const fn len(self) -> usize {
        (self.second >> 56) as usize
    }

    /// Returns the bytes of the string, padded with zeros, then its length.
    #[inline]
    pub(crate) const fn to_bytes(self) -> [u8; 16] {
        (self.first as u128 | (self.second as u128) << 64).to_le_bytes()
    }
}

const fn halves(bytes: [u8; 16]) -> [u64; 2] {
    let both = u128::from_le_bytes(bytes);
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    [both as u64, (both >> 64) as u64]
}

const fn with_length(second: u64, length: usize) -> u64 {
    second | (length as u64) << 56
}

/// Returns a mask of this many of the lowest bytes, at most seven.
const fn bytes_below(count: usize) -> u64 {
    (1 << (8 * count)) - 1
}

/// Returns the index of the first of eight bytes that equals `byte`, without a loop (SWAR). The
/// lowest byte has index 0.
///
/// Each byte that equals `byte` becomes zero. Subtracting one from every byte sets the highest bit
/// of a zero byte; without a carry from below, as at the first zero, no other byte gets that bit
/// unless it had it before.
#[inline]
pub(crate) const fn first_index_of(byte: u8, bytes: u64) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    let zeros = bytes ^ u64::from_le_bytes([byte; 8]);
    let found = zeros.wrapping_sub(ONES) & !zeros & HIGHEST;
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / 8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_the_text_before_the_first_quotation_mark() {
        let letters = b"!\"#a\0\x7f\x80\xff\"\\";
        for length in 0..=16 {
            for seed in 0..letters.len() {
                let mut bytes = std::array::from_fn(|at| letters[(at * at + seed) % letters.len()]);
                bytes[..length].iter_mut().for_each(|byte| *byte ^= u8::from(*byte == b'"'));
                let expected = bytes.iter().position(|&byte| byte == b'"');
                let word = Word::before_quote(bytes);
                assert_eq!(word.map(Word::len), expected);
                let Some((word, length)) = word.zip(expected) else { continue };
                assert_eq!(word.to_bytes()[..length], bytes[..length]);
                assert!(word.to_bytes()[length..15].iter().all(|&byte| byte == 0));
            }
        }
    }

    #[test]
    fn words_are_equal_exactly_if_their_strings_are() {
        let texts = ["", "\0", "a", "a\0", "level1", "level10", "strongholds", "stronghold"];
        for (one, other) in texts.iter().flat_map(|one| texts.iter().map(move |it| (one, it))) {
            assert_eq!(Word::of(one) == Word::of(other), one == other);
        }
    }
}
