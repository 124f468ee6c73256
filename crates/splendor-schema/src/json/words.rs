//! Enums that a file spells as words.

/// Defines an enum that a file spells as words, with its reader, writer and JSON Schema.
macro_rules! word_enum {
    ($(#[$meta:meta])* pub enum $type:ident: $what:literal { $($variants:tt)+ }) => {
        $crate::json::words::word_enum!(
            @without_reader $(#[$meta])* pub enum $type: $what { $($variants)+ }
        );

        impl $crate::json::reader::FromJson for $type {
            fn from_json(
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<Self, $crate::json::reader::Failed> {
                from.parse($what, $type::parse)
            }
        }
    };
    (
        @without_reader
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

            /// Returns the word, as written in a file.
            pub const fn as_str(self) -> &'static str {
                match self { $($type::$variant => $word,)+ }
            }

            pub(crate) fn from_word(word: &str) -> Option<$type> {
                match word { $($word => Some($type::$variant),)+ _ => None }
            }

            /// Returns the value of a word, or a message that names the word that was meant.
            pub(crate) fn parse(word: &str) -> Result<$type, String> {
                $type::from_word(word).ok_or_else(|| {
                    $crate::json::suggest::unknown_word($what, word, &[$($word),+])
                })
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

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "title": stringify!($type),
                    "description": $crate::json::words::description(
                        $what, &[$(($word, &[$($doc),+])),+]
                    ),
                    "type": "string",
                    "enum": [$($word),+],
                })
            }
        }
    };
}
pub(crate) use word_enum;

/// Returns the `description` of an enum in a JSON Schema: a list of its words.
pub(crate) fn description(what: &str, words: &[(&str, &[&str])]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|(word, lines)| format!("- `{word}`: {}", lines.concat().trim()))
        .collect();
    let mut what = what.to_owned();
    if let Some(first) = what.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    format!("{what}:\n{}", words.join("\n"))
}
