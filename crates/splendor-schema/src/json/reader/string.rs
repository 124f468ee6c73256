//! Reads strings: decodes escapes, rejects unpaired surrogates and control characters.

use std::borrow::Cow;

use super::{Failed, Reader};

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

impl<'t> Reader<'t> {
    /// Reads the string that begins at this byte and returns it decoded.
    pub(crate) fn string(&mut self) -> Result<Cow<'t, str>, Failed> {
        self.at += 1;
        let plain = self.plain();
        if self.next_byte() == Some(b'"') {
            self.at += 1;
            return Ok(Cow::Borrowed(plain));
        }
        self.rest_of_string(plain.to_owned()).map(Cow::Owned)
    }

    /// Reads the rest of a string that has an escape, after the text that is decoded.
    #[cold]
    fn rest_of_string(&mut self, mut decoded: String) -> Result<String, Failed> {
        loop {
            match self.next_byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(decoded);
                }
                Some(b'\\') => {
                    decoded.push(self.escape()?);
                    decoded.push_str(self.plain());
                }
                Some(_) => return Err(self.syntax("unescaped control character in a string")),
                None => return Err(self.syntax("the text ends inside a string")),
            }
        }
    }

    /// Reads on to the next quotation mark, backslash or control character.
    fn plain(&mut self) -> &'t str {
        let text = self.text;
        let rest = &text[self.at..];
        let length = first_special(rest.as_bytes()).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn escape(&mut self) -> Result<char, Failed> {
        let start = self.at;
        self.at += 1;
        let letter = self.next_byte();
        self.at += 1;
        Ok(match letter {
            Some(plain @ (b'"' | b'\\' | b'/')) => char::from(plain),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(self.syntax_at(start, "invalid escape in a string")),
        })
    }

    /// Reads `\uXXXX`, or two of them that form a surrogate pair.
    fn unicode(&mut self, start: usize) -> Result<char, Failed> {
        let first = self.hex(start)?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            units.push(self.hex(start)?);
        }
        let text = String::from_utf16(&units).unwrap_or_default();
        let unpaired = "unpaired surrogate in a string";
        text.chars().next().ok_or_else(|| self.syntax_at(start, unpaired))
    }

    fn hex(&mut self, start: usize) -> Result<u16, Failed> {
        // The fallback has a letter that is no hexadecimal digit.
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("none");
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.syntax_at(start, "`\\u` without four hexadecimal digits"));
        }
        self.at += 4;
        Ok(u16::from_str_radix(digits, 16).unwrap_or_default())
    }

    fn next_byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    #[cold]
    fn syntax_at(&mut self, start: usize, message: &str) -> Failed {
        self.at = start;
        self.syntax(message)
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
