//! Detects what a file is: a log, a file of another client, or neither.

use std::fmt;

use serde::Deserializer as _;
use serde::de::{Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{FOREIGN_FORMATS, ForeignFormat, LOG};

/// What a file shows of its format.
pub(super) struct Signs {
    /// The beginning of the text, without white space.
    beginning: String,
    /// The fields of its first object, as far as the text is JSON.
    fields: Vec<String>,
}

/// The number of bytes that [`Signs::begins`] and [`Signs::shows`] examine.
const BEGINNING: usize = 1 << 14;

impl Signs {
    fn of(text: &str) -> Self {
        let beginning = &text[..text.floor_char_boundary(BEGINNING)];
        Self { beginning: beginning.split_whitespace().collect(), fields: first_fields(text) }
    }

    /// Returns whether the text begins with a part, which has no white space.
    pub(super) fn begins(&self, part: &str) -> bool {
        self.beginning.starts_with(part)
    }

    /// Returns whether the beginning of the text contains a part, which has no white space.
    pub(super) fn shows(&self, part: &str) -> bool {
        self.beginning.contains(part)
    }

    /// Returns whether the first object has all of these fields, in any order.
    pub(super) fn has(&self, fields: &[&str]) -> bool {
        fields.iter().all(|field| self.fields.iter().any(|other| other == field))
    }
}

/// What a text is, as far as its beginning and its fields tell.
pub(super) enum Detected {
    /// A log, however damaged, or another file of this project.
    Own,
    /// A file of another client.
    Foreign(&'static ForeignFormat),
    /// Neither.
    Unknown,
}

/// The fields of a log that few other files have.
const LOG_FIELDS: [&str; 3] = ["rules", "setup", "turns"];

impl Detected {
    /// Detects what a text is. A text that names the log format is never taken for a foreign file.
    pub(super) fn of(text: &str) -> Self {
        if text.contains(LOG) {
            return Self::Own;
        }
        let signs = Signs::of(text);
        if let Some(format) = FOREIGN_FORMATS.iter().find(|format| (format.matches)(&signs)) {
            return Self::Foreign(format);
        }
        let is_own = signs.shows("\"format\":\"splendor-")
            || LOG_FIELDS.iter().any(|field| signs.has(&[field]));
        if is_own { Self::Own } else { Self::Unknown }
    }
}

/// Returns the fields of the first object of a text. They end where the text is no JSON.
fn first_fields(text: &str) -> Vec<String> {
    let mut fields = Vec::new();
    // An error only ends the list.
    let _ = serde_json::Deserializer::from_str(text).deserialize_any(FirstObject(&mut fields));
    fields
}

/// Collects the fields of an object, or of the first object of a list.
struct FirstObject<'f>(&'f mut Vec<String>);

impl<'de> Visitor<'de> for FirstObject<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(field) = map.next_key()? {
            self.0.push(field);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        list.next_element_seed(self)?;
        // What follows the first object does not matter.
        Err(A::Error::custom("the first object is read"))
    }
}

impl<'de> serde::de::DeserializeSeed<'de> for FirstObject<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_the_first_object_are_found_in_any_order() {
        for (text, fields) in [
            (r#"{"a": [1, {"x": 2}], "b": {}}"#, vec!["a", "b"]),
            (r#"[{"a": 1}, {"b": 2}]"#, vec!["a"]),
            ("{\"a\": 1}\n{\"b\": 2}", vec!["a"]),
            (r#"{"a": 1, "b": [1,"#, vec!["a", "b"]),
            ("Format: none", vec![]),
            ("", vec![]),
            ("7", vec![]),
        ] {
            assert_eq!(first_fields(text), fields, "{text}");
        }
        assert!(first_fields(&"[".repeat(1_000_000)).is_empty());
    }

    #[test]
    fn a_damaged_log_is_not_unknown() {
        for (text, expected) in [
            ("hello", true),
            ("a,b\n1,2", true),
            ("{}", true),
            ("[1, 2]", true),
            (r#"{"game": {"turns": []}}"#, true),
            (r#"{"turns": [], "x": 1}"#, false),
            (r#"{"format": "splendor-log/1", "#, false),
            (r#"{"format": "splendor-position/1"}"#, false),
            ("Format: Splendor KIFU v1.0\n", false),
        ] {
            assert_eq!(matches!(Detected::of(text), Detected::Unknown), expected, "{text}");
        }
    }

    #[test]
    fn a_format_is_detected_whatever_the_order_of_the_fields() {
        let text = r#"{"gameId": "a", "initialState": {}, "timestamp": "2025-01-01"}"#;
        assert_eq!(ForeignFormat::of(text).map(|format| format.name), Some("ai-splendor"));
        let text = r#"{"version": 1, "gamelogs": {}}"#;
        assert_eq!(ForeignFormat::of(text).map(|format| format.name), Some("boardgamearena"));
    }
}
