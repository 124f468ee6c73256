//! Closed JSON objects: only known keys, each at most once, no `null`, never a list.

/// Declares a struct that a file writes as a closed object: the struct, its reader, and what serde
/// and schemars need to know, so that each key of a format is declared once.
///
/// Each field is `required`, `optional` (an `Option`) or `default` (absent means the default). A
/// field may have another name in the file (`as "name"`) and its own reader (`= reader`). The text
/// after the name of the struct names the object in errors.
macro_rules! object {
    (
        $(#[$meta:meta])*
        $vis:vis struct $type:ident: $what:literal {
            $(
                $(#[doc = $doc:literal])+
                $(#[schemars $schema:tt])?
                $presence:ident $field:ident $(as $name:literal)?: $value:ty $(= $reader:expr)?,
            )+
        }
    ) => {
        $crate::json::object::object!(
            @struct [
                #[derive(serde::Serialize, schemars::JsonSchema)]
                #[schemars(deny_unknown_fields)]
                $(#[$meta])*
                $vis struct $type
            ] {}
            $($(#[doc = $doc])+ $(#[schemars $schema])? $presence $field $(as $name)?: $value,)+
        );

        impl $crate::json::reader::FromJson for $type {
            fn from_json(
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<Self, $crate::json::reader::Failed> {
                use $crate::json::object::{members, object};

                $(let mut $field = None;)+
                let start = members!(from, $what {
                    $($field $(as $name)?: from.fill(&mut $field, object!(@reader $($reader)?)),)+
                });
                // Only the error for a required field needs the place.
                let _ = start;
                Ok($type {
                    $($field: object!(
                        @value $presence $field, from, start, $what,
                        members!(@name $field $(as $name)?)
                    ),)+
                })
            }
        }
    };

    // An object of several kinds. No key is required; `$check` rejects combinations of keys that
    // the format forbids. `$schema_type` describes all keys, for the schema that `$type` has to
    // write by hand.
    (
        $(#[$meta:meta])*
        $vis:vis struct $type:ident described by $schema_type:ident: $what:literal,
        checked by $check:path {
            $(
                $(#[doc = $doc:literal])+
                $(#[schemars $schema:tt])?
                $presence:ident $field:ident $(as $name:literal)?: $value:ty $(= $reader:expr)?,
            )+
        }
    ) => {
        $crate::json::object::object!(
            @struct [$(#[$meta])* #[derive(serde::Serialize)] $vis struct $type] {}
            $($(#[doc = $doc])+ $presence $field $(as $name)?: $value,)+
        );

        $crate::json::object::object!(
            @struct [
                #[derive(schemars::JsonSchema)]
                #[expect(dead_code, reason = "only the schema is used")]
                #[schemars(deny_unknown_fields)]
                struct $schema_type
            ] {}
            $($(#[doc = $doc])+ $(#[schemars $schema])? $presence $field $(as $name)?: $value,)+
        );

        impl $type {
            /// Returns the keys that the file has, in the order of the format.
            pub fn keys(&self) -> impl Iterator<Item = &'static str> {
                use $crate::json::object::{members, object};

                let keys = [$((
                    object!(@has $presence self.$field),
                    members!(@name $field $(as $name)?),
                ),)+];
                keys.into_iter().filter_map(|(present, key)| present.then_some(key))
            }

            /// Reads an object into one without any key. It is large, so it is not moved.
            pub(crate) fn read_into(
                &mut self,
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<(), $crate::json::reader::Failed> {
                use $crate::json::object::{members, object};

                let start = members!(from, $what {
                    $($field $(as $name)?: object!(
                        @fill $presence self.$field, from, object!(@reader $($reader)?)
                    ),)+
                });
                $check(self).map_err(|message| from.misshapen(start, message))
            }
        }

        impl $crate::json::reader::FromJson for $type {
            fn from_json(
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<Self, $crate::json::reader::Failed> {
                let mut object = $type::default();
                object.read_into(from)?;
                Ok(object)
            }
        }
    };

    (@reader) => { $crate::json::reader::FromJson::from_json };
    (@reader $reader:expr) => { $reader };

    (@value optional $field:ident, $from:ident, $start:ident, $what:literal, $key:expr) => {
        $field
    };
    (@value default $field:ident, $from:ident, $start:ident, $what:literal, $key:expr) => {
        $field.unwrap_or_default()
    };
    (@value required $field:ident, $from:ident, $start:ident, $what:literal, $key:expr) => {
        match $field {
            Some(value) => value,
            None => return Err($from.missing($start, $what, $key)),
        }
    };

    (@has optional $field:expr) => { $field.is_some() };
    (@has default $field:expr) => { !$crate::json::object::is_default(&$field) };

    (@fill optional $field:expr, $from:ident, $reader:expr) => { $from.fill(&mut $field, $reader) };
    // Here the reader never returns the default.
    (@fill default $field:expr, $from:ident, $reader:expr) => {{
        let mut slot = (!$crate::json::object::is_default(&$field)).then(|| $field.clone());
        let filled = $from.fill(&mut slot, $reader);
        $field = slot.unwrap_or_default();
        filled
    }};

    // Adds the fields one after the other, because an attribute cannot depend on a macro.
    (
        @struct $head:tt { $($fields:tt)* }
        $(#[$meta:meta])* required $field:ident $(as $name:literal)?: $value:ty, $($rest:tt)*
    ) => {
        $crate::json::object::object!(@struct $head {
            $($fields)*
            $(#[$meta])*
            $(#[serde(rename = $name)])?
            pub $field: $value,
        } $($rest)*);
    };
    (
        @struct $head:tt { $($fields:tt)* }
        $(#[$meta:meta])* optional $field:ident $(as $name:literal)?: $value:ty, $($rest:tt)*
    ) => {
        $crate::json::object::object!(@struct $head {
            $($fields)*
            $(#[$meta])*
            #[serde(skip_serializing_if = "Option::is_none")]
            $(#[serde(rename = $name)])?
            pub $field: Option<$value>,
        } $($rest)*);
    };
    (
        @struct $head:tt { $($fields:tt)* }
        $(#[$meta:meta])* default $field:ident $(as $name:literal)?: $value:ty, $($rest:tt)*
    ) => {
        $crate::json::object::object!(@struct $head {
            $($fields)*
            $(#[$meta])*
            #[serde(default, skip_serializing_if = "crate::json::object::is_default")]
            $(#[serde(rename = $name)])?
            pub $field: $value,
        } $($rest)*);
    };
    (@struct [$($head:tt)*] { $($fields:tt)* }) => { $($head)* { $($fields)* } };
}
pub(crate) use object;

/// Returns whether a value is the default of its type.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Reads the members of an object: for each key, an expression that reads its value from `$from`.
/// Returns the offset of the object.
///
/// It tries the keys in the order in which programs write them, without spaces: each one is
/// compared with the text that comes next. From the first key on that is out of order or spelled in
/// another way, every key is read as a word and searched for among all.
macro_rules! members {
    ($from:ident, $what:literal { $($field:ident $(as $name:literal)?: $fill:expr,)+ }) => {{
        use $crate::json::word::Word;

        struct Key;
        #[expect(non_upper_case_globals, reason = "named like the fields")]
        impl Key {
            $(const $field: Word = Word::of(members!(@name $field $(as $name)?));)+
        }
        const KEYS: &[&str] = &[$(members!(@name $field $(as $name)?)),+];

        let start = $from.start_of_object($what)?;
        'members: {
            if $from.eat(b'}') {
                break 'members;
            }
            $(
                let key = concat!("\"", members!(@name $field $(as $name)?), "\":");
                if $from.value_of(key, |$from| $fill)? && !$from.has_another(b'}')? {
                    break 'members;
                }
            )+
            $from.members_from_key(|$from, key| match key {
                $(Key::$field => $fill,)+
                _ => Err($from.unknown_key($what, KEYS)),
            })?;
        }
        start
    }};
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident as $name:literal) => { $name };
}
pub(crate) use members;

/// Declares kinds of an object: types with nothing but a JSON Schema. The schema of a kind is the
/// schema of `$all` with only the keys of that kind. It requires the key that names the kind.
macro_rules! kinds_of_object {
    (
        $all:ident, keys by $allows_key:path:
        $($kind:ident = $key:literal, $doc:literal, $example:tt;)+
    ) => {$(
        struct $kind;

        impl schemars::JsonSchema for $kind {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($kind).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let all = <$all as schemars::JsonSchema>::json_schema(generator);
                let mut kind = schemars::json_schema!({
                    "title": stringify!($kind),
                    "description": $doc,
                    "type": "object",
                    "properties": all.get("properties"),
                    "additionalProperties": false,
                    "required": [$key],
                    "examples": [$example],
                });
                if let Some(serde_json::Value::Object(keys)) = kind.get_mut("properties") {
                    keys.retain(|key, _| $allows_key($key, key));
                }
                kind
            }
        }
    )+};
}
pub(crate) use kinds_of_object;
