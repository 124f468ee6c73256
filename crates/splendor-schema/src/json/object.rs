//! Reads closed JSON objects: only known keys, each at most once, no `null`, never a list.

/// Implements [`FromJson`](crate::json::reader::FromJson) for a struct as a closed object.
///
/// Each field is `required`, `optional` (an `Option`) or `default` (absent means empty). A field
/// may have another name in the file (`as "name"`) and its own reader (`: reader`).
macro_rules! read_object {
    ($type:ident, $what:literal {
        $($kind:ident $field:ident $(as $name:literal)? $(: $reader:expr)?),+ $(,)?
    }) => {
        impl $crate::json::reader::FromJson for $type {
            fn from_json(
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<Self, $crate::json::reader::Failed> {
                #[expect(non_camel_case_types, reason = "named like the fields")]
                #[derive(Clone, Copy)]
                enum Key { $($field),+ }
                const NAMES: &[&str] =
                    &[$($crate::json::object::read_object!(@name $field $(as $name)?)),+];
                const WORDS: &[$crate::json::word::Word] = &[
                    $($crate::json::word::Word::of(
                        $crate::json::object::read_object!(@name $field $(as $name)?)
                    )),+
                ];
                const KEYS: &[Key] = &[$(Key::$field),+];

                $(let mut $field = None;)+
                let start = from.object($what, |from, word| {
                    let Some(index) = WORDS.iter().position(|&known| known == word) else {
                        return Err(from.unknown_key($what, NAMES));
                    };
                    match KEYS[index] {
                        $(Key::$field => from.fill(
                            &mut $field,
                            $crate::json::object::read_object!(@reader $($reader)?),
                        ),)+
                    }
                })?;
                // Only the error for a required field needs the place.
                let _ = start;
                Ok($type {
                    $($field: $crate::json::object::read_object!(
                        @$kind from, start, $field, $what, NAMES[Key::$field as usize]
                    ),)+
                })
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident as $name:literal) => { $name };
    (@reader) => { $crate::json::reader::FromJson::from_json };
    (@reader $reader:expr) => { $reader };
    (@optional $from:ident, $start:ident, $field:ident, $what:literal, $name:expr) => { $field };
    (@default $from:ident, $start:ident, $field:ident, $what:literal, $name:expr) => {
        $field.unwrap_or_default()
    };
    (@required $from:ident, $start:ident, $field:ident, $what:literal, $name:expr) => {
        match $field {
            Some(value) => value,
            None => return Err($from.missing($start, $what, $name)),
        }
    };
}
pub(crate) use read_object;
