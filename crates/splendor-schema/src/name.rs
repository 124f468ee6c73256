//! Untrusted names: the text of a log and the names of files.
//!
//! A name may contain line breaks, terminal escapes or marks that reverse the text around them.
//! `Display` always prints such characters as escapes, so no message can forget to. The unescaped
//! name is available from methods like [`Name::as_str`].

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

use crate::visible;

/// Text from a log, like the name of a player: any characters.
///
/// ```
/// let name = splendor_schema::Name::from("Ada\nlegal");
/// assert_eq!(name.to_string(), r"Ada\nlegal");
/// assert_eq!(name.as_str(), "Ada\nlegal");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub struct Name(String);

impl Name {
    /// Returns the text without escapes, for comparisons and JSON; do not print it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&visible::line(&self.0))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl FromIterator<char> for Name {
    fn from_iter<T: IntoIterator<Item = char>>(letters: T) -> Self {
        Self(letters.into_iter().collect())
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

/// Implements `JsonSchema` as for a string.
macro_rules! as_string {
    ($type:ident) => {
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                String::schema_name()
            }

            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                String::json_schema(generator)
            }
        }
    };
}

as_string!(Name);
as_string!(FileName);

/// The name of an input, like the path of a file, which need not be UTF-8.
///
/// In a report, each byte that is not UTF-8 becomes an escape like `\xff`, so that different files
/// have different names.
///
/// ```
/// let name = splendor_schema::FileName::from_bytes(b"games/\xff\n.json");
/// assert_eq!(name.to_string(), r"games/\xff\n.json");
/// assert_eq!(name.text(), "games/\\xff\n.json");
/// assert_eq!(name.as_bytes(), b"games/\xff\n.json");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName(Vec<u8>);

impl FileName {
    /// Makes a name of these bytes.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// Returns the bytes of the name, for opening files and for comparisons.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the name as text for JSON: bytes that are not UTF-8 as `\xff`, all else unchanged;
    /// do not print it.
    pub fn text(&self) -> Cow<'_, str> {
        if let Ok(text) = str::from_utf8(&self.0) {
            return text.into();
        }
        let mut all = String::new();
        for chunk in self.0.utf8_chunks() {
            all += chunk.valid();
            all.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
        }
        all.into()
    }

    /// Returns the name as an argument of a shell command: quoted where a shell would interpret
    /// it, and never like an option.
    ///
    /// ```
    /// use splendor_schema::FileName;
    ///
    /// let typed = |name: &str| FileName::from(name.to_owned()).typed();
    /// assert_eq!(typed("logs/game-1.json"), "logs/game-1.json");
    /// assert_eq!(typed("my $(log).json"), "'my $(log).json'");
    /// assert_eq!(typed("-x.json"), "./-x.json");
    /// assert_eq!(typed("it's\n"), r"$'it\x27s\x0a'");
    /// ```
    pub fn typed(&self) -> String {
        let text = self.text();
        let option = self.0.starts_with(b"-") && self.0 != b"-";
        let folder = if option { "./" } else { "" };
        if str::from_utf8(&self.0).is_err() || visible::line(&text) != text {
            let bytes = self.0.iter().map(|&byte| match byte {
                b' '..=b'~' if !matches!(byte, b'\'' | b'\\') => char::from(byte).to_string(),
                _ => format!("\\x{byte:02x}"),
            });
            return format!("$'{folder}{}'", bytes.collect::<String>());
        }
        let plain = |letter: char| letter.is_alphanumeric() || "_-./:@%+,=".contains(letter);
        if !text.is_empty() && text.chars().all(plain) {
            return format!("{folder}{text}");
        }
        format!("'{folder}{}'", text.replace('\'', r"'\''"))
    }

    /// Returns the name of a file within this one, which is a folder or an archive.
    #[must_use]
    pub fn member(&self, name: &Self) -> Self {
        Self([&self.0, b"/".as_slice(), &name.0].concat())
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&visible::line(&self.text()))
    }
}

impl From<String> for FileName {
    fn from(name: String) -> Self {
        Self(name.into_bytes())
    }
}

impl From<&str> for FileName {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl PartialEq<str> for FileName {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for FileName {
    fn eq(&self, other: &&str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl Serialize for FileName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text())
    }
}
