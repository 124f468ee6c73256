//! Reads closed JSON objects: known keys only, none twice, no `null`, never from an array.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use crate::json::strict::scalar::{clip, unknown_name};

/// Implements `Deserialize` for a struct as a closed object.
///
/// Each field is `required`, `optional` (an `Option`) or `default` (absent means empty), may have
/// another name in the file (`as "name"`) and a seed that reads it (`: seed`).
macro_rules! read_object {
    ($type:ident, $what:literal {
        $($kind:ident $field:ident $(as $name:literal)? $(: $seed:expr)?),+ $(,)?
    }) => {
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                #[expect(non_camel_case_types, reason = "named like the fields")]
                #[derive(Clone, Copy)]
                enum Key { $($field),+ }
                const NAMES: &[&str] =
                    &[$($crate::json::strict::object::read_object!(@name $field $(as $name)?)),+];
                const KEYS: &[Key] = &[$(Key::$field),+];

                struct Object;
                impl<'de> serde::de::Visitor<'de> for Object {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("an object (", $what, ")"))
                    }

                    fn visit_map<A>(self, mut map: A) -> Result<$type, A::Error>
                    where
                        A: serde::de::MapAccess<'de>,
                    {
                        $(let mut $field = None;)+
                        while let Some(index) =
                            map.next_key_seed($crate::json::strict::object::KeyOf($what, NAMES))?
                        {
                            let name = NAMES[index];
                            match KEYS[index] {
                                $(Key::$field => $crate::json::strict::object::fill(
                                    &mut $field,
                                    $crate::json::strict::object::read_object!(@seed $($seed)?),
                                    &mut map,
                                    name,
                                )?,)+
                            }
                        }
                        Ok($type {
                            $($field: $crate::json::strict::object::read_object!(
                                @$kind $field, $what, NAMES[Key::$field as usize]
                            ),)+
                        })
                    }
                }
                from.deserialize_map(Object)
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident as $name:literal) => { $name };
    (@seed) => { std::marker::PhantomData };
    (@seed $seed:expr) => { $seed };
    (@optional $field:ident, $what:literal, $name:expr) => { $field };
    (@default $field:ident, $what:literal, $name:expr) => { $field.unwrap_or_default() };
    (@required $field:ident, $what:literal, $name:expr) => {
        match $field {
            Some(value) => value,
            None => return Err($crate::json::strict::object::missing($what, $name)),
        }
    };
}
pub(crate) use read_object;

/// Defines an enum whose values are words in the file.
macro_rules! words {
    (
        $(#[$meta:meta])*
        pub enum $type:ident: $what:literal {
            $($(#[doc = $doc:literal])+ $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type { $($(#[doc = $doc])+ $variant,)+ }

        impl $type {
            /// Every value, in the order of the format.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The word as it stands in a file.
            pub const fn as_str(self) -> &'static str {
                match self { $($type::$variant => $word,)+ }
            }

            pub(crate) fn from_word(word: &str) -> Option<$type> {
                match word { $($word => Some($type::$variant),)+ _ => None }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                $crate::json::strict::scalar::read_text(from, $what, |word| {
                    $type::from_word(word)
                        .ok_or_else(|| $crate::json::strict::scalar::unknown_word($what, word, &[$($word),+]))
                })
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "title": stringify!($type),
                    "description": $crate::schemas::word_description(
                        $what, &[$(($word, &[$($doc),+])),+]
                    ),
                    "type": "string",
                    "enum": [$($word),+],
                })
            }
        }
    };
}
pub(crate) use words;

/// Reads a key as its place in a list of names; an unknown one is an error.
pub(crate) struct KeyOf(pub(crate) &'static str, pub(crate) &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for KeyOf {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyOf {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        let found = self.1.iter().position(|name| *name == key);
        found.ok_or_else(|| E::custom(unknown_name(self.0, key, self.1)))
    }
}

/// Reads the value of a key into its slot; a key that comes twice is an error.
pub(crate) fn fill<'de, S, A>(
    slot: &mut Option<S::Value>,
    seed: S,
    map: &mut A,
    name: &str,
) -> Result<(), A::Error>
where
    S: DeserializeSeed<'de>,
    A: MapAccess<'de>,
{
    if slot.is_some() {
        return Err(duplicate(name));
    }
    *slot = Some(map.next_value_seed(seed)?);
    Ok(())
}

#[cold]
pub(crate) fn duplicate<E: Error>(name: &str) -> E {
    E::custom(format_args!("duplicate key `{}`", clip(name)))
}

#[cold]
pub(crate) fn missing<E: Error>(what: &str, name: &str) -> E {
    E::custom(format_args!("{what} needs `{name}`, which is missing"))
}
