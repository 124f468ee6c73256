//! Ids of components: short strings that spell the facts of a component, like its cost.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU8;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use splendor_core::{Level, Row};

use crate::json::reader::{Failed, FromJson, Id, Reader};
use crate::json::suggest::clip;
use crate::json::word::Word;

mod forms;

use forms::{COLORS, is_card, is_city, is_noble, is_post};

/// A short ASCII string without an allocation: a log has thousands of ids.
///
/// The derived order compares the fields from the first on, so the bytes come before the length:
/// ids sort like text. They also come first in memory, so that an id of 15 bytes is laid out like a
/// [`Word`] and is copied at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
struct Inline<const N: usize> {
    bytes: [u8; N],
    length: NonZeroU8,
}

impl<const N: usize> Inline<N> {
    fn new(text: &[u8]) -> Option<Self> {
        let length = NonZeroU8::new(u8::try_from(text.len()).ok()?)?;
        let mut bytes = [0; N];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Inline { bytes, length })
    }

    /// Returns the string of a word, which has at most as many bytes.
    #[inline]
    fn of_word(word: Word) -> Option<Self> {
        let [padded @ .., length] = word.to_bytes();
        let length = NonZeroU8::new(length)?;
        let mut bytes = [0; N];
        bytes[..padded.len()].copy_from_slice(&padded);
        Some(Inline { bytes, length })
    }

    fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length.get())]
    }

    fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).expect("the check of every id allows only ASCII")
    }
}

/// The error for a string that is not an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidId {
    message: String,
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for InvalidId {}

impl InvalidId {
    #[cold]
    fn new(text: &str, what: &str) -> InvalidId {
        InvalidId { message: format!("`{}` is not {what}", clip(text)) }
    }

    /// Returns the error, with a hint for the two most common mistakes: upper case, and colors in
    /// another order.
    #[cold]
    fn of_component(text: &str, what: &str, is_id: fn(&[u8]) -> bool) -> InvalidId {
        let lower = text.to_ascii_lowercase();
        if is_id(lower.as_bytes()) {
            return Self::new(text, &format!("{what} in lower case"));
        }
        match with_colors_in_order(&lower).filter(|id| is_id(id.as_bytes())) {
            Some(id) => {
                let what = what.split_once(" like ").map_or(what, |(what, _)| what);
                let order = "the colors come in the order d, s, e, r, o";
                Self::new(text, &format!("{what}: {order}; did you mean `{id}`?"))
            }
            None => Self::new(text, what),
        }
    }
}

/// Returns an id of a card, noble or city with its counts by color in the order of the format.
fn with_colors_in_order(id: &str) -> Option<String> {
    let start = id.find(':').map_or(3, |colon| colon + 1);
    let end = id.find('+').unwrap_or(id.len());
    let mut counts: Vec<&[u8]> = id.as_bytes().get(start..end)?.chunks(2).collect();
    counts.sort_by_key(|count| COLORS.iter().position(|color| count.ends_with(&[*color])));
    let counts = String::from_utf8(counts.concat()).ok()?;
    Some(format!("{}{counts}{}", id.get(..start)?, id.get(end..)?))
}

