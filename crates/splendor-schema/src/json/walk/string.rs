//! Reads strings: decodes escapes, rejects unpaired surrogates and control characters.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::{Place, Walked, Walker};

/// Returns the place of the first quotation mark, backslash or control character.
///
/// The search takes eight bytes at once: most strings of a log are no longer.
fn first_special(text: &[u8]) -> Option<usize> {
    let (words, rest) = text.as_chunks();
    for (index, word) in words.iter().enumerate() {
        if let Some(place) = first_special_of_word(*word) {
            return Some(8 * index + place);
        }
    }
    let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    let place = rest.iter().position(special)?;
    Some(8 * words.len() + place)
}

/// Returns the place of the first such byte among eight, without a loop.
///
/// Subtracting `n` from every byte sets the highest bit of each byte below `n`. A borrow from such
/// a byte changes only bytes after it, so the first bit that is set is right.
const fn first_special_of_word(word: [u8; 8]) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);
    const fn below(word: u64, n: u64) -> u64 {
        word.wrapping_sub(ONES * n) & !word & HIGHEST
    }
    let word = u64::from_le_bytes(word);
    let quotes = below(word ^ (ONES * b'"' as u64), 1);
    let backslashes = below(word ^ (ONES * b'\\' as u64), 1);
    let found = quotes | backslashes | below(word, 0x20);
    if found == 0 { None } else { Some(found.trailing_zeros() as usize / 8) }
}

impl<'a, B, F: FnMut(&Place<'_, 'a>) -> ControlFlow<B>> Walker<'a, F> {
    /// Reads the string that begins at this byte and returns it decoded.
    pub(super) fn string(&mut self) -> Walked<Cow<'a, str>, B> {
        self.at += 1;
        let mut decoded = Cow::Borrowed("");
        loop {
            let plain = self.plain();
            if decoded.is_empty() {
                decoded = Cow::Borrowed(plain);
            } else {
                decoded.to_mut().push_str(plain);
            }
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(decoded);
                }
                Some(b'\\') => decoded.to_mut().push(self.escape()?),
                Some(_) => return self.syntax("unescaped control character in a string"),
                None => return self.syntax("the text ends inside a string"),
            }
        }
    }

    /// Reads on to the next quotation mark, backslash or control character.
    fn plain(&mut self) -> &'a str {
        let text = self.text;
        let rest = &text[self.at..];
        let length = first_special(rest.as_bytes()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn escape(&mut self) -> Walked<char, B> {
        let start = self.at;
        self.at += 1;
        let letter = self.peek();
        self.at += 1;
        Ok(match letter {
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return self.bad(start, "invalid escape in a string"),
        })
    }

    /// Reads `\uXXXX`, or two of them that form a surrogate pair.
    fn unicode(&mut self, start: usize) -> Walked<char, B> {
        let first = self.hex(start)?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            units.push(self.hex(start)?);
        }
        let text = String::from_utf16(&units).unwrap_or_default();
        text.chars().next().map_or_else(|| self.bad(start, "unpaired surrogate in a string"), Ok)
    }

    fn hex(&mut self, start: usize) -> Walked<u16, B> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("none");
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return self.bad(start, "`\\u` without four hexadecimal digits");
        }
        self.at += 4;
        Ok(u16::from_str_radix(digits, 16).unwrap_or_default())
    }

    fn bad<T>(&mut self, start: usize, what: &str) -> Walked<T, B> {
        self.at = start;
        self.syntax(what)
    }
}

#[cfg(test)]
mod tests {
    use super::first_special;

    /// The search by words agrees with a search by bytes.
    #[test]
    fn special_bytes_are_found() {
        let bytes = [0x00, 0x1f, b' ', b'!', b'"', b'#', b'[', b'\\', b']', 0x7f, 0x80, 0xa2, 0xff];
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
        for (length, at) in (0..20).flat_map(|length| (0..length).map(move |at| (length, at))) {
            for (one, other) in bytes.iter().flat_map(|one| bytes.map(|other| (*one, other))) {
                let mut text = vec![b'a'; length];
                text[at] = one;
                text[length - 1 - at] = other;
                assert_eq!(first_special(&text), text.iter().position(special), "{text:?}");
            }
        }
    }
}
