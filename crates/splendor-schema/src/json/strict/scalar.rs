//! Reads strings and whole numbers with limits.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, Visitor};

use crate::name::Name;

/// Reads a string through `parse`, whose error becomes the message.
pub(crate) fn read_string<'de, D, T, F>(
    from: D,
    what: &'static str,
    parse: F,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    F: FnOnce(&str) -> Result<T, String>,
{
    from.deserialize_str(TextVisitor { what, parse })
}

struct TextVisitor<F> {
    what: &'static str,
    parse: F,
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for TextVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(E::custom)
    }
}

/// A seed for a string of at most this many characters.
#[derive(Clone, Copy)]
pub(crate) struct StringUpTo(pub(crate) usize);

impl<'de> DeserializeSeed<'de> for StringUpTo {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Name, D::Error> {
        read_string(from, "a string", |text| {
            within(text, self.0)?;
            Ok(Name::from(text))
        })
    }
}

/// Rejects a string with more than `max` characters.
pub(crate) fn within(text: &str, max: usize) -> Result<(), String> {
    // A string never has more characters than bytes, so most strings need no counting.
    if text.len() <= max || text.chars().count() <= max {
        return Ok(());
    }
    let count = text.chars().count();
    Err(format!("a string of {count} characters, more than the limit of {max}"))
}

/// A seed for a whole number from 0 to this limit.
#[derive(Clone, Copy)]
pub(crate) struct IntegerUpTo(pub(crate) u64);

impl<'de> DeserializeSeed<'de> for IntegerUpTo {
    type Value = u64;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<u64, D::Error> {
        from.deserialize_u64(self)
    }
}

impl Visitor<'_> for IntegerUpTo {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {}", self.0)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u64, E> {
        if value > self.0 { Err(out_of_range(value, 0, self.0)) } else { Ok(value) }
    }
}

/// A seed for a whole number of eight bits in a range.
#[derive(Clone, Copy)]
pub(crate) struct SmallInteger {
    /// The least number.
    pub(crate) min: u8,
    /// The greatest number.
    pub(crate) max: u8,
}

impl SmallInteger {
    /// A seed for a number from 0 to `max`.
    pub(crate) const fn up_to(max: u8) -> SmallInteger {
        SmallInteger { min: 0, max }
    }
}

impl<'de> DeserializeSeed<'de> for SmallInteger {
    type Value = u8;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<u8, D::Error> {
        from.deserialize_u8(self)
    }
}

impl Visitor<'_> for SmallInteger {
    type Value = u8;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.min, self.max)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u8, E> {
        match u8::try_from(value) {
            Ok(small) if (self.min..=self.max).contains(&small) => Ok(small),
            _ => Err(out_of_range(value, self.min.into(), self.max.into())),
        }
    }
}

#[cold]
fn out_of_range<E: Error>(value: u64, min: u64, max: u64) -> E {
    E::custom(format_args!("expected a whole number from {min} to {max}, found {value}"))
}
