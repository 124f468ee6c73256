//! Lists with limits.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::{Deserialize, Serialize, Serializer};

use crate::limits;

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
    E::custom(format_args!("a list of more than {max} entries, which is the limit"))
}

/// One id, or a list of them, as the file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneOrMany<T> {
    /// One id, written without a list.
    One(T),
    /// A list of one to eight different ids.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The ids, however they are written.
    pub fn as_slice(&self) -> &[T] {
        match self {
            OneOrMany::One(id) => std::slice::from_ref(id),
            OneOrMany::Many(ids) => ids,
        }
    }
}

impl<T: Serialize> Serialize for OneOrMany<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            OneOrMany::One(id) => id.serialize(to),
            OneOrMany::Many(ids) => ids.serialize(to),
        }
    }
}

impl<'de, T: Deserialize<'de> + PartialEq> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de> + PartialEq> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an id or a list of ids")
    }

    fn visit_str<E: Error>(self, id: &str) -> Result<Self::Value, E> {
        T::deserialize(id.into_deserializer()).map(OneOrMany::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        let ids = list_of::<T>(limits::CHOICES).deserialize(SeqAccessDeserializer::new(seq))?;
        if ids.is_empty() {
            return Err(A::Error::custom("an empty list where at least one id was needed"));
        }
        if ids.iter().enumerate().any(|(index, id)| ids[..index].contains(id)) {
            return Err(A::Error::custom("a list that names an id twice"));
        }
        Ok(OneOrMany::Many(ids))
    }
}

impl<T: JsonSchema> JsonSchema for OneOrMany<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}OrList", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let id = generator.subschema_for::<T>();
        json_schema!({
            "title": Self::schema_name(),
            "description": "One id, or a list of different ids.",
            "anyOf": [
                id,
                {
                    "type": "array",
                    "items": id,
                    "minItems": 1,
                    "maxItems": limits::CHOICES,
                    "uniqueItems": true,
                },
            ],
        })
    }
}

/// Reads a value that is either a string or an object.
pub(crate) struct StringOrObject<S, O> {
    pub(crate) what: &'static str,
    pub(crate) string: PhantomData<S>,
    pub(crate) object: PhantomData<O>,
}

/// What [`StringOrObject`] found.
pub(crate) enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<'de, S: Deserialize<'de>, O: Deserialize<'de>> Visitor<'de> for StringOrObject<S, O> {
    type Value = Either<S, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        S::deserialize(text.into_deserializer()).map(Either::Left)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        O::deserialize(MapAccessDeserializer::new(map)).map(Either::Right)
    }
}
