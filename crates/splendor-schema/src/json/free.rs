//! Free JSON, the values of `ext` and `foreign`: checked for strictness and stored as text.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;

use crate::json::read::read_text;
use crate::json::reader::{Failed, FromJson, Reader};
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
        read_text(text, "", Json::from_json).map_err(|error| error.message)
    }
}

impl FromJson for Json {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.with_levels(limits::DEPTH, |from| {
            let place = from.any()?;
            Ok(Json(compact(&from.whole_text()[place]).into()))
        })
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
}

impl TryFrom<&str> for Ext {
    type Error = String;

    fn try_from(text: &str) -> Result<Ext, String> {
        read_text(text, "", Ext::from_json).map_err(|error| error.message)
    }
}

impl FromJson for Ext {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        match from.peek() {
            Some(b'{') => Json::from_json(from).map(Ext),
            _ => Err(from.expected("an object")),
        }
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
