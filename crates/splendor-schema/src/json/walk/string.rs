//! Reads strings: decodes escapes, rejects unpaired surrogates and control characters.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::{Place, Walked, Walker};

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
        let special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
        let length = rest.as_bytes().iter().position(special).unwrap_or(rest.len());
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
