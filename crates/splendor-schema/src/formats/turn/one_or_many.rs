//! One id or a list of ids, as turns name nobles and posts.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::json::reader::{Failed, FromJson, Reader};
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

impl<T: FromJson + PartialEq> FromJson for OneOrMany<T> {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let start = from.place();
        match from.peek() {
            Some(b'"') => T::from_json(from).map(OneOrMany::One),
            Some(b'[') => {
                let ids = from.vec(limits::CHOICES, T::from_json)?;
                if ids.is_empty() {
                    let empty = "expected at least one id, found an empty list";
                    return Err(from.misshapen(start, empty));
                }
                if ids.iter().enumerate().any(|(index, id)| ids[..index].contains(id)) {
                    return Err(from.misshapen(start, "the list has the same id twice"));
                }
                Ok(OneOrMany::Many(ids))
            }
            _ => Err(from.expected("an id or a list of ids")),
        }
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
