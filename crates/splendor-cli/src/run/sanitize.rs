//! The last filter before the output: control characters become escapes.
//!
//! Names from files escape themselves when they are formatted. If one slips through all the same,
//! it cannot control a terminal: the writer escapes everything except line breaks, tabs and color
//! codes. Line breaks cannot be filtered here, because they look like ours; `Name` escapes them.

use std::borrow::Cow;
use std::io::{self, Write};

use splendor_schema::visible;

/// A writer that escapes control characters.
pub(crate) struct SanitizingWriter<W> {
    to: W,
    color: bool,
}

impl<W: Write> SanitizingWriter<W> {
    /// Returns a writer to `to`; `color` lets color codes through.
    pub(crate) const fn new(to: W, color: bool) -> Self {
        Self { to, color }
    }

    /// Returns the inner writer.
    pub(crate) const fn inner(&self) -> &W {
        &self.to
    }
}

impl<W: Write> Write for SanitizingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (text, taken) = match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), bytes.len()),
            // The buffer ends within a character: the caller writes the rest again with the next
            // buffer.
            Err(error) if error.valid_up_to() > 0 => {
                let start = &bytes[..error.valid_up_to()];
                (String::from_utf8_lossy(start), start.len())
            }
            Err(_) => (String::from_utf8_lossy(bytes), bytes.len()),
        };
        self.to.write_all(fit(&text, self.color).as_bytes())?;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Escapes control characters in a text; `color` lets color codes through.
pub(crate) fn fit(text: &str, color: bool) -> Cow<'_, str> {
    if !color || !text.contains(COLOR) {
        return visible::lines(text);
    }
    let mut parts = text.split(COLOR);
    let mut all = visible::lines(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let digits =
            part.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';');
        let begins = if digits.starts_with('m') { COLOR } else { r"\u{1b}[" };
        all += begins;
        all += &visible::lines(part);
    }
    all.into()
}

/// The beginning of a color code; numbers follow, and an `m`.
const COLOR: &str = "\u{1b}[";

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{SanitizingWriter, fit};

    #[test]
    fn only_colors_of_ours_pass() {
        let text = "a\u{1b}[1;31mb\u{1b}[0m\u{1b}[2J\u{9b}\n\tc";
        assert_eq!(fit(text, false), "a\\u{1b}[1;31mb\\u{1b}[0m\\u{1b}[2J\\u{9b}\n\tc");
        assert_eq!(fit(text, true), "a\u{1b}[1;31mb\u{1b}[0m\\u{1b}[2J\\u{9b}\n\tc");
    }

    #[test]
    fn letters_that_are_cut_come_whole() {
        let mut sink = SanitizingWriter::new(Vec::new(), false);
        let text = "é字\u{85}".as_bytes();
        let mut at = 0;
        while at < text.len() {
            let end = text.len().min(at + 4);
            at += sink.write(&text[at..end]).unwrap();
        }
        assert_eq!(sink.to, "é字\\u{85}".as_bytes());
    }
}
