//! Free JSON, the values of `ext` and `foreign`: checked for strictness and stored as text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer, ser};
use serde_json::value::RawValue;

use crate::json::walk;
use crate::limits;

/// Any JSON value, stored as its text without whitespace between the tokens.
///
/// The value is strict JSON: no duplicate keys, no whole number beyond 2^53 - 1, no unpaired
/// surrogates, and at most [`limits::DEPTH`] levels of nesting. Two values are equal if their
/// texts are, so `1.0` and `1` differ, and so do objects with another order of keys.
///
/// ```
/// use splendor_schema::json::Json;
///
/// let json = Json::try_from("{ \"swap\": [0, 1] }")?;
/// assert_eq!(json.as_str(), r#"{"swap":[0,1]}"#);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Json(Box<str>);

impl Json {
    /// Returns the text of the value, on one line and without whitespace between the tokens.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Rejects what is not strict JSON, then drops the whitespace.
    fn of_strict(text: &str) -> Result<Json, String> {
        walk::check(text, limits::DEPTH).map_err(|error| error.message)?;
        Ok(Json(compact(text).into()))
    }
}

/// Removes whitespace outside of strings.
fn compact(text: &str) -> String {
    if !text.bytes().any(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')) {
        return text.to_owned();
    }
    let (mut inside, mut escaped) = (false, false);
    let keep = |letter: &char| {
        let quote = *letter == '"' && !escaped;
        inside ^= quote;
        escaped = inside && *letter == '\\' && !escaped;
        inside || !matches!(letter, ' ' | '\t' | '\n' | '\r')
    };
    text.chars().filter(keep).collect()
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<&str> for Json {
    type Error = String;

    fn try_from(text: &str) -> Result<Json, String> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Json::of_strict(raw.get())
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Json::of_strict(raw.get()).map_err(D::Error::custom)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(ser::Error::custom)?;
        raw.serialize(to)
    }
}

impl JsonSchema for Json {
    fn schema_name() -> Cow<'static, str> {
        "Json".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Json",
            "description": "Any JSON value.",
            "examples": [{ "swap": [0, 1] }],
        })
    }
}

/// Any JSON object, for data that the format has no field for. It is checked and kept, but not
/// interpreted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Ext(Json);

impl Ext {
    /// Returns the text of the object, on one line and without whitespace between the tokens.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Reads the object at the beginning of a text if it has no escape, and returns its length too;
    /// `None` if the strict reader has to read it.
    ///
    /// The strict reader writes the keys of the object anew. A key without an escape stays as it
    /// is, so without escapes only whitespace is dropped.
    pub(crate) fn at_start(text: &str) -> Option<(Ext, usize)> {
        if !text.starts_with('{') {
            return None;
        }
        let length = walk::first_value(text, limits::DEPTH)?;
        let object = &text[..length];
        let is_plain = !object.contains('\\');
        is_plain.then(|| (Ext(Json(compact(object).into())), length))
    }
}

impl TryFrom<&str> for Ext {
    type Error = String;

    fn try_from(text: &str) -> Result<Ext, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl<'de> Deserialize<'de> for Ext {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(ExtVisitor)
    }
}

/// Rebuilds an object from its members.
///
/// Reading it as a raw value first would report a value of another type, like a list, at its end
/// and not at its start.
struct ExtVisitor;

impl<'de> Visitor<'de> for ExtVisitor {
    type Value = Ext;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ext, A::Error> {
        let mut text = String::from("{");
        while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
            let comma = if text.len() > 1 { "," } else { "" };
            let key = serde_json::to_string(&key).map_err(Error::custom)?;
            text.extend([comma, &key, ":", value.get()]);
        }
        text.push('}');
        Json::of_strict(&text).map(Ext).map_err(Error::custom)
    }
}

impl JsonSchema for Ext {
    fn schema_name() -> Cow<'static, str> {
        "Ext".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Ext",
            "description": "Any JSON object, for what this format does not have; not read.",
            "examples": [{ "table": "blue" }],
            "type": "object",
        })
    }
}