macro_rules! ids {
    ($(
        $(#[doc = $doc:literal])+
        $type:ident<$bytes:literal>, $what:literal, $check:ident,
            $pattern:expr, $example:literal;
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $type(Inline<$bytes>);

        impl $type {
            /// The regular expression that all ids match, as in the JSON Schema.
            ///
            /// Every id matches it, but not every match is a component of a published box.
            pub const PATTERN: &'static str = $pattern;

            /// Returns the id as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }

            /// Returns the id that these bytes spell, if they spell one.
            pub(crate) fn of_bytes(bytes: &[u8]) -> Option<Self> {
                if $check(bytes) { Inline::new(bytes).map($type) } else { None }
            }

            /// Returns the id as ASCII bytes.
            pub fn as_bytes(&self) -> &[u8] {
                self.0.as_bytes()
            }
        }

        impl TryFrom<&str> for $type {
            type Error = InvalidId;

            fn try_from(text: &str) -> Result<Self, InvalidId> {
                $type::of_bytes(text.as_bytes())
                    .ok_or_else(|| InvalidId::of_component(text, $what, $check))
            }
        }

        impl std::str::FromStr for $type {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                $type::try_from(text)
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($type), self.as_str())
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl FromJson for $type {
            fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
                from.id()
            }
        }

        impl Id for $type {
            const WHAT: &'static str = $what;

            #[inline]
            fn of_word(word: Word) -> Option<Self> {
                let bytes = word.to_bytes();
                if $check(&bytes[..word.len()]) { Inline::of_word(word).map($type) } else { None }
            }

            fn of_text(text: &str) -> Result<Self, String> {
                $type::try_from(text).map_err(|error| error.message)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "title": stringify!($type),
                    "description": concat!($($doc, "\n"),+).replace("\n ", "\n").trim(),
                    "examples": [$example],
                    "type": "string",
                    "pattern": $pattern,
                })
            }
        }
    )+};
}

ids! {
    /// A development card: level (`a`, `b`, `c`), prestige, bonus, then the cost by color.
    ///
    /// The colors are `d` diamond, `s` sapphire, `e` emerald, `r` ruby, `o` onyx, in this order.
    /// The level of an Orient card is in upper case. In place of the bonus it may have `gg` (two
    /// virtual gold), `c` (copies a color), `ca` (copies a color and brings a free card of
    /// level 1), a color twice (two bonuses), or a color and `b` (a bonus and a free card of
    /// level 2); in place of the cost, `x2` and the color of two cards.
    CardId<15>, "a card id like `a0d3s`", is_card,
        concat!(
            "^([abc][0-9][dsero]([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?",
            "|[ABC][0-9](gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)",
            "(x2[dsero]|([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?))$"
        ), "a0d3s";
    /// A noble: prestige, a colon, then the bonuses that the noble requires.
    NobleId<15>, "a noble id like `3:4d4s`", is_noble,
        "^[0-9]:([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?$", "3:4d4s";
    /// A city: the prestige that it requires, a colon, the bonuses that it requires, then `+` and
    /// the number of further bonuses of one other color.
    CityId<15>, "a city id like `14:4d+4`", is_city,
        "^[1-9]?[0-9]:([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?(\\+[1-9])?$", "14:4d+4";
    /// A trading post: a word in kebab case.
    PostId<24>, "the name of a trading post like `third-gem`", is_post,
        "^[a-z][a-z-]{0,23}$", "third-gem";
}

impl CardId {
    /// Returns the row that the card belongs to.
    pub fn row(&self) -> Row {
        let letter = self.as_bytes()[0];
        let level = Level::ALL[usize::from(letter.to_ascii_lowercase() - b'a')];
        if letter.is_ascii_lowercase() { level.into() } else { Row::orient(level) }
    }

    /// Returns the id as bytes, padded with zeros to a fixed size for fast lookup.
    pub fn padded(&self) -> [u8; 16] {
        let mut padded = [0; 16];
        padded[..15].copy_from_slice(&self.0.bytes);
        padded
    }
}

/// The digest of a position: 64 bits, written as 16 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

impl Digest {
    /// The regular expression that all digests match, as in the JSON Schema.
    pub const PATTERN: &'static str = "^[0-9a-f]{16}$";
}

impl TryFrom<&str> for Digest {
    type Error = InvalidId;

    fn try_from(text: &str) -> Result<Self, InvalidId> {
        let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let valid = text.len() == 16 && text.as_bytes().iter().all(lower);
        let bits = if valid { u64::from_str_radix(text, 16).ok() } else { None };
        bits.map(Digest).ok_or_else(|| InvalidId::new(text, DIGEST))
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
    type Error = InvalidId;

    fn try_from(text: &str) -> Result<Self, InvalidId> {
        let lower = |b: &u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
        let valid = text.len() == 64 && text.as_bytes().iter().all(lower);
        let byte = |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap_or(0);
        valid.then(|| Sha256(std::array::from_fn(byte))).ok_or_else(|| InvalidId::new(text, SHA256))
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
