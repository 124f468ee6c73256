//! Reads closed JSON objects: only known keys, each at most once, no `null`, never a list.
//!
//! Derived `serde` readers accept a list in place of an object and keep the last of two equal
//! keys, so every object of a format is read by [`read_object!`] instead.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

use crate::json::suggest::{clip, unknown_name};

/// Implements `Deserialize` for a struct as a closed object.
///
/// Each field is `required`, `optional` (an `Option`) or `default` (absent means empty). A field
/// may have another name in the file (`as "name"`) and its own reader (`: seed`).
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

/// Reads a key and returns its index in a list of names; an unknown key is an error.
///
/// The first field names the object for the error message, like "a turn".
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

/// Reads the value of a key into its slot; a second value for the same key is an error.
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

/// Returns the error for a key that an object has twice.
#[cold]
pub(crate) fn duplicate<E: Error>(name: &str) -> E {
    E::custom(format_args!("duplicate key `{}`", clip(name)))
}

/// Returns the error for a required key that an object does not have.
#[cold]
pub(crate) fn missing<E: Error>(what: &str, name: &str) -> E {
    E::custom(format_args!("{what} needs the field `{name}`"))
}
