//! The text of a document, and the places in it as a client counts them.

use std::ops;

use crate::protocol::{Position, Range};

/// How a client counts the characters of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// In bytes of UTF-8.
    Utf8,
    /// In units of UTF-16, as every client can.
    Utf16,
}

impl Encoding {
    /// Returns how many units a text has.
    fn units(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }

    /// Returns how many bytes of a line the first units have. A place within a character is before
    /// it, and a place beyond the end is the end.
    fn bytes(self, line: &str, units: usize) -> usize {
        if self == Self::Utf8 {
            return line.floor_char_boundary(units.min(line.len()));
        }
        let mut left = units;
        for (at, character) in line.char_indices() {
            if left < character.len_utf16() {
                return at;
            }
            left -= character.len_utf16();
        }
        line.len()
    }
}

/// A text with the beginnings of its lines.
///
/// Lines end with a line feed, as in reports. The protocol also knows a carriage return alone as
/// the end of a line, but editors never send one: those that know it replace it when they open a
/// file.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    content: String,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Text {
    pub(crate) fn new(text: String, encoding: Encoding) -> Self {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { content: text, starts, encoding }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.content
    }

    /// Returns the byte at which a line begins, counted from 0; the end of the text if there is no
    /// such line.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.starts.get(line).copied().unwrap_or(self.content.len())
    }

    /// Returns a line, counted from 0, without its line feed.
    fn line(&self, line: usize) -> &str {
        let text = &self.content[self.line_start(line)..self.line_start(line.saturating_add(1))];
        text.strip_suffix('\n').unwrap_or(text)
    }

    /// Returns the byte of a place. A place beyond the end of its line is the end of the line.
    pub(crate) fn offset(&self, place: Position) -> usize {
        let line = place.line as usize;
        self.line_start(line) + self.encoding.bytes(self.line(line), place.character as usize)
    }

    /// Returns the place of a byte.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let offset = self.content.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let units = self.encoding.units(&self.content[self.starts[line]..offset]);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position { line: number(line), character: number(units) }
    }

    /// Returns the places of the ends of a range of bytes.
    pub(crate) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range { start: self.position(bytes.start), end: self.position(bytes.end) }
    }

    /// Returns the byte of a place in a report: the line and the character in it, both from 1.
    pub(crate) fn offset_of_character(&self, line: u64, column: u64) -> usize {
        let from_0 = |number: u64| usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
        let (line, column) = (from_0(line), from_0(column));
        let text = self.line(line);
        let before = text.char_indices().nth(column).map_or(text.len(), |(at, _)| at);
        self.line_start(line) + before
    }

    /// Returns the text after a change of a part, or of the whole.
    pub(crate) fn changed(mut self, range: Option<Range>, new: &str) -> Self {
        let Some(range) = range else { return Self::new(new.to_owned(), self.encoding) };
        let start = self.offset(range.start);
        // A client that swaps the ends gets an insertion, not a panic.
        let end = self.offset(range.end).max(start);
        self.content.replace_range(start..end, new);
        // Only these lines are looked for again: one message can have many changes.
        let first = self.starts.partition_point(|line| *line <= start);
        let after = self.starts.partition_point(|line| *line <= end);
        for line in &mut self.starts[after..] {
            *line = *line - end + start + new.len();
        }
        let breaks = new.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        self.starts.splice(first..after, breaks.map(|(at, _)| start + at + 1));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{\n  \"Zoë 🂡\": 1,\r\n}";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn every_place_leads_to_its_byte_and_back() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let text = Text::new(TEXT.to_owned(), encoding);
            for byte in TEXT.char_indices().map(|(byte, _)| byte) {
                assert_eq!(text.offset(text.position(byte)), byte, "{encoding:?}");
            }
        }
    }

    #[test]
    fn an_encoding_counts_its_units() {
        let after = TEXT.find(": 1").expect("the key ends");
        let place = |encoding| Text::new(TEXT.to_owned(), encoding).position(after);
        assert_eq!(place(Encoding::Utf8), at(1, 13));
        assert_eq!(place(Encoding::Utf16), at(1, 10));
        assert_eq!(Text::new(TEXT.to_owned(), Encoding::Utf8).offset_of_character(2, 10), after);
    }

    #[test]
    fn places_that_are_not_in_the_text_are_moved_into_it() {
        let text = Text::new(TEXT.to_owned(), Encoding::Utf16);
        let ends = [at(0, 9), at(1, 99), at(7, 0), at(u32::MAX, u32::MAX)];
        let line = TEXT.find("\n}").expect("a line break");
        assert_eq!(ends.map(|end| text.offset(end)), [1, line, TEXT.len(), TEXT.len()]);
        // Inside the card, which has two units.
        assert_eq!(text.offset(at(1, 8)), TEXT.find('🂡').expect("a card"));
        assert_eq!(text.position(TEXT.len() + 5), at(2, 1));
        assert_eq!(text.offset_of_character(u64::MAX, u64::MAX), TEXT.len());
        assert_eq!(text.offset_of_character(0, 0), 0);
    }

    #[test]
    fn a_change_replaces_a_part() {
        let text = Text::new("añb\nc".to_owned(), Encoding::Utf16);
        let range = |start, end| Some(Range { start, end });
        let text = text.changed(range(at(0, 1), at(0, 2)), "\n");
        assert_eq!((text.as_str(), text.position(2)), ("a\nb\nc", at(1, 0)));
        let text = text.changed(range(at(2, 0), at(1, 0)), "x");
        assert_eq!(text.as_str(), "a\nb\nxc");
        assert_eq!(text.changed(None, "new").as_str(), "new");
    }

    #[test]
    fn a_change_finds_the_lines_of_the_new_text() {
        for (start, end) in (0..8).flat_map(|start| (start..8).map(move |end| (start, end))) {
            for new in ["", "x", "\n", "\n\nx", "x\n"] {
                let text = Text::new("\na\nb\n\nc".to_owned(), Encoding::Utf8);
                let text = text.clone().changed(Some(text.range(start..end)), new);
                let again = Text::new(text.content.clone(), Encoding::Utf8);
                assert_eq!(text.starts, again.starts, "{start}..{end} {new:?}");
            }
        }
    }
}
