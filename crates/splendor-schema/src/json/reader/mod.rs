//! A pull parser for JSON: it reads the values of a text one after the other, and knows the place
//! of each.
//!
//! Whoever reads a value says what it should be, like [`Reader::list`] or [`Reader::small_number`].
//! At the first error every method returns [`Failed`], and the reader keeps the error. While the
//! methods return, each adds the key or the index that it was reading, so that the error gets its
//! path and correct text costs nothing for it.
//!
//! The text between quotation marks is almost always a short word without an escape, and a number
//! has almost always one or two digits. Such values are read in a few steps (`leaf`); every other
//! spelling is read by the rules of JSON (`any`, `string`).

mod any;
mod leaf;
mod string;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use leaf::within;

use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::path::{Segment, pointer};
use crate::json::suggest::{clip, unknown_name};
use crate::json::word::Word;
use crate::limits;

/// The most levels that any JSON may open in a file that is read as such. Objects and lists of a
/// format are bounded by their types, so they are not counted.
const DOCUMENT_DEPTH: usize = limits::DEPTH + 8;

/// A text, and the place in it from which the methods read on.
#[derive(Debug)]
pub(crate) struct Reader<'t> {
    text: &'t str,
    /// The offset from which the reader reads.
    first: usize,
    /// The offset of the next byte. It is always at the border of a character: each method stops
    /// beside an ASCII byte or at the end of the text. An invalid escape may pass a border, but
    /// then the method fails and goes back.
    at: usize,
    /// The offset of the key that was read last. An object inside of the value overwrites it.
    key: usize,
    /// The levels of nesting that may still be opened.
    depth: usize,
    /// The keys of the open objects whose keys may be any, outer objects first.
    keys: Vec<Cow<'t, str>>,
    /// The places of the turns, after a log was read.
    pub(crate) turn_places: TurnPlaces,
    error: Option<Box<Problem>>,
}

/// The places of the turns in the text of a log. They save a search through the turns.
#[derive(Clone, Debug, Default)]
pub struct TurnPlaces {
    /// The list of turns.
    pub(crate) list: Range<usize>,
    /// The first byte of each turn.
    pub(crate) starts: Vec<usize>,
}

impl TurnPlaces {
    /// No places: the text is no log, or is not read yet.
    pub(crate) const NONE: Self = Self { list: 0..0, starts: Vec::new() };
}

/// The sign that a reader met an error, or was stopped. The reader keeps the error.
#[derive(Debug)]
pub(crate) struct Failed(());

/// A type that a file can hold.
pub(crate) trait FromJson: Sized {
    /// Reads the next value.
    ///
    /// # Errors
    ///
    /// [`Failed`] if the value is none of this type.
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed>;
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        T::from_json(from).map(Box::new)
    }
}

impl FromJson for bool {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.bool()
    }
}

/// An error and its place.
#[derive(Debug)]
struct Problem {
    kind: ReadErrorKind,
    message: String,
    offset: usize,
    /// Whether the error belongs to what is around the key or the entry that was to be read.
    is_around: bool,
    /// The way from the innermost value out.
    way: Vec<Inside>,
}

/// What a value is inside of.
#[derive(Debug)]
enum Inside {
    /// A member of an object: the first byte of its key.
    Key(usize),
    /// An entry of a list.
    Index(usize),
}

impl<'t> Reader<'t> {
    /// Starts at the first byte of a text.
    pub(crate) const fn new(text: &'t str) -> Self {
        Self::starting_at(text, 0)
    }

    /// Starts at a byte of a text, at which a value begins.
    pub(crate) const fn starting_at(text: &'t str, at: usize) -> Self {
        Self {
            text,
            first: at,
            at,
            key: at,
            depth: DOCUMENT_DEPTH,
            keys: Vec::new(),
            turn_places: TurnPlaces::NONE,
            error: None,
        }
    }

    /// Allows this many levels of nesting in the values that `read` reads.
    pub(crate) fn with_levels<T>(
        &mut self,
        levels: usize,
        read: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let before = std::mem::replace(&mut self.depth, levels);
        let value = read(self);
        self.depth = before;
        value
    }

