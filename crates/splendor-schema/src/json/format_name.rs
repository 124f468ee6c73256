//! The `format` field of a file: a type with one value, the name and version of the format.

/// Defines a type with one value: the name and version of a format.
macro_rules! format_name {
    ($type:ident, $name:literal, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $type;

        impl $type {
            /// The name and version, as written in a file.
            pub const NAME: &'static str = $name;
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.serialize_str($name)
            }
        }

        impl $crate::json::reader::FromJson for $type {
            fn from_json(
                from: &mut $crate::json::reader::Reader<'_>,
            ) -> Result<Self, $crate::json::reader::Failed> {
                from.parse(concat!("`", $name, "`"), |name| {
                    if name == $name {
                        return Ok($type);
                    }
                    let name = $crate::json::suggest::clip(name);
                    Err(format!(concat!("expected the format `", $name, "`, found `{}`"), name))
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
                    "description": $doc,
                    "type": "string",
                    "const": $name,
                })
            }
        }
    };
}
pub(crate) use format_name;
