//! How files spell components: ids, which spell the facts of a component, and digests.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use splendor_core::{Card, City, Color, Noble, PostName};

use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::suggest::clip;
use crate::json::word::Word;

/// The error for a string that is not a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidDigest {
    message: String,
}

impl fmt::Display for InvalidDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InvalidDigest {}

impl InvalidDigest {
    #[cold]
    fn new(text: &str, what: &str) -> InvalidDigest {
        InvalidDigest { message: not_a(text, what) }
    }
}

fn not_a(text: &str, what: &str) -> String {
    format!("`{}` is not {what}", clip(text))
}

/// Returns the error for a text that is no id, with a hint for the two most common mistakes: upper
/// case, and colors in another order.
#[cold]
fn not_an_id<T>(text: &str, what: &str, parse: fn(&str) -> Option<T>) -> String {
    let lower = text.to_ascii_lowercase();
    if parse(&lower).is_some() {
        return not_a(text, &format!("{what} in lower case"));
    }
    match with_colors_in_order(&lower).filter(|id| parse(id).is_some()) {
        Some(id) => {
            let what = what.split_once(" like ").map_or(what, |(what, _)| what);
            let order = "the colors come in the order d, s, e, r, o";
            not_a(text, &format!("{what}: {order}; did you mean `{id}`?"))
        }
        None => not_a(text, what),
    }
}

/// Returns an id of a card, noble or city with its counts by color in the order of the format.
fn with_colors_in_order(id: &str) -> Option<String> {
    let start = id.find(':').map_or(3, |colon| colon + 1);
    let end = id.find('+').unwrap_or(id.len());
    let mut counts: Vec<&[u8]> = id.as_bytes().get(start..end)?.chunks(2).collect();
    counts.sort_by_key(|count| count.last().and_then(|letter| Color::of_letter(*letter)));
    let counts = String::from_utf8(counts.concat()).ok()?;
    Some(format!("{}{counts}{}", id.get(..start)?, id.get(end..)?))
}

/// A component, which files spell by an id.
pub trait Id: Sized {
    /// Returns the component of an id.
    ///
    /// # Errors
    ///
    /// A message if the text is no id.
    fn of_text(text: &str) -> Result<Self, String>;
}

macro_rules! ids {
    ($($type:ident: $what:literal $(, known: $known:path)?;)+) => {$(
        impl Id for $type {
            fn of_text(text: &str) -> Result<Self, String> {
                $type::parse(text).ok_or_else(|| not_an_id(text, $what, $type::parse))
            }
        }

        impl FromJson for $type {
            fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
                $(
                    // Looking up a card is several times as fast as parsing its id.
                    let start = from.read_to();
                    let word = from.word().map(Word::to_bytes);
                    if let Some(known) = word.and_then($known) {
                        return Ok(known);
                    }
                    from.move_to(start);
                )?
                from.parse($what, $type::of_text)
            }
        }
    )+};
}

ids! {
    Card: "a card id like `a0d3s`", known: Card::find_published;
    Noble: "a noble id like `3:4d4s`";
    City: "a city id like `14:4d+4`";
    PostName: "the name of a trading post like `third-gem`";
}

/// Declares a value that files spell in hexadecimal digits in lower case: its bytes, the first byte
/// first.
macro_rules! hex {
    (
        $(#[$meta:meta])*
        pub struct $type:ident(pub $value:ty):
        $what:literal, $description:literal, $example:literal, $pattern:literal;
        $bytes:literal bytes, $to_bytes:expr, $of_bytes:expr
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(pub $value);

        impl $type {
            /// The regular expression that all of them match, as in the JSON Schema.
            pub const PATTERN: &'static str = $pattern;
        }

        impl TryFrom<&str> for $type {
            type Error = InvalidDigest;

            fn try_from(text: &str) -> Result<Self, InvalidDigest> {
                let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
                if text.len() != 2 * $bytes || !text.as_bytes().iter().all(lower) {
                    return Err(InvalidDigest::new(text, $what));
                }
                let byte = |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16);
                let bytes: [u8; $bytes] = std::array::from_fn(|at| byte(at).unwrap_or_default());
                Ok($type($of_bytes(bytes)))
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let bytes: [u8; $bytes] = $to_bytes(self.0);
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($type))
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl FromJson for $type {
            fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
                from.parse($what, |text| $type::try_from(text).map_err(|error| error.message))
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "title": stringify!($type),
                    "description": $description,
                    "examples": [$example],
                    "type": "string",
                    "pattern": $pattern,
                })
            }
        }
    };
}

hex! {
    /// The digest of a position: 64 bits, written as 16 hexadecimal digits in lower case.
    pub struct Digest(pub u64):
        "a digest of 16 hexadecimal digits in lower case",
        "The digest of a position: 16 hexadecimal digits in lower case.",
        "0123456789abcdef", "^[0-9a-f]{16}$";
    8 bytes, u64::to_be_bytes, u64::from_be_bytes
}

hex! {
    /// A SHA-256 hash: 256 bits, written as 64 hexadecimal digits in lower case.
    pub struct Sha256(pub [u8; 32]):
        "a SHA-256 hash of 64 hexadecimal digits in lower case",
        "A SHA-256 hash: 64 hexadecimal digits in lower case.",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "^[0-9a-f]{64}$";
    32 bytes, std::convert::identity, std::convert::identity
}
