//! One id or a list of ids, as turns name nobles and posts.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

use crate::json::strict::list::list_of;
use crate::limits;

/// One id or a list of ids, as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneOrMany<T> {
    /// One id, written without a list.
    One(T),
    /// A list of one to [`CHOICES`](limits::CHOICES) different ids.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// Returns the ids, whichever way they are written.
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
            return Err(A::Error::custom("expected at least one id, found an empty list"));
        }
        if ids.iter().enumerate().any(|(index, id)| ids[..index].contains(id)) {
            return Err(A::Error::custom("the list has the same id twice"));
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
