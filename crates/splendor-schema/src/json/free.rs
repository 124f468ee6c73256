//! Free JSON: what stands under `ext` and `foreign`, checked and kept as text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json::walk;
use crate::limits;

/// Any JSON value, kept as its text without blanks between the parts.
///
/// No object in it has a key twice, no whole number in it is beyond 2^53 - 1, every string in it
/// is Unicode, and nothing in it is nested deeper than [`limits::DEPTH`].
#[derive(Clone, Serialize)]
#[serde(transparent)]
pub struct Json(Box<RawValue>);

impl Json {
    /// The text of the value.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    fn check(raw: &RawValue) -> Result<Json, String> {
        walk::check(raw.get(), limits::DEPTH).map_err(|error| error.message)?;
        let compact = RawValue::from_string(compact(raw.get()));
        compact.map(Json).map_err(|error| error.to_string())
    }
}

/// Drops the blanks outside of strings.
fn compact(text: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let keep = |letter: &char| {
        let quote = *letter == '"' && !escaped;
        inside ^= quote;
        escaped = inside && *letter == '\\' && !escaped;
        inside || !matches!(letter, ' ' | '\t' | '\n' | '\r')
    };
    text.chars().filter(keep).collect()
}

impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Json {}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<&str> for Json {
    type Error = String;

    fn try_from(text: &str) -> Result<Json, String> {
        let raw: &RawValue = serde_json::from_str(text).map_err(|error| error.to_string())?;
        Json::check(raw)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(from)?;
        Json::check(&raw).map_err(D::Error::custom)
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

/// Any JSON object: the place for what this format does not have; it is not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Ext(Json);

impl Ext {
    /// The text of the object.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
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

/// Puts an object together from its members, so that another kind of value is refused in place.
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
        let raw = RawValue::from_string(text).map_err(Error::custom)?;
        Json::check(&raw).map(Ext).map_err(Error::custom)
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
