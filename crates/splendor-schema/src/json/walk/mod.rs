//! A strict walk over JSON text that reports every value with its place.
//!
//! The typed reader is fast but knows no places. The walk is slower, so it runs only to explain an
//! error, to find the place of a finding, and to check free JSON.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};

use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::suggest::clip;
use crate::limits;

mod string;

/// The first error that the walk found.
#[derive(Debug)]
pub(crate) struct WalkError {
    pub(crate) kind: WalkErrorKind,
    pub(crate) message: String,
    pub(crate) offset: usize,
    pub(crate) pointer: String,
}

impl WalkError {
    /// Returns the error of the whole text, with its line and column.
    pub(crate) fn into_error(self, text: &str) -> ReadError {
        let kind = self.kind.into();
        ReadError::at(text, self.offset, kind, self.message, Some(self.pointer))
    }
}

impl From<WalkErrorKind> for ReadErrorKind {
    fn from(kind: WalkErrorKind) -> Self {
        match kind {
            WalkErrorKind::Syntax => Self::Syntax,
            WalkErrorKind::DuplicateKey => Self::DuplicateKey,
            WalkErrorKind::TooDeep => Self::TooLarge,
        }
    }
}

/// The kind of a [`WalkError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WalkErrorKind {
    Syntax,
    DuplicateKey,
    TooDeep,
}

/// One step of a path: from an object to a member, or from a list to an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathStep<'a> {
    Key(Cow<'a, str>),
    Index(usize),
}

/// The place of a value in the text, in bytes.
pub(crate) struct Place<'p, 'a> {
    /// The path from the whole value to this one.
    pub(crate) path: &'p [PathStep<'a>],
    /// The range of the key with its quotes, if the value is a member of an object.
    pub(crate) key: Option<Range<usize>>,
    /// The range of the value.
    pub(crate) value: Range<usize>,
}

/// Rejects text that is not one strict JSON value with at most `depth` levels of nesting.
pub(crate) fn check(text: &str, depth: usize) -> Result<(), WalkError> {
    walk(text, depth, |_| ControlFlow::<()>::Continue(())).map(|_| ())
}

/// Returns the length of the value at the beginning of a text, if it is strict JSON with at most
/// `depth` levels of nesting.
pub(crate) fn first_value(text: &str, depth: usize) -> Option<usize> {
    let visit = |_: &Place<'_, '_>| ControlFlow::<()>::Continue(());
    let mut walker = Walker { text, at: 0, depth, path: Vec::new(), keys: Vec::new(), visit };
    walker.value(None).ok()?;
    Some(walker.at)
}

/// Calls `visit` for every value, inner ones first, until it breaks.
pub(crate) fn walk<'a, B>(
    text: &'a str,
    depth: usize,
    visit: impl FnMut(&Place<'_, 'a>) -> ControlFlow<B>,
) -> Result<Option<B>, WalkError> {
    let mut walker = Walker { text, at: 0, depth, path: Vec::new(), keys: Vec::new(), visit };
    match walker.document() {
        Ok(()) => Ok(None),
        Err(Stop::Found(found)) => Ok(Some(found)),
        Err(Stop::Error(kind, message)) => {
            let pointer = pointer(&walker.path);
            Err(WalkError { kind, message, offset: walker.at, pointer })
        }
    }
}

/// Returns a path as a JSON pointer (RFC 6901).
pub(crate) fn pointer(path: &[PathStep<'_>]) -> String {
    path.iter()
        .map(|step| match step {
            PathStep::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            PathStep::Index(index) => format!("/{index}"),
        })
        .collect()
}

/// The reason to end a walk early.
enum Stop<B> {
    Found(B),
    Error(WalkErrorKind, String),
}

type Walked<T, B> = Result<T, Stop<B>>;

struct Walker<'a, F> {
    text: &'a str,
    at: usize,
    depth: usize,
    path: Vec<PathStep<'a>>,
    /// The first keys of each open object, outer objects first.
    keys: Vec<Cow<'a, str>>,
    visit: F,
}

/// Whole numbers of at most this many bytes are in range.
const SHORT: usize = 15;

/// The most keys of an object that are compared one by one. The further keys of an object are in a
/// set, so that the time stays linear.
const FEW: usize = 16;

impl<'a, B, F: FnMut(&Place<'_, 'a>) -> ControlFlow<B>> Walker<'a, F> {
    fn document(&mut self) -> Walked<(), B> {
        self.value(None)?;
        self.blanks();
        match self.peek() {
            None => Ok(()),
            Some(_) => self.syntax("unexpected text after the end of the value"),
        }
    }

