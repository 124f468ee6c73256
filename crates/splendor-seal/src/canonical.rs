//! Writes JSON in one way only, so that two writings of one log have the same hash.
//!
//! This is the JSON Canonicalization Scheme (RFC 8785), for values without fractions: no spaces,
//! the keys of an object sorted by their UTF-16 code units, and only the necessary escapes.

use std::fmt;

use serde_json::Value;
use sha2::Digest;
use splendor_schema::id::Sha256;
use splendor_schema::limits::INTEGER;

/// The error for a number that readers of JSON may round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The number as it was read.
    pub number: String,
    /// The JSON pointer of the number.
    pub pointer: String,
}

impl fmt::Display for Rounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, pointer } = self;
        write!(f, "the number {number} at {pointer} is not a whole number up to 2^53 - 1")
    }
}

impl std::error::Error for Rounded {}

impl Rounded {
    /// Returns the error for a value inside of another, at `key`.
    pub(crate) fn inside(mut self, key: &str) -> Self {
        self.pointer = format!("/{}{}", key.replace('~', "~0").replace('/', "~1"), self.pointer);
        self
    }
}

/// Returns the hash of a text.
pub(crate) fn hash(text: &str) -> Sha256 {
    Sha256(sha2::Sha256::digest(text).into())
}

/// Appends a value.
///
/// # Errors
///
/// A number has a fraction or an exponent, or is beyond 2^53 - 1. Other programs may round it, so
/// that a changed log could have the same hash.
pub(crate) fn write(value: &Value, to: &mut String) -> Result<(), Rounded> {
    match value {
        Value::Null => to.push_str("null"),
        Value::Bool(true) => to.push_str("true"),
        Value::Bool(false) => to.push_str("false"),
        Value::Number(number) => {
            let whole = number.as_i64().filter(|whole| whole.unsigned_abs() <= INTEGER);
            let rounded = || Rounded { number: number.to_string(), pointer: String::new() };
            to.push_str(&whole.ok_or_else(rounded)?.to_string());
        }
        // serde_json writes the escapes that the scheme asks for.
        Value::String(text) => to.push_str(&Value::from(text.as_str()).to_string()),
        Value::Array(entries) => {
            to.push('[');
            for (at, entry) in entries.iter().enumerate() {
                separate(at, to);
                write(entry, to).map_err(|error| error.inside(&at.to_string()))?;
            }
            to.push(']');
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| (key.as_str(), value));
            write_object(fields.collect(), write, to)?;
        }
    }
    Ok(())
}

/// Appends an object whose values are written by `write`.
///
/// # Errors
///
/// Those of `write`.
pub(crate) fn write_object<V>(
    mut fields: Vec<(&str, V)>,
    write: impl Fn(V, &mut String) -> Result<(), Rounded>,
    to: &mut String,
) -> Result<(), Rounded> {
    fields.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    to.push('{');
    for (at, (key, value)) in fields.into_iter().enumerate() {
        separate(at, to);
        to.push_str(&Value::from(key).to_string());
        to.push(':');
        write(value, to).map_err(|error| error.inside(key))?;
    }
    to.push('}');
    Ok(())
}

fn separate(at: usize, to: &mut String) {
    if at > 0 {
        to.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(text: &str) -> Result<String, Rounded> {
        let mut to = String::new();
        write(&serde_json::from_str(text).unwrap(), &mut to).map(|()| to)
    }

    /// The examples of RFC 8785, sections 3.2.2 and 3.2.3, without its fractions.
    #[test]
    fn the_examples_of_the_rfc_are_written_as_it_says() {
        let text = r#"{ "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false], "numbers": [333333333, -0, 9007199254740991] }"#;
        let due = "{\"literals\":[null,true,false],\"numbers\":[333333333,0,9007199254740991],\
                   \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}";
        // `-0` is a fraction to `serde_json`.
        let text = text.replace("-0", "0");
        assert_eq!(canonical(&text).unwrap(), due);
        let keys = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
        let due = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"\u{1f600}\":5,\"\u{fb33}\":3}";
        assert_eq!(canonical(keys).unwrap(), due);
    }

    #[test]
    fn numbers_that_may_be_rounded_are_errors() {
        for (text, pointer) in [
            ("1.5", ""),
            ("1e3", ""),
            ("[9007199254740992]", "/0"),
            (r#"{"a/b":{"~":[0,-9007199254740992]}}"#, "/a~1b/~0/1"),
            ("18446744073709551615", ""),
        ] {
            assert_eq!(canonical(text).unwrap_err().pointer, pointer, "{text}");
        }
    }
}