    /// Reads a value inside of one of the same type. `too_many` is the message if no level is left.
    pub(crate) fn nested<T>(
        &mut self,
        too_many: impl FnOnce() -> String,
        read: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        if let Some(levels) = self.depth.checked_sub(1) {
            return self.with_levels(levels, read);
        }
        let start = self.place();
        Err(self.misshapen(start, too_many()))
    }

    /// Moves past this many bytes, which the caller knows.
    pub(crate) const fn move_by(&mut self, length: usize) {
        self.at += length;
    }

    /// Reads on at another byte, at which a value begins or after which one ended.
    pub(crate) const fn move_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the place after the last byte that was read.
    pub(crate) const fn read_to(&self) -> usize {
        self.at
    }

    /// Returns the whole text.
    pub(crate) const fn whole_text(&self) -> &'t str {
        self.text
    }

    /// Returns the offset of the next byte that is not whitespace.
    pub(crate) fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// Returns the number of bytes that are not read.
    pub(crate) const fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Skips whitespace, and returns the next byte without reading it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        match *self.text.as_bytes().get(self.at)? {
            // All whitespace of JSON comes before this byte.
            byte @ b'!'.. => Some(byte),
            _ => self.peek_after_space(),
        }
    }

    /// Skips whitespace, of which many logs have none.
    #[cold]
    fn peek_after_space(&mut self) -> Option<u8> {
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }

    /// Skips whitespace, reads the next byte if it is this one, and returns whether it is.
    #[inline]
    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Reads this text if it comes next, without whitespace before it, and returns whether it does.
    ///
    /// The text is compared in one step. A key with its quotes and its colon is such a text: the
    /// caller tries the key that most programs write at this place, and nothing is lost if another
    /// one comes.
    #[expect(clippy::inline_always, reason = "one comparison with a constant")]
    #[inline(always)]
    pub(crate) fn eat_text(&mut self, text: &'static str) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let found = rest.starts_with(text.as_bytes());
        if found {
            self.at += text.len();
        }
        found
    }

    /// Reads the end of the text, after whitespace.
    ///
    /// # Errors
    ///
    /// [`Failed`] if anything but whitespace is left.
    pub(crate) fn end(&mut self) -> Result<(), Failed> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.syntax("unexpected text after the end of the value")),
        }
    }

    /// Reads the bracket that begins an object, and returns its offset. `what` names the object for
    /// an error, like "a log" or "`after`".
    #[inline]
    pub(crate) fn start_of_object(&mut self, what: &str) -> Result<usize, Failed> {
        let start = self.place();
        if !self.eat(b'{') {
            return Err(self.expected(format_args!("an object ({what})")));
        }
        Ok(start)
    }

    /// Reads the rest of an object from a key on, and calls `member` to read the value of each key.
    ///
    /// `member` rejects keys that come twice, by [`Reader::fill`], and unknown ones, by
    /// [`Reader::unknown_key`].
    #[inline]
    pub(crate) fn members_from_key(
        &mut self,
        mut member: impl FnMut(&mut Self, Word) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        loop {
            self.member(&mut member)?;
            if !self.has_another(b'}')? {
                return Ok(());
            }
        }
    }

    /// Reads a key and its value.
    #[inline]
    fn member(
        &mut self,
        member: &mut impl FnMut(&mut Self, Word) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        self.value_of_key(|reader| {
            let key = reader.key()?;
            reader.colon()?;
            member(reader, key)
        })
    }

    /// Reads a key if it comes next, calls `value` to read its value, and returns whether it came.
    /// `key` is the key in quotes and the colon, as most programs write it.
    #[expect(clippy::inline_always, reason = "one comparison with a constant, and the value")]
    #[inline(always)]
    pub(crate) fn value_of(
        &mut self,
        key: &'static str,
        value: impl FnOnce(&mut Self) -> Result<(), Failed>,
    ) -> Result<bool, Failed> {
        let start = self.at;
        if !self.eat_text(key) {
            return Ok(false);
        }
        value(self).map_err(|failed| self.inside(failed, Inside::Key(start)))?;
        Ok(true)
    }

    /// Calls `member` to read the next key of an object and its value.
    #[inline]
    pub(crate) fn value_of_key(
        &mut self,
        member: impl FnOnce(&mut Self) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let start = self.place();
        self.key = start;
        member(self).map_err(|failed| self.inside(failed, Inside::Key(start)))
    }

    /// Reads the next key by the rules of JSON in [`Reader::value_of_key`], without the colon after
    /// it. An error is not inside of the key.
    pub(crate) fn key_text(&mut self) -> Result<Cow<'t, str>, Failed> {
        let key = match self.peek() {
            Some(b'"') => self.string(),
            _ => Err(self.needed("a key in quotes")),
        };
        key.map_err(|failed| self.around(failed))
    }

    /// Reads the colon after a key.
    #[inline]
    pub(crate) fn colon(&mut self) -> Result<(), Failed> {
        if self.eat(b':') { Ok(()) } else { Err(self.needed_colon()) }
    }

    /// Reads a comma and returns `true`, or reads the closing bracket and returns `false`.
    #[inline]
    pub(crate) fn has_another(&mut self, close: u8) -> Result<bool, Failed> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.needed_after_value(close)),
        }
    }

    /// Reads a list of at most `max` entries, and calls `entry` to read each. `what` names the list
    /// for an error. Calls `entry` once more before it rejects a longer list.
    #[inline]
    pub(crate) fn list(
        &mut self,
        what: &str,
        max: usize,
        mut entry: impl FnMut(&mut Self) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        if !self.eat(b'[') {
            return Err(self.expected(what));
        }
        if self.eat(b']') {
            return Ok(());
        }
        for index in 0..max {
            entry(self).map_err(|failed| self.inside(failed, Inside::Index(index)))?;
            if !self.has_another(b']')? {
                return Ok(());
            }
        }
        let start = self.place();
        let last = entry(self).and_then(|()| Err(self.too_long(start, max)));
        last.map_err(|failed| self.inside(failed, Inside::Index(max)))
    }

    /// Reads a list of at most `max` entries into a vector.
    #[inline]
    pub(crate) fn vec<T>(
        &mut self,
        max: usize,
        mut entry: impl FnMut(&mut Self) -> Result<T, Failed>,
    ) -> Result<Vec<T>, Failed> {
        // The longest list of most logs is the deck of level 1, of at most 40 cards.
        let mut all = Vec::with_capacity(max.min(40));
        self.list("a list", max, |reader| {
            all.push(entry(reader)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Reads the value of a key into its slot; a second value of the same key is an error.
    #[inline]
    pub(crate) fn fill<T>(
        &mut self,
        slot: &mut Option<T>,
        value: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<(), Failed> {
        if slot.is_some() {
            return Err(self.duplicate_key());
        }
        *slot = Some(value(self)?);
        Ok(())
    }
}

/// Errors.
impl Reader<'_> {
    /// Notes an error at a byte.
    #[cold]
    pub(crate) fn fail(&mut self, offset: usize, kind: ReadErrorKind, message: String) -> Failed {
        let way = Vec::new();
        self.error = Some(Box::new(Problem { kind, message, offset, is_around: false, way }));
        Failed(())
    }

    /// Notes that a value that begins at a byte is not one of the format.
    #[cold]
    pub(crate) fn misshapen(&mut self, start: usize, message: impl Into<String>) -> Failed {
        self.fail(start, ReadErrorKind::Shape, message.into())
    }

    /// Notes that the text is no JSON at the next byte.
    #[cold]
    fn syntax(&mut self, message: impl Into<String>) -> Failed {
        self.fail(self.at, ReadErrorKind::Syntax, message.into())
    }

    /// Notes that something else stands at the next byte.
    #[cold]
    fn needed(&mut self, what: &str) -> Failed {
        self.peek();
        self.needed_here(what)
    }

    /// Notes that something else stands at the next byte, even if that is a space.
    #[cold]
    fn needed_here(&mut self, what: &str) -> Failed {
        let before = self.text[self.first..self.at].trim_end_matches([' ', '\n', '\t', '\r']);
        if before.ends_with(',') && self.text[self.at..].starts_with([']', '}']) {
            // The comma is the mistake, and not the bracket.
            self.at = self.first + before.len() - 1;
            let failed = self.syntax("unexpected comma before the closing bracket");
            return self.around(failed);
        }
        let found = match self.text[self.at..].chars().next() {
            Some(found) => format!("`{}`", clip(found.encode_utf8(&mut [0; 4]))),
            None => "the end of the text".to_owned(),
        };
        self.syntax(format!("expected {what}, found {found}"))
    }

    #[cold]
    fn needed_after_value(&mut self, close: u8) -> Failed {
        self.needed(if close == b'}' { "a comma or `}`" } else { "a comma or `]`" })
    }

    /// Notes that the next value is of another type.
    #[cold]
    pub(crate) fn expected(&mut self, what: impl std::fmt::Display) -> Failed {
        let start = self.place();
        let found = match self.peek() {
            Some(b'{') => Ok("an object".to_owned()),
            Some(b'[') => Ok("a list".to_owned()),
            Some(b'"') => {
                self.string().map(|text| format!("the string {}", clip(&format!("{text:?}"))))
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number().map(|number| format!("the number `{}`", clip(number)))
            }
            _ => self.literal().map(|word| match word {
                "null" => word.to_owned(),
                _ => format!("`{word}`"),
            }),
        };
        match found {
            Ok(found) => self.misshapen(start, format!("expected {what}, found {found}")),
            Err(failed) => failed,
        }
    }

    /// Notes that the last key is none of those that the object has.
    #[cold]
    pub(crate) fn unknown_key(&mut self, what: &str, known: &[&str]) -> Failed {
        self.at = self.key;
        match self.string() {
            Ok(key) => self.misshapen(self.key, unknown_name(what, &key, known)),
            Err(failed) => self.around(failed),
        }
    }

    /// Notes that no colon stands after the last key, or that the key is no string.
    #[cold]
    fn needed_colon(&mut self) -> Failed {
        self.at = self.key;
        match self.string() {
            Ok(_) => self.needed("a colon"),
            Err(failed) => self.around(failed),
        }
    }

    /// Notes that the object has the last key twice.
    #[cold]
    pub(crate) fn duplicate_key(&mut self) -> Failed {
        let message = format!("duplicate key `{}`", clip(&key_at(self.text, self.key)));
        self.fail(self.key, ReadErrorKind::DuplicateKey, message)
    }

    /// Notes that the object cannot have the last key.
    #[cold]
    pub(crate) fn unfit_key(&mut self, message: impl Into<String>) -> Failed {
        self.misshapen(self.key, message)
    }

    /// Notes that an object, which begins at a byte, lacks a field.
    #[cold]
    pub(crate) fn missing(&mut self, start: usize, what: &str, field: &str) -> Failed {
        self.misshapen(start, format!("{what} needs the field `{field}`"))
    }

    /// Notes that any JSON opens too many levels.
    #[cold]
    fn too_deep(&mut self) -> Failed {
        let message = format!("nested deeper than the limit of {} levels", limits::DEPTH);
        self.fail(self.at, ReadErrorKind::TooLarge, message)
    }

    #[cold]
    fn too_long(&mut self, start: usize, max: usize) -> Failed {
        self.misshapen(start, format!("a list with more entries than the limit of {max}"))
    }

    /// Ends a read early: the caller needs no more of the text, and reports no error.
    #[cold]
    pub(crate) fn stop(&mut self) -> Failed {
        self.syntax("stopped")
    }

    /// Notes that the error belongs to what is around the key or the entry that was to be read.
    #[cold]
    fn around(&mut self, failed: Failed) -> Failed {
        self.error.iter_mut().for_each(|error| error.is_around = true);
        failed
    }

    /// Adds to the path of the error.
    #[cold]
    fn inside(&mut self, failed: Failed, inside: Inside) -> Failed {
        if let Some(error) = &mut self.error
            && !std::mem::take(&mut error.is_around)
        {
            error.way.push(inside);
        }
        failed
    }

    /// Returns the error, after a method of this reader returned [`Failed`].
    pub(crate) fn into_error(self, _: Failed) -> ReadError {
        let error = self.error.expect("a reader that failed keeps its error");
        let steps = error.way.iter().rev().map(|inside| match *inside {
            Inside::Key(start) => Segment::Key(key_at(self.text, start)),
            Inside::Index(index) => Segment::Index(index),
        });
        let path = pointer(&steps.collect::<Vec<_>>());
        ReadError::at(self.text, error.offset, error.kind, error.message, Some(path))
    }
}

/// Returns the key that begins at a byte of a text, decoded.
fn key_at(text: &str, start: usize) -> Cow<'_, str> {
    Reader::starting_at(text, start).text("a key").unwrap_or_default()
}