    fn value(&mut self, key: Option<Range<usize>>) -> Walked<(), B> {
        self.blanks();
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.array()?,
            Some(b'"') => drop(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        }
        let place = Place { path: &self.path, key, value: start..self.at };
        match (self.visit)(&place) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(found) => Err(Stop::Found(found)),
        }
    }

    fn object(&mut self) -> Walked<(), B> {
        self.open()?;
        let (first, mut many) = (self.keys.len(), BTreeSet::new());
        let mut more = !self.closes(b'}');
        while more {
            self.member(first, &mut many)?;
            more = self.separator(b'}', "a comma or `}`")?;
        }
        self.keys.truncate(first);
        self.depth += 1;
        Ok(())
    }

    /// Walks a member of the object whose keys begin at `first`; `many` is the set of all its keys
    /// if it has more than a few.
    fn member(&mut self, first: usize, many: &mut BTreeSet<Cow<'a, str>>) -> Walked<(), B> {
        self.blanks();
        let start = self.at;
        if self.peek() != Some(b'"') {
            return self.needed("a key in quotes");
        }
        let key = self.string()?;
        let range = start..self.at;
        self.path.push(PathStep::Key(key.clone()));
        if self.has_key(first, many, key.clone()) {
            self.at = start;
            return self
                .error(WalkErrorKind::DuplicateKey, format!("duplicate key `{}`", clip(&key)));
        }
        self.blanks();
        if !self.eat(b':') {
            return self.needed("a colon");
        }
        self.value(Some(range))?;
        self.path.pop();
        Ok(())
    }

    /// Returns whether the object has a key already, and adds the key.
    fn has_key(
        &mut self,
        first: usize,
        many: &mut BTreeSet<Cow<'a, str>>,
        key: Cow<'a, str>,
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

    fn array(&mut self) -> Walked<(), B> {
        self.open()?;
        let mut index = 0;
        let mut more = !self.closes(b']');
        while more {
            self.path.push(PathStep::Index(index));
            self.value(None)?;
            self.path.pop();
            more = self.separator(b']', "a comma or `]`")?;
            index += 1;
        }
        self.depth += 1;
        Ok(())
    }

    fn open(&mut self) -> Walked<(), B> {
        if self.depth == 0 {
            let message = format!("nested deeper than the limit of {} levels", limits::DEPTH);
            return self.error(WalkErrorKind::TooDeep, message);
        }
        self.depth -= 1;
        self.at += 1;
        Ok(())
    }

    fn closes(&mut self, close: u8) -> bool {
        self.blanks();
        self.eat(close)
    }

    /// Returns whether a comma and another entry follow.
    fn separator(&mut self, close: u8, what: &str) -> Walked<bool, B> {
        if self.closes(close) {
            return Ok(false);
        }
        if !self.eat(b',') {
            return self.needed(what);
        }
        let comma = self.at - 1;
        self.blanks();
        if matches!(self.peek(), Some(b'}' | b']')) {
            // Point at the comma, which is the mistake, and not at the bracket.
            self.at = comma;
            return self.syntax("unexpected comma before the closing bracket");
        }
        Ok(true)
    }

    fn word(&mut self) -> Walked<(), B> {
        let rest = &self.text[self.at..];
        for word in ["true", "false", "null"] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(());
            }
        }
        self.needed("a value")
    }

    fn number(&mut self) -> Walked<(), B> {
        let start = self.at;
        self.eat(b'-');
        let leading = self.digits()?;
        if leading > 1 && self.text[self.at - leading..].starts_with('0') {
            self.at = start;
            return self.syntax("a number must not begin with zero");
        }
        let mut whole = true;
        if self.eat(b'.') {
            whole = false;
            self.digits()?;
        }
        if self.eat(b'e') || self.eat(b'E') {
            whole = false;
            let _signed = self.eat(b'+') || self.eat(b'-');
            self.digits()?;
        }
        self.in_range(start, whole)
    }

    fn digits(&mut self) -> Walked<usize, B> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return self.needed("a digit");
        }
        self.at += count;
        Ok(count)
    }

    /// Rejects numbers that readers with 64-bit floats would change.
    fn in_range(&mut self, start: usize, whole: bool) -> Walked<(), B> {
        let number = &self.text[start..self.at];
        let exact = if whole && number.len() <= SHORT {
            true
        } else if whole {
            number.parse().is_ok_and(|n: i64| n.unsigned_abs() <= limits::INTEGER)
        } else {
            number.parse().is_ok_and(f64::is_finite)
        };
        if exact {
            return Ok(());
        }
        let number = clip(number);
        self.at = start;
        self.syntax(&format!("the number {number} is too large for some JSON readers"))
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn needed<T>(&self, what: &str) -> Walked<T, B> {
        match self.text[self.at..].chars().next() {
            Some(found) => self.syntax(&format!(
                "expected {what}, found `{}`",
                clip(found.encode_utf8(&mut [0; 4]))
            )),
            None => self.syntax(&format!("expected {what}, found the end of the text")),
        }
    }

    fn syntax<T>(&self, message: &str) -> Walked<T, B> {
        self.error(WalkErrorKind::Syntax, message.to_owned())
    }

    #[expect(clippy::unused_self, reason = "a method like `syntax` and `needed`")]
    fn error<T>(&self, kind: WalkErrorKind, message: String) -> Walked<T, B> {
        Err(Stop::Error(kind, message))
    }
}
