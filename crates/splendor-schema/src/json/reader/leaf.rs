//! Reads the strings and numbers of the formats: first as they are almost always spelled, in a few
//! steps, then by the rules of JSON.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use super::{Failed, Reader};
use crate::json::word::Word;
use crate::name::Name;

/// The usual bytes after a number; any other byte takes the slow way. A table saves branches, and
/// no processor predicts well which of these bytes comes next.
const MAY_FOLLOW_NUMBER: [bool; 256] = {
    let mut may_follow = [false; 256];
    let (bytes, mut at) = (b",}] \n\r", 0);
    while at < bytes.len() {
        may_follow[bytes[at] as usize] = true;
        at += 1;
    }
    may_follow
};

impl<'t> Reader<'t> {
    /// Returns the next bytes, with zeros after the last one of the text.
    #[expect(clippy::inline_always, reason = "called for every key, token and card id of a log")]
    #[inline(always)]
    pub(crate) fn next_bytes(&self) -> [u8; 16] {
        let rest = &self.text.as_bytes()[self.at..];
        rest.first_chunk().copied().unwrap_or_else(|| last_bytes(rest))
    }

    /// Reads a string of at most 15 bytes up to the next quotation mark, undecoded; `None` if there
    /// is no such string.
    ///
    /// The word of a string with an escape has a backslash, and a word may have a control
    /// character, which no string may have. No key, id or token has one of them, so whoever knows
    /// the word may rely on it, and whoever does not reads the string again by the rules of JSON.
    #[expect(clippy::inline_always, reason = "called for every key and every card id of a log")]
    #[inline(always)]
    pub(crate) fn word(&mut self) -> Option<Word> {
        if self.peek()? != b'"' {
            return None;
        }
        self.at += 1;
        let word = Word::before_quote(self.next_bytes());
        match word {
            Some(word) => self.at += word.len() + 1,
            None => self.at -= 1,
        }
        word
    }

    /// Reads a key, without the colon after it.
    #[inline]
    pub(super) fn key(&mut self) -> Result<Word, Failed> {
        match self.word() {
            Some(word) if !word.has_backslash() => Ok(word),
            _ => self.key_again(),
        }
    }

    /// Reads the key again from its first byte, by the rules of JSON. A key that is too long for a
    /// word is one of no format, as [`Word::of`] asserts of their keys; it becomes the empty word,
    /// which is none either.
    #[cold]
    fn key_again(&mut self) -> Result<Word, Failed> {
        self.at = self.key;
        let key = self.key_text()?;
        Ok(Word::try_of(&key).unwrap_or(Word::of("")))
    }

    /// Reads a string. `what` names it for an error.
    pub(crate) fn text(&mut self, what: &str) -> Result<Cow<'t, str>, Failed> {
        match self.peek() {
            Some(b'"') => self.string(),
            _ => Err(self.expected(what)),
        }
    }

    /// Reads a string, and returns what `value` makes of it. The error of `value` is the message.
    pub(crate) fn parse<T, E: Into<String>>(
        &mut self,
        what: &str,
        value: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<T, Failed> {
        let start = self.place();
        let text = self.text(what)?;
        value(&text).map_err(|message| self.misshapen(start, message))
    }

    /// Reads a string of at most this many characters.
    pub(crate) fn text_up_to(&mut self, max: usize) -> Result<Name, Failed> {
        self.parse("a string", |text| within(text, max).map(|()| Name::from(text)))
    }

    /// Reads `true` or `false`.
    pub(crate) fn bool(&mut self) -> Result<bool, Failed> {
        match self.peek() {
            Some(b't' | b'f') => Ok(self.literal()? == "true"),
            _ => Err(self.expected("a boolean")),
        }
    }

    /// Reads `true`.
    pub(crate) fn always_true(&mut self) -> Result<bool, Failed> {
        self.peek();
        if self.eat_text("true") { Ok(true) } else { Err(self.expected("`true`")) }
    }

    /// Reads a whole number from 0 to `max`.
    #[inline]
    pub(crate) fn small_number(&mut self, max: u8) -> Result<u8, Failed> {
        match self.one_or_two_digits(max) {
            Some(number) => Ok(number),
            None => self.small_number_in(0..=max),
        }
    }

    /// Reads a whole number of one or two digits, as almost every number of a log has, from 0 to
    /// `max`; `None`, and reads nothing, if another one comes next.
    #[inline]
    pub(super) fn one_or_two_digits(&mut self, max: u8) -> Option<u8> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let mut number = digit(self.peek()?)?;
        let mut end = self.at + 1;
        let next = *self.text.as_bytes().get(end)?;
        if let (1.., Some(second)) = (number, digit(next)) {
            number = number * 10 + second;
            end += 1;
        }
        // `1.0`, `1e0` and `100` begin with digits too: the next byte must end the number.
        let next = *self.text.as_bytes().get(end)?;
        if number > max || !MAY_FOLLOW_NUMBER[usize::from(next)] {
            return None;
        }
        self.at = end;
        Some(number)
    }

    /// Reads a whole number of one byte in a range.
    pub(crate) fn small_number_in(&mut self, range: RangeInclusive<u8>) -> Result<u8, Failed> {
        let start = self.at;
        if let Some(number) = self.one_or_two_digits(*range.end())
            && range.contains(&number)
        {
            return Ok(number);
        }
        self.at = start;
        let number = self.whole_number(u64::from(*range.start())..=u64::from(*range.end()))?;
        Ok(u8::try_from(number).expect("the range ends at a number of one byte"))
    }

    /// Reads a whole number in a range.
    pub(crate) fn whole_number(&mut self, range: RangeInclusive<u64>) -> Result<u64, Failed> {
        let what = || format!("a whole number from {} to {}", range.start(), range.end());
        let start = self.place();
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.expected(what()));
        }
        match self.number()?.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            Ok(number) => {
                Err(self.misshapen(start, format!("expected {}, found {number}", what())))
            }
            Err(_) => {
                self.at = start;
                Err(self.expected(what()))
            }
        }
    }
}

/// Rejects a string with more than `max` characters.
pub(crate) fn within(text: &str, max: usize) -> Result<(), String> {
    // A string never has more characters than bytes, so most strings need no counting.
    if text.len() <= max || text.chars().count() <= max {
        return Ok(());
    }
    let count = text.chars().count();
    Err(format!("a string of {count} characters, more than the limit of {max}"))
}

/// Returns the last bytes of a text, with zeros after them.
#[cold]
fn last_bytes(rest: &[u8]) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..rest.len()].copy_from_slice(rest);
    bytes
}
