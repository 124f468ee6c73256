//! Reads any JSON by its strict rules: no key twice, no whole number beyond 2^53 - 1, no unpaired
//! surrogate, and no more levels of nesting than allowed.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::{Failed, Inside, Reader};
use crate::json::suggest::clip;
use crate::json::word::first_index_of;
use crate::limits;

/// Whole numbers of at most this many bytes are in range.
const SHORT: usize = 15;

/// The most keys of an object that are compared one by one. From the next key on, all keys of the
/// object are in a set, so that the time does not grow with their square.
const FEW: usize = 16;

/// A key of an object: its place with the quotation marks, and its text, decoded.
pub(crate) struct Key<'t> {
    pub(crate) span: Range<usize>,
    pub(crate) text: Cow<'t, str>,
}

impl<'t> Reader<'t> {
    /// Reads a value of any kind, and returns its place.
    pub(crate) fn any(&mut self) -> Result<Range<usize>, Failed> {
        let start = self.place();
        match self.peek() {
            Some(b'{') => self.members("an object", |reader, _| reader.any().map(drop))?,
            Some(b'[') => self.entries(|reader, _| reader.any().map(drop))?,
            Some(b'"') => drop(self.string()?),
            Some(b'-' | b'0'..=b'9') => drop(self.number()?),
            _ => drop(self.literal()?),
        }
        Ok(start..self.at)
    }

    /// Moves past a value of any kind: counts the brackets outside of strings, and checks nothing
    /// else. In text that is not JSON the end may be wrong. Many times faster than [`Reader::any`].
    pub(crate) fn skip(&mut self) -> Result<(), Failed> {
        let start = self.place();
        match self.text.as_bytes().get(start..).and_then(end_of_value) {
            Some(length) => {
                self.at += length;
                Ok(())
            }
            None => Err(self.needed("a value")),
        }
    }

    /// Reads an object with any keys, and calls `member` to read the value of each.
    pub(crate) fn members(
        &mut self,
        what: &str,
        mut member: impl FnMut(&mut Self, Key<'t>) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        if self.peek() != Some(b'{') {
            return Err(self.expected(what));
        }
        self.open()?;
        let (first, mut many) = (self.keys.len(), BTreeSet::new());
        let mut more = !self.eat(b'}');
        while more {
            self.value_of_key(|reader| {
                let start = reader.at;
                let text = reader.key_text()?;
                let span = start..reader.at;
                reader.colon()?;
                if reader.has_key(first, &mut many, text.clone()) {
                    return Err(reader.duplicate_key());
                }
                member(reader, Key { span, text })
            })?;
            more = self.has_another(b'}')?;
        }
        self.keys.truncate(first);
        self.depth += 1;
        Ok(())
    }

    /// Returns whether the object has a key already, and adds the key. The keys of the object begin
    /// at `first`; `many` is the set of all its keys if it has more than a few.
    fn has_key(
        &mut self,
        first: usize,
        many: &mut BTreeSet<Cow<'t, str>>,
        key: Cow<'t, str>,
    ) -> bool {
        let few = &self.keys[first..];
        if few.len() < FEW {
            let found = few.contains(&key);
            self.keys.push(key);
            return found;
        }
        if many.is_empty() {
            many.extend(few.iter().cloned());
        }
        !many.insert(key)
    }

    /// Reads a list of any length, and calls `entry` to read each entry.
    pub(crate) fn entries(
        &mut self,
        mut entry: impl FnMut(&mut Self, usize) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        self.open()?;
        let (mut index, mut more) = (0, !self.eat(b']'));
        while more {
            entry(self, index).map_err(|failed| self.inside(failed, Inside::Index(index)))?;
            more = self.has_another(b']')?;
            index += 1;
        }
        self.depth += 1;
        Ok(())
    }

    /// Reads the bracket that the next value begins with.
    fn open(&mut self) -> Result<(), Failed> {
        if self.depth == 0 {
            return Err(self.too_deep());
        }
        self.depth -= 1;
        self.at += 1;
        Ok(())
    }

    /// Reads `true`, `false` or `null`.
    pub(crate) fn literal(&mut self) -> Result<&'t str, Failed> {
        let rest = &self.text[self.at..];
        for word in ["true", "false", "null"] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(&rest[..word.len()]);
            }
        }
        Err(self.needed("a value"))
    }

    /// Reads a number, and returns its text.
    pub(crate) fn number(&mut self) -> Result<&'t str, Failed> {
        let (start, text) = (self.at, self.text);
        if self.one_or_two_digits(u8::MAX).is_some() {
            return Ok(&text[start..self.at]);
        }
        self.eat_next(b'-');
        let leading = self.digits()?;
        if leading > 1 && self.text[self.at - leading..].starts_with('0') {
            self.at = start;
            return Err(self.syntax("a number must not begin with zero"));
        }
        let mut whole = true;
        if self.eat_next(b'.') {
            whole = false;
            self.digits()?;
        }
        if self.eat_next(b'e') || self.eat_next(b'E') {
            whole = false;
            let _signed = self.eat_next(b'+') || self.eat_next(b'-');
            self.digits()?;
        }
        self.check_number(start, whole)
    }

    fn digits(&mut self) -> Result<usize, Failed> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.needed_here("a digit"));
        }
        self.at += count;
        Ok(count)
    }

    /// Returns the number that begins at an offset. Rejects a whole number beyond 2^53 - 1, which
    /// readers with 64-bit floats would change, and a fraction that is too large for them.
    fn check_number(&mut self, start: usize, whole: bool) -> Result<&'t str, Failed> {
        let text = self.text;
        let number = &text[start..self.at];
        let exact = if whole && number.len() <= SHORT {
            true
        } else if whole {
            number.parse().is_ok_and(|n: i64| n.unsigned_abs() <= limits::INTEGER)
        } else {
            number.parse().is_ok_and(f64::is_finite)
        };
        if exact {
            return Ok(number);
        }
        self.at = start;
        let number = clip(number);
        Err(self.syntax(format!("the number {number} is too large for some JSON readers")))
    }

    /// Reads the next byte if it is this one, without skipping spaces before it.
    fn eat_next(&mut self, byte: u8) -> bool {
        let found = self.text.as_bytes().get(self.at) == Some(&byte);
        self.at += usize::from(found);
        found
    }
}

/// Returns the length of the value at the beginning of a text, if it has an end.
fn end_of_value(text: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match text.get(at)? {
            b'"' => at += length_of_string(&text[at..])?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
                continue;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => return None,
            _ if depth == 0 => {
                let ends =
                    |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t');
                at += text[at..].iter().position(ends).unwrap_or(text.len() - at);
            }
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}

/// Returns the length of the string at the beginning of a text, if it has an end.
fn length_of_string(text: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        // Most strings end within eight bytes, so eight bytes are searched at once.
        if let Some(next) = text.get(at..)?.first_chunk() {
            let next = u64::from_le_bytes(*next);
            let [quote, escape] = [b'"', b'\\'].map(|byte| first_index_of(byte, next).unwrap_or(8));
            at += quote.min(escape);
        }
        match text.get(at)? {
            b'"' => return Some(at + 1),
            // The search is on bytes, so it may pass the middle of a character.
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}
