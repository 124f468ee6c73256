//! Reads JSON in its usual spelling, without error messages: the base of the fast path for logs.
//!
//! Every method returns `None` for text that is wrong or merely unusual, such as an id written
//! with an escape. `None` is not a verdict: the caller must then start again with the strict
//! reader, which alone rejects logs and reports errors. A method may therefore refuse correct
//! text, but must never accept text that the strict reader rejects, or read another value from it.

use serde::de::DeserializeOwned;

use crate::id::{CardId, CityId, NobleId};
use crate::limits;
use crate::token::{Token, TokenCounts};

/// A position in a text, in bytes, and the methods that read on from there.
#[derive(Debug)]
pub(crate) struct FastReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> FastReader<'t> {
    /// Starts at the first byte of a text.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the number of unread bytes.
    pub(crate) const fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Skips whitespace and returns the next byte without consuming it.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Skips whitespace and consumes the next byte.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// Consumes the next byte if it is this one.
    #[inline]
    fn expect_byte(&mut self, byte: u8) -> Option<()> {
        (self.next_byte()? == byte).then_some(())
    }

    /// Returns `None` if anything but whitespace is left.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }

    /// Reads a string up to the next quotation mark and returns its bytes, undecoded.
    ///
    /// Escapes are not decoded, so a string with an escape comes back wrong. That is safe here:
    /// callers compare the bytes with keys, ids and words, and none of those has a backslash.
    #[expect(clippy::inline_always, reason = "called for every key and every id of a log")]
    #[inline(always)]
    pub(crate) fn plain_string(&mut self) -> Option<&'t [u8]> {
        self.expect_byte(b'"')?;
        let rest = &self.text.as_bytes()[self.at..];
        let length = first_quote(rest)?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Reads an object and calls `member` for each key to read its value.
    ///
    /// `member` is responsible for rejecting duplicate keys; see [`set_once`].
    #[inline]
    pub(crate) fn object(
        &mut self,
        mut member: impl FnMut(&mut Self, &'t [u8]) -> Option<()>,
    ) -> Option<()> {
        self.expect_byte(b'{')?;
        if self.peek()? == b'}' {
            return self.expect_byte(b'}');
        }
        loop {
            let key = self.plain_string()?;
            self.expect_byte(b':')?;
            member(self, key)?;
            match self.next_byte()? {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// Reads a list of at most `max` entries and calls `entry` for each.
    #[inline]
    pub(crate) fn list(
        &mut self,
        max: usize,
        mut entry: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.expect_byte(b'[')?;
        if self.peek()? == b']' {
            return self.expect_byte(b']');
        }
        for _ in 0..max {
            entry(self)?;
            match self.next_byte()? {
                b',' => {}
                b']' => return Some(()),
                _ => return None,
            }
        }
        None
    }

    /// Reads a list of at most `max` entries into a vector.
    pub(crate) fn vec<T>(
        &mut self,
        max: usize,
        mut entry: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        // The longest list of most logs is the deck of level 1, of at most 40 cards.
        let mut all = Vec::with_capacity(max.min(40));
        self.list(max, |reader| {
            all.push(entry(reader)?);
            Some(())
        })?;
        Some(all)
    }

    /// Returns whether the next value begins like a list.
    pub(crate) fn is_at_list(&mut self) -> bool {
        self.peek() == Some(b'[')
    }

    /// Reads a whole number of one or two digits, at most `max`.
    ///
    /// Almost every number of a log has one or two digits. Longer ones go to the strict reader.
    #[inline]
    pub(crate) fn small_number(&mut self, max: u8) -> Option<u8> {
        let first = self.peek()?;
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let mut number = digit(first)?;
        self.at += 1;
        let next = *self.text.as_bytes().get(self.at)?;
        if let (1.., Some(second)) = (number, digit(next)) {
            number = number * 10 + second;
            self.at += 1;
        }
        // `1.0`, `1e0` and `100` begin with digits too: the next byte must end the number.
        let ends = matches!(self.text.as_bytes().get(self.at)?, b',' | b'}' | b']' | b' ' | b'\n');
        (ends && number <= max).then_some(number)
    }

    /// Reads `true`.
    pub(crate) fn literal_true(&mut self) -> Option<()> {
        self.peek()?;
        let rest = self.text.as_bytes()[self.at..].strip_prefix(b"true")?;
        self.at = self.text.len() - rest.len();
        Some(())
    }

    /// Reads a rare value by passing its text to the strict reader of its type.
    pub(crate) fn value<T: DeserializeOwned>(&mut self) -> Option<T> {
        self.peek()?;
        let start = self.at;
        self.skip()?;
        serde_json::from_str(self.text.get(start..self.at)?).ok()
    }

    /// Moves past the next value.
    ///
    /// Only brackets and strings are matched, to find the end. Whether the text in between is
    /// valid JSON is checked by the reader that gets it; see [`FastReader::value`].
    fn skip(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => self.at += 1,
                b',' | b':' => return None,
                _ => self.skip_literal(),
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    /// Moves past a string, including its escapes.
    fn skip_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            self.at += rest.iter().position(|&byte| matches!(byte, b'"' | b'\\'))? + 1;
            match self.text.as_bytes()[self.at - 1] {
                b'"' => return Some(()),
                // Skip the escaped byte, because `\"` does not end the string.
                _ => self.at += 1,
            }
            if self.at >= self.text.len() {
                return None;
            }
        }
    }

    /// Moves past a number, `true`, `false` or `null`.
    fn skip_literal(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let ends =
            |byte: &u8| !matches!(byte, b'a'..=b'z' | b'E' | b'0'..=b'9' | b'+' | b'-' | b'.');
        // Always move by at least one byte: otherwise an unexpected byte would loop forever.
        self.at += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
    }

    /// Reads the id of a card.
    pub(crate) fn card(&mut self) -> Option<CardId> {
        CardId::of_bytes(self.plain_string()?)
    }

    /// Reads the id of a noble.
    pub(crate) fn noble(&mut self) -> Option<NobleId> {
        NobleId::of_bytes(self.plain_string()?)
    }

    /// Reads the id of a city.
    pub(crate) fn city(&mut self) -> Option<CityId> {
        CityId::of_bytes(self.plain_string()?)
    }

    /// Reads a kind of token.
    #[inline]
    pub(crate) fn token(&mut self) -> Option<Token> {
        token(self.plain_string()?)
    }

    /// Reads an object of counts by token, each token at most once.
    pub(crate) fn counts(&mut self) -> Option<TokenCounts> {
        let mut counts = TokenCounts::default();
        self.object(|reader, key| {
            let token = token(key).filter(|&token| !counts.names(token))?;
            counts.set(token, reader.small_number(limits::TOKENS)?);
            Some(())
        })?;
        Some(counts)
    }
}

#[expect(clippy::inline_always, reason = "called for every token that a log names")]
#[inline(always)]
fn token(word: &[u8]) -> Option<Token> {
    Some(match word {
        b"diamond" => Token::Diamond,
        b"sapphire" => Token::Sapphire,
        b"emerald" => Token::Emerald,
        b"ruby" => Token::Ruby,
        b"onyx" => Token::Onyx,
        b"gold" => Token::Gold,
        _ => return None,
    })
}

/// Returns the place of the first quotation mark.
///
/// The search takes eight bytes at once: most strings of a log are no longer.
#[inline]
fn first_quote(text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, word) in words.iter().enumerate() {
        if let Some(place) = first_quote_of_word(*word) {
            return Some(8 * index + place);
        }
    }
    let place = rest.iter().position(|&byte| byte == b'"')?;
    Some(8 * words.len() + place)
}

/// Returns the place of the first quotation mark among eight bytes, without a loop.
///
/// Each quotation mark becomes a zero byte. Subtracting one from every byte sets the highest bit of
/// a zero byte; without a carry from below, as at the first of them, no other byte gets that bit
/// unless it had it before.
#[inline]
const fn first_quote_of_word(word: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    let zeros = u64::from_le_bytes(word) ^ u64::from_le_bytes([b'"'; 8]);
    let found = zeros.wrapping_sub(ONES) & !zeros & HIGHEST;
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / 8) }
}

/// Stores the value of a key; returns `None` if the key came before or has no value.
///
/// Duplicate keys are an error in every format, so the strict reader has to report them.
#[inline]
pub(crate) fn set_once<T>(slot: &mut Option<T>, value: Option<T>) -> Option<()> {
    if slot.is_some() {
        return None;
    }
    *slot = Some(value?);
    Some(())
}
