//! A walk over the bytes of a log in its usual form, for the quick reader.
//!
//! Every step answers with nothing where the text is not what is usual: a key or a name that is
//! written with an escape, or anything that is wrong. What that is, nobody asks here.

use serde::de::DeserializeOwned;

use crate::id::{CardId, CityId, NobleId};
use crate::limits;
use crate::token::{Token, TokenCounts};

/// A place in a text.
#[derive(Debug)]
pub(crate) struct FastReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> FastReader<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns how many bytes are left.
    pub(crate) const fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Returns the next byte that is no blank.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Takes the next byte that is no blank.
    #[inline]
    fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    #[inline]
    fn expect_byte(&mut self, byte: u8) -> Option<()> {
        (self.next_byte()? == byte).then_some(())
    }

    /// Returns nothing unless only blanks are left.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }

    /// Reads a string up to the next quotation mark. A string that holds an escape is not read
    /// right, but then it is none of the words that are asked for: no word has a backslash.
    #[inline]
    pub(crate) fn plain_string(&mut self) -> Option<&'t [u8]> {
        self.expect_byte(b'"')?;
        let rest = &self.text.as_bytes()[self.at..];
        let length = rest.iter().position(|&byte| byte == b'"')?;
        self.at += length + 1;
        Some(&rest[..length])
    }

    /// Reads an object; `member` reads the value of each key.
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

    /// Reads a list of at most `max` entries; `entry` reads each.
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
        let mut all = Vec::new();
        self.list(max, |reader| {
            all.push(entry(reader)?);
            Some(())
        })?;
        Some(all)
    }

    /// Returns whether the next value is a list.
    pub(crate) fn is_at_list(&mut self) -> bool {
        self.peek() == Some(b'[')
    }

    /// Reads a whole number of one or two digits up to `max`.
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
        // What follows must end the number: a further digit, a point or an exponent does not.
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

    /// Reads a value with its own reader.
    pub(crate) fn value<T: DeserializeOwned>(&mut self) -> Option<T> {
        self.peek()?;
        let start = self.at;
        self.skip()?;
        serde_json::from_str(self.text.get(start..self.at)?).ok()
    }

    /// Goes behind the next value, if it is one; its own reader finds out whether it is.
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

    fn skip_string(&mut self) -> Option<()> {
        self.at += 1;
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            self.at += rest.iter().position(|&byte| matches!(byte, b'"' | b'\\'))? + 1;
            match self.text.as_bytes()[self.at - 1] {
                b'"' => return Some(()),
                // What is escaped is never the end, whatever it is.
                _ => self.at += 1,
            }
            if self.at >= self.text.len() {
                return None;
            }
        }
    }

    /// Goes behind a number, `true`, `false` or `null`.
    fn skip_literal(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        let ends =
            |byte: &u8| !matches!(byte, b'a'..=b'z' | b'E' | b'0'..=b'9' | b'+' | b'-' | b'.');
        // At least one byte, so that every step goes on.
        self.at += rest.iter().position(ends).unwrap_or(rest.len()).max(1);
    }

    pub(crate) fn card(&mut self) -> Option<CardId> {
        CardId::of_bytes(self.plain_string()?)
    }

    pub(crate) fn noble(&mut self) -> Option<NobleId> {
        NobleId::of_bytes(self.plain_string()?)
    }

    pub(crate) fn city(&mut self) -> Option<CityId> {
        CityId::of_bytes(self.plain_string()?)
    }

    #[inline]
    pub(crate) fn token(&mut self) -> Option<Token> {
        token(self.plain_string()?)
    }

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

#[inline]
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

/// Fills the place of a key, unless that came before.
#[inline]
pub(crate) fn set_once<T>(place: &mut Option<T>, value: Option<T>) -> Option<()> {
    if place.is_some() {
        return None;
    }
    *place = Some(value?);
    Some(())
}
