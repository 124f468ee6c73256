//! Reads JSON in its usual spelling, without error messages: the base of the fast path for logs.
//!
//! Every method returns `None` for text that is wrong or merely unusual, such as an id written
//! with an escape. `None` is not a verdict: the caller must then start again with the strict
//! reader, which alone rejects logs and reports errors. A method may therefore refuse correct
//! text, but must never accept text that the strict reader rejects, or read another value from it.

mod token_spelling;

use serde::de::DeserializeOwned;

use crate::id::{CardId, CityId, NobleId, PostId};
use crate::json::free::Ext;
use crate::json::word::Word;
use crate::limits;
use crate::token::{Token, TokenCounts};

/// A position in a text, in bytes, and the methods that read on from there.
#[derive(Debug)]
pub struct FastReader<'t> {
    text: &'t str,
    at: usize,
}

/// Whether a byte may follow a number. A table saves branches, and no processor predicts well which
/// of these bytes comes next.
const MAY_FOLLOW_NUMBER: [bool; 256] = {
    let mut may_follow = [false; 256];
    let (bytes, mut at) = (b",}] \n\r", 0);
    while at < bytes.len() {
        may_follow[bytes[at] as usize] = true;
        at += 1;
    }
    may_follow
};

impl<'t> FastReader<'t> {
    /// Starts at the first byte of a text.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns a reader of the same text that starts at this byte.
    #[must_use]
    pub const fn starting_at(&self, start: usize) -> Self {
        Self { text: self.text, at: start }
    }

    /// Returns the place of the next byte that is not whitespace.
    pub fn next_place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// Returns the number of unread bytes.
    pub(crate) const fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Skips whitespace and returns the next byte without consuming it.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        match *self.text.as_bytes().get(self.at)? {
            byte @ b'!'.. => Some(byte),
            _ => self.peek_after_space(),
        }
    }

    /// Skips whitespace, of which many logs have none.
    #[cold]
    fn peek_after_space(&mut self) -> Option<u8> {
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

    /// Returns the next bytes, with zeros after the last one of the text.
    #[expect(clippy::inline_always, reason = "called for every key, token and id of a log")]
    #[inline(always)]
    fn next_bytes(&self) -> [u8; 16] {
        let rest = &self.text.as_bytes()[self.at..];
        rest.first_chunk().copied().unwrap_or_else(|| last_bytes(rest))
    }

    /// Reads a string of at most 15 bytes up to the next quotation mark, undecoded.
    ///
    /// Escapes are not decoded, so a string with an escape comes back wrong. That is safe here:
    /// callers compare the word with keys, ids and words, and none of those has a backslash.
    #[expect(clippy::inline_always, reason = "called for every key and every id of a log")]
    #[inline(always)]
    pub fn word(&mut self) -> Option<Word> {
        self.expect_byte(b'"')?;
        let word = Word::before_quote(self.next_bytes())?;
        self.at += word.len() + 1;
        Some(word)
    }

    /// Reads a string of any length up to the next quotation mark, undecoded like a word.
    pub(crate) fn plain_string(&mut self) -> Option<&'t [u8]> {
        self.expect_byte(b'"')?;
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&byte| byte == b'"')?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Consumes this text if it comes next, and returns whether it did.
    ///
    /// The text is compared in one step. A key with the punctuation around it is such a text: the
    /// caller tries the key that most programs write at this place, and nothing is lost if another
    /// one comes.
    #[expect(clippy::inline_always, reason = "one comparison with a constant")]
    #[inline(always)]
    pub fn consume_text<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let found = rest.first_chunk() == Some(text);
        if found {
            self.at += N;
        }
        found
    }

    /// Reads an object and calls `member` for each key to read its value.
    ///
    /// `member` is responsible for rejecting duplicate keys; see [`set_once`].
    #[inline]
    pub fn object(&mut self, mut member: impl FnMut(&mut Self, Word) -> Option<()>) -> Option<()> {
        self.expect_byte(b'{')?;
        if self.peek()? == b'}' {
            return self.expect_byte(b'}');
        }
        self.member(&mut member)?;
        self.rest_of_object(member)
    }

    /// Reads the rest of an object after a value, and calls `member` like [`FastReader::object`].
    #[inline]
    pub fn rest_of_object(
        &mut self,
        mut member: impl FnMut(&mut Self, Word) -> Option<()>,
    ) -> Option<()> {
        loop {
            match self.next_byte()? {
                b',' => self.member(&mut member)?,
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// Reads a key and its value.
    #[inline]
    fn member(&mut self, member: &mut impl FnMut(&mut Self, Word) -> Option<()>) -> Option<()> {
        let key = self.word()?;
        self.expect_byte(b':')?;
        member(self, key)
    }

    /// Reads a list of at most `max` entries and calls `entry` for each.
    #[inline]
    pub fn list(
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
    pub fn small_number(&mut self, max: u8) -> Option<u8> {
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
        let next = *self.text.as_bytes().get(self.at)?;
        (MAY_FOLLOW_NUMBER[usize::from(next)] && number <= max).then_some(number)
    }

    /// Reads `true`.
    pub fn literal_true(&mut self) -> Option<()> {
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

    /// Reads the value of an `ext`.
    pub fn ext(&mut self) -> Option<Ext> {
        self.peek()?;
        match Ext::at_start(self.text.get(self.at..)?) {
            Some((ext, length)) => {
                self.at += length;
                Some(ext)
            }
            None => self.value(),
        }
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
        CardId::of_word(self.word()?)
    }

    /// Reads the id of a noble.
    pub fn noble(&mut self) -> Option<NobleId> {
        NobleId::of_word(self.word()?)
    }

    /// Reads the id of a city.
    pub(crate) fn city(&mut self) -> Option<CityId> {
        CityId::of_word(self.word()?)
    }

    /// Reads the name of a trading post.
    pub fn post(&mut self) -> Option<PostId> {
        PostId::of_bytes(self.plain_string()?)
    }

    /// Reads a kind of token.
    #[inline]
    pub fn token(&mut self) -> Option<Token> {
        self.peek()?;
        let (token, length) = token_spelling::at_start_of(self.next_bytes())?;
        self.at += length;
        Some(token)
    }

    /// Reads an object of counts by token, each token at most once.
    pub fn counts(&mut self) -> Option<TokenCounts> {
        let mut counts = TokenCounts::default();
        self.expect_byte(b'{')?;
        if self.peek()? == b'}' {
            self.at += 1;
            return Some(counts);
        }
        loop {
            let token = self.token().filter(|&token| !counts.names(token))?;
            self.expect_byte(b':')?;
            counts.set(token, self.small_number(limits::TOKENS)?);
            match self.next_byte()? {
                b',' => {}
                b'}' => return Some(counts),
                _ => return None,
            }
        }
    }
}

/// Returns the last bytes of a text, with zeros after them.
#[cold]
fn last_bytes(rest: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..rest.len()].copy_from_slice(rest);
    bytes
}

/// Stores the value of a key; returns `None` if the key came before or has no value.
///
/// Duplicate keys are an error in every format, so the strict reader has to report them.
#[inline]
pub fn set_once<T>(slot: &mut Option<T>, value: Option<T>) -> Option<()> {
    if slot.is_some() {
        return None;
    }
    *slot = Some(value?);
    Some(())
}
