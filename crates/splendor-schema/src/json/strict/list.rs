//! Reads lists with limits.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

/// A seed for a list whose entries are read by another seed.
#[derive(Clone, Copy)]
pub(crate) struct List<S> {
    max: usize,
    entry: S,
}

/// A seed for a list of at most `max` entries.
pub(crate) const fn list<S>(max: usize, entry: S) -> List<S> {
    List { max, entry }
}

/// A seed for a list of at most `max` entries that are read by their type.
pub(crate) const fn list_of<T>(max: usize) -> List<PhantomData<T>> {
    List { max, entry: PhantomData }
}

impl<'de, S: DeserializeSeed<'de> + Copy> DeserializeSeed<'de> for List<S> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Copy> Visitor<'de> for List<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(self.entry)? {
            if values.len() == self.max {
                return Err(too_long(self.max));
            }
            values.push(value);
        }
        Ok(values)
    }
}

#[cold]
pub(crate) fn too_long<E: Error>(max: usize) -> E {
    E::custom(format_args!("a list with more entries than the limit of {max}"))
}
