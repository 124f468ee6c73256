//! Any strict JSON as a tree with places: for files of other programs, whose errors need places.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

use crate::json::error::ReadError;
use crate::json::walk::{PathStep, Place, WalkError, WalkErrorKind, walk};
use crate::limits;

/// A JSON value and its byte range in the text.
///
/// ```
/// use splendor_schema::json::tree::{Tree, Value};
///
/// let text = r#"{ "moves": [1, 2] }"#;
/// let tree = Tree::read(text, 0..text.len())?;
/// let Value::Object(members) = tree.value else { panic!("not an object") };
/// assert_eq!(members[0].key, "moves");
/// assert_eq!(&text[members[0].value.span.clone()], "[1, 2]");
/// # Ok::<(), splendor_schema::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree<'t> {
    /// The byte range of the value in the text.
    pub span: Range<usize>,
    /// The value.
    pub value: Value<'t>,
}

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as spelled in the text.
    Number(&'t str),
    /// A string, decoded.
    Text(Cow<'t, str>),
    /// A list.
    List(Vec<Tree<'t>>),
    /// An object, its members in the order of the text.
    Object(Vec<Member<'t>>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member<'t> {
    /// The key, decoded.
    pub key: Cow<'t, str>,
    /// The byte range of the key in the text, including its quotes.
    pub span: Range<usize>,
    /// The value.
    pub value: Tree<'t>,
}

impl<'t> Tree<'t> {
    /// Reads one strict JSON value that fills a part of a text, given as a byte range.
    ///
    /// Byte ranges in the tree count from the start of the whole text.
    ///
    /// # Errors
    ///
    /// Returns an error with its place in the whole text if the part is not strict JSON, is
    /// nested deeper than [`limits::DEPTH`] or has more than [`limits::VALUES`] values.
    pub fn read(text: &'t str, part: Range<usize>) -> Result<Self, ReadError> {
        let mut builder = Builder { text, start: part.start, open: vec![Vec::new()], count: 0 };
        match walk(&text[part.clone()], limits::DEPTH, |place| builder.visit(place)) {
            Ok(None) => Ok(builder.close(0).value),
            Ok(Some(error)) => Err(error.into_error(text)),
            Err(error) => {
                Err(WalkError { offset: part.start + error.offset, ..error }.into_error(text))
            }
        }
    }
}

/// Builds values from their parts. The walk reports inner values before the outer ones, so all
/// parts of a value are ready when the value itself is reported.
struct Builder<'t> {
    text: &'t str,
    /// The first byte of the part of the text that is read.
    start: usize,
    /// By depth, the values reported so far whose object or list has not ended yet.
    open: Vec<Vec<Member<'t>>>,
    /// The number of values reported so far.
    count: usize,
}

impl<'t> Builder<'t> {
    fn visit(&mut self, place: &Place<'_, 't>) -> ControlFlow<WalkError> {
        self.count += 1;
        if self.count > limits::VALUES {
            let message = format!("more values than the limit of {}", limits::VALUES);
            let offset = self.start + place.value.start;
            let pointer = crate::json::walk::pointer(place.path);
            return ControlFlow::Break(WalkError {
                kind: WalkErrorKind::TooDeep,
                message,
                offset,
                pointer,
            });
        }
        let depth = place.path.len();
        while self.open.len() <= depth + 1 {
            self.open.push(Vec::new());
        }
        let span = place.value.start + self.start..place.value.end + self.start;
        let parts = std::mem::take(&mut self.open[depth + 1]);
        let value = Tree { value: value(&self.text[span.clone()], parts), span };
        let (key, span) = match (place.path.last(), &place.key) {
            (Some(PathStep::Key(key)), Some(at)) => {
                (key.clone(), at.start + self.start..at.end + self.start)
            }
            _ => (Cow::Borrowed(""), value.span.clone()),
        };
        self.open[depth].push(Member { key, span, value });
        ControlFlow::Continue(())
    }

    /// Returns the last value of a depth.
    fn close(&mut self, depth: usize) -> Member<'t> {
        self.open[depth].pop().expect("the walk reports the whole value last")
    }
}

/// Returns the value of a text, given its parts if it is an object or a list.
fn value<'t>(text: &'t str, parts: Vec<Member<'t>>) -> Value<'t> {
    match text.as_bytes().first() {
        Some(b'{') => Value::Object(parts),
        Some(b'[') => Value::List(parts.into_iter().map(|part| part.value).collect()),
        Some(b'"') => Value::Text(decoded(text)),
        Some(b't') => Value::Bool(true),
        Some(b'f') => Value::Bool(false),
        Some(b'n') => Value::Null,
        _ => Value::Number(text),
    }
}

/// Returns a string without its quotes and escapes.
fn decoded(text: &str) -> Cow<'_, str> {
    if text.contains('\\') {
        serde_json::from_str::<String>(text).map_or(Cow::Borrowed(text), Cow::Owned)
    } else {
        Cow::Borrowed(&text[1..text.len() - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Result<Tree<'_>, ReadError> {
        Tree::read(text, 0..text.len())
    }

    #[test]
    fn values_know_their_places() {
        let text = r#" {"a": [1, "x\ny"], "b": {"c": null}} "#;
        let Ok(Tree { value: Value::Object(members), span }) = whole(text) else { panic!() };
        assert_eq!(&text[span], text.trim());
        let [a, b] = members.as_slice() else { panic!() };
        assert_eq!((&*a.key, &text[a.span.clone()]), ("a", "\"a\""));
        let Value::List(entries) = &a.value.value else { panic!() };
        assert_eq!(entries[0].value, Value::Number("1"));
        assert_eq!(entries[1].value, Value::Text("x\ny".into()));
        assert_eq!(&text[entries[1].span.clone()], r#""x\ny""#);
        let Value::Object(inner) = &b.value.value else { panic!() };
        assert_eq!((&*inner[0].key, &inner[0].value.value), ("c", &Value::Null));
    }

    #[test]
    fn a_part_is_read_at_its_place() {
        let text = "[1]\n{\"a\": tru}\n";
        let error = Tree::read(text, 4..text.len()).expect_err("`tru` is not a value");
        assert_eq!((error.line, error.column), (2, 7));
        let part = Tree::read(text, 0..3).expect("the first line is a list");
        assert_eq!(part.span, 0..3);
    }

    #[test]
    fn lax_json_is_rejected() {
        for text in ["", "{\"a\":1,\"a\":2}", "[1,]", "01", "[1] 2", "9007199254740993"] {
            assert!(whole(text).is_err(), "{text}");
        }
        let deep = "[".repeat(limits::DEPTH + 1);
        assert!(whole(&deep).is_err());
        let wide = format!("[{}0]", "0,".repeat(limits::VALUES));
        let error = whole(&wide).expect_err("there are too many values");
        assert!(error.message.contains("than the limit of"), "{error}");
    }
}
