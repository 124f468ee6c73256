//! The last filter on the program's output: nothing but text passes.
//!
//! Names are escaped where they are put into a line. If one slips through unescaped, this filter
//! still keeps it from controlling the terminal: it escapes everything except line breaks, tabs and
//! our own colors. It cannot filter line breaks, because they look like ours; `Name` escapes them.

use std::borrow::Cow;
use std::io::{self, Write};

use splendor_schema::visible;

/// A writer that sanitizes text.
pub(crate) struct Sink<W> {
    to: W,
    color: bool,
}

impl<W: Write> Sink<W> {
    /// Wraps `to`; `color` says whether our colors pass.
    pub(crate) const fn new(to: W, color: bool) -> Self {
        Self { to, color }
    }

    /// Returns the wrapped writer.
    pub(crate) const fn inner(&self) -> &W {
        &self.to
    }
}

impl<W: Write> Write for Sink<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (text, taken) = match str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), bytes.len()),
            // A character cut at the end of the buffer arrives whole in the next call.
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

/// Escapes control characters; with `color`, our colors pass.
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

/// The start of a color sequence; digits and an `m` follow.
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
