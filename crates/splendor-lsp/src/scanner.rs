//! Reads JSON token by token, also where it is incomplete, as while somebody types.
//!
//! The readers of `splendor-schema` stop at the first error. A cursor is often at such an error,
//! and only the text before it counts.

use std::ops::Range;

/// One segment of a path: from a list or an object to a value in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    Key(String),
    Index(usize),
}

impl Segment {
    /// Returns the key of a member.
    pub(crate) fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Index(_) => None,
        }
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `{` or `[`.
    Open,
    /// `}` or `]`.
    Close,
    /// A comma or a colon.
    Separator,
    /// The key of a member.
    Key,
    /// A string that is a value.
    String,
    /// A number, a word, or other characters.
    Other,
}

/// A token and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) range: Range<usize>,
    /// Whether a string ends with a quote; other tokens are always closed.
    pub(crate) closed: bool,
}

/// What the grammar wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Key,
    Colon,
    Value,
    Comma,
}

/// A list or an object that is open.
#[derive(Clone, Debug)]
pub(crate) struct Container {
    is_object: bool,
    /// The byte of its bracket.
    pub(crate) start: usize,
    key: String,
    index: usize,
    pub(crate) expected: Expected,
}

/// Reads the tokens of a text.
#[derive(Clone, Debug)]
pub(crate) struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The lists and objects around the place, the outermost first.
    pub(crate) open: Vec<Container>,
}

impl<'t> Scanner<'t> {
    pub(crate) const fn new(text: &'t str) -> Self {
        Self { text, at: 0, open: Vec::new() }
    }

    /// Returns the path to the value that was read last, or that is next.
    pub(crate) fn path(&self) -> Vec<Segment> {
        let segment = |container: &Container| {
            if container.is_object {
                Segment::Key(container.key.clone())
            } else {
                Segment::Index(container.index)
            }
        };
        self.open.iter().map(segment).collect()
    }

    /// Returns the range of the next token, without reading it.
    pub(crate) fn peek(&self) -> Option<(Range<usize>, bool)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.find(|letter: char| !letter.is_ascii_whitespace())?;
        let token = &self.text[start..];
        let (length, closed) = match token.as_bytes()[0] {
            b'{' | b'}' | b'[' | b']' | b',' | b':' => (1, true),
            b'"' => string_length(token),
            _ => (token.find(ends_word).unwrap_or(token.len()), true),
        };
        Some((start..start + length, closed))
    }

    /// Notes that a value ended.
    fn value_ended(&mut self) {
        if let Some(around) = self.open.last_mut() {
            around.expected = Expected::Comma;
        }
    }

    fn separated(&mut self, separator: u8) {
        let Some(around) = self.open.last_mut() else { return };
        if separator == b':' {
            around.expected = Expected::Value;
        } else if around.is_object {
            around.expected = Expected::Key;
            around.key.clear();
        } else {
            around.expected = Expected::Value;
            around.index += 1;
        }
    }

    fn string(&mut self, range: &Range<usize>) -> Kind {
        match self.open.last_mut() {
            Some(around) if around.is_object && around.expected == Expected::Key => {
                around.key = unquoted(&self.text[range.clone()]);
                around.expected = Expected::Colon;
                Kind::Key
            }
            _ => {
                self.value_ended();
                Kind::String
            }
        }
    }
}

impl Iterator for Scanner<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let (range, closed) = self.peek()?;
        self.at = range.end;
        let first = self.text.as_bytes()[range.start];
        let kind = match first {
            b'{' | b'[' => {
                let is_object = first == b'{';
                let expected = if is_object { Expected::Key } else { Expected::Value };
                let (key, start) = (String::new(), range.start);
                self.open.push(Container { is_object, start, key, index: 0, expected });
                Kind::Open
            }
            b'}' | b']' => {
                self.open.pop();
                self.value_ended();
                Kind::Close
            }
            b',' | b':' => {
                self.separated(first);
                Kind::Separator
            }
            b'"' => self.string(&range),
            _ => {
                self.value_ended();
                Kind::Other
            }
        };
        Some(Token { kind, range, closed })
    }
}

/// Returns the length of a string with its quotes, and whether it is closed. A string that is not
/// closed ends with its line.
fn string_length(text: &str) -> (usize, bool) {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' | b'\r' => return (at, false),
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return (at + 1, true),
            _ => {}
        }
    }
    (text.len(), false)
}

fn ends_word(letter: char) -> bool {
    letter.is_ascii_whitespace() || "{}[],:\"".contains(letter)
}

/// Returns the text of a string without its quotes.
pub(crate) fn unquoted(token: &str) -> String {
    let inside = token.strip_prefix('"').unwrap_or(token);
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    serde_json::from_str(&format!("\"{inside}\"")).unwrap_or_else(|_| inside.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the path after the last token, as a JSON pointer.
    fn path_after(text: &str) -> String {
        let mut scanner = Scanner::new(text);
        scanner.by_ref().for_each(drop);
        let segment = |segment: &Segment| match segment {
            Segment::Key(key) => format!("/{key}"),
            Segment::Index(index) => format!("/{index}"),
        };
        scanner.path().iter().map(segment).collect()
    }

    #[test]
    fn the_path_needs_no_more_than_the_text_before_it() {
        assert_eq!(path_after(""), "");
        assert_eq!(path_after(r#"{ "turns": [{}, {"take": ["ruby", "#), "/turns/1/take/1");
        assert_eq!(path_after(r#"{ "a": [[1], { "b\"c": "#), r#"/a/1/b"c"#);
        assert_eq!(path_after(r#"{ "a": 1, "b": { "c" } "#), "/b");
        assert_eq!(path_after(r#"{ "a": "unclosed"#), "/a");
    }

    #[test]
    fn text_that_is_no_json_has_tokens_too() {
        let kinds = |text| Scanner::new(text).map(|token| token.kind).collect::<Vec<_>>();
        assert_eq!(kinds("]} x:é,"), {
            use Kind::{Close, Other, Separator};
            [Close, Close, Other, Separator, Other, Separator]
        });
        let unclosed: Vec<Token> = Scanner::new("\"a\\\" é\n1").collect();
        assert_eq!((unclosed.len(), unclosed[0].closed), (2, false));
        assert_eq!(Scanner::new(&"[".repeat(9999)).count(), 9999);
    }
}
