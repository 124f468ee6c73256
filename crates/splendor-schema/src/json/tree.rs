//! Any strict JSON as a tree with places: for files of other programs, whose errors need places.

use std::borrow::Cow;
use std::ops::Range;

use crate::json::error::{ReadError, ReadErrorKind};
use crate::json::reader::{Failed, Reader};
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
    ///
    /// # Panics
    ///
    /// Panics if the part is outside of the text, or begins or ends within a character.
    pub fn read(text: &'t str, part: Range<usize>) -> Result<Self, ReadError> {
        let before_the_end = &text[..part.end];
        let mut reader = Reader::starting_at(before_the_end, part.start);
        let mut left = limits::VALUES;
        let tree = reader.with_levels(limits::DEPTH, |reader| read(reader, &mut left));
        let tree = tree.and_then(|tree| reader.end().map(|()| tree));
        tree.map_err(|failed| reader.into_error(failed))
    }
}

/// Reads a value, and subtracts the values in it from those that are `left`.
fn read<'t>(reader: &mut Reader<'t>, left: &mut usize) -> Result<Tree<'t>, Failed> {
    let start = reader.place();
    let value = match reader.peek() {
        Some(b'{') => {
            let mut members = Vec::new();
            reader.members("an object", |reader, key| {
                let value = read(reader, left)?;
                members.push(Member { key: key.text, span: key.span, value });
                Ok(())
            })?;
            Value::Object(members)
        }
        Some(b'[') => {
            let mut entries = Vec::new();
            reader.entries(|reader, _| {
                entries.push(read(reader, left)?);
                Ok(())
            })?;
            Value::List(entries)
        }
        Some(b'"') => Value::Text(reader.string()?),
        Some(b'-' | b'0'..=b'9') => Value::Number(reader.number()?),
        _ => match reader.literal()? {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => Value::Null,
        },
    };
    let Some(fewer) = left.checked_sub(1) else {
        let message = format!("more values than the limit of {}", limits::VALUES);
        return Err(reader.fail(start, ReadErrorKind::TooLarge, message));
    };
    *left = fewer;
    Ok(Tree { span: start..reader.read_to(), value })
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
