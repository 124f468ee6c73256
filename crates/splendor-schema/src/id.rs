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

/// The digest of a position: 64 bits, written as 16 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The regular expression that all digests match, as in the JSON Schema.
    pub const PATTERN: &'static str = "^[0-9a-f]{16}$";
}

impl TryFrom<&str> for Digest {
    type Error = InvalidDigest;

    fn try_from(text: &str) -> Result<Self, InvalidDigest> {
        let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let valid = text.len() == 16 && text.as_bytes().iter().all(lower);
        let bits = if valid { u64::from_str_radix(text, 16).ok() } else { None };
        bits.map(Digest).ok_or_else(|| InvalidDigest::new(text, DIGEST))
    }
}

const DIGEST: &str = "a digest of 16 hexadecimal digits in lower case";

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromJson for Digest {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.parse(DIGEST, |text| Digest::try_from(text).map_err(|error| error.message))
    }
}

impl JsonSchema for Digest {
    fn schema_name() -> Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Digest",
            "description": "The digest of a position: 16 hexadecimal digits in lower case.",
            "examples": ["0123456789abcdef"],
            "type": "string",
            "pattern": Digest::PATTERN,
        })
    }
}

/// A SHA-256 hash: 256 bits, written as 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sha256(pub [u8; 32]);

impl Sha256 {
    /// The regular expression that all hashes match, as in the JSON Schema.
    pub const PATTERN: &'static str = "^[0-9a-f]{64}$";
}

impl TryFrom<&str> for Sha256 {
    type Error = InvalidDigest;

    fn try_from(text: &str) -> Result<Self, InvalidDigest> {
        let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let valid = text.len() == 64 && text.as_bytes().iter().all(lower);
        let byte = |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap_or(0);
        valid
            .then(|| Sha256(std::array::from_fn(byte)))
            .ok_or_else(|| InvalidDigest::new(text, SHA256))
    }
}

const SHA256: &str = "a SHA-256 hash of 64 hexadecimal digits in lower case";

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sha256({self})")
    }
}

impl Serialize for Sha256 {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromJson for Sha256 {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.parse(SHA256, |text| Sha256::try_from(text).map_err(|error| error.message))
    }
}

impl JsonSchema for Sha256 {
    fn schema_name() -> Cow<'static, str> {
        "Sha256".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Sha256",
            "description": "A SHA-256 hash: 64 hexadecimal digits in lower case.",
            "examples": ["e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
            "type": "string",
            "pattern": Sha256::PATTERN,
        })
    }
}
