//! Where text leaves the program: the last place that lets nothing through but text.
//!
//! Names show themselves fit for a line wherever they are put into one. What slips through all the
//! same still cannot speak to a terminal: here all but line breaks, tabs and our own colors becomes
//! an escape. Only a line break could not be told from ours, so that is seen to where it is told.

use std::borrow::Cow;
use std::io::{self, Write};

use splendor_schema::visible;

/// A writer of text.
pub(crate) struct Sink<W> {
    to: W,
    color: bool,
}

impl<W: Write> Sink<W> {
    /// Writes to `to`; `color` says whether colors are ours.
    pub(crate) const fn new(to: W, color: bool) -> Self {
        Self { to, color }
    }

    /// What is written to.
    pub(crate) const fn inner(&self) -> &W {
        &self.to
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (text, taken) = match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), bytes.len()),
            // A letter that is cut comes whole the next time.
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

/// Returns a text without what is none; `color` lets colors through.
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

/// What a color begins with; numbers follow, and an `m`.
const COLOR: &str = "\u{1b}[";

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::{Sink, fit};

    #[test]
    fn only_colors_of_ours_pass() {
        let text = "a\u{1b}[1;31mb\u{1b}[0m\u{1b}[2J\u{9b}\n\tc";
        assert_eq!(fit(text, false), "a\\u{1b}[1;31mb\\u{1b}[0m\\u{1b}[2J\\u{9b}\n\tc");
        assert_eq!(fit(text, true), "a\u{1b}[1;31mb\u{1b}[0m\\u{1b}[2J\\u{9b}\n\tc");
    }

    #[test]
    fn letters_that_are_cut_come_whole() {
        let mut sink = Sink::new(Vec::new(), false);
        let text = "é字\u{85}".as_bytes();
        let mut at = 0;
        while at < text.len() {
            let end = text.len().min(at + 4);
            at += sink.write(&text[at..end]).unwrap();
        }
        assert_eq!(sink.to, "é字\\u{85}".as_bytes());
    }
}
