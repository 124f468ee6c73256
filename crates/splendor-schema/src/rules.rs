//! The rules of a game: its edition, modules and boxes, and rulings on open questions.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::json::error::ReadError;
use crate::json::object::object;
use crate::json::read::{self, deserialize_by_reader, text_up_to};
use crate::json::reader::{Failed, FromJson, Reader, within};
use crate::limits;
use crate::name::Name;

object! {
    /// The rules of a game.
    ///
    /// The reader accepts unknown names; a log that uses one gets the verdict `unsupported`.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "Rules")]
    #[schemars(example = serde_json::json!({ "edition": "2024", "modules": ["cities"] }))]
    pub struct Rules: "`rules`" {
        /// The edition of the rulebook, like `2024`.
        #[schemars(length(max = limits::WORD))]
        required edition: Name = text_up_to(limits::WORD),
        /// The modules in play, like `cities`; absent means none.
        #[schemars(length(max = limits::MODULES), inner(length(max = limits::WORD)), extend("uniqueItems" = true))]
        default modules: Vec<Name> = different_words,
        /// The boxes whose tiles are mixed in, like `silk-road`; absent means none.
        #[schemars(length(max = limits::MODULES), inner(length(max = limits::WORD)), extend("uniqueItems" = true))]
        default boxes: Vec<Name> = different_words,
        /// The rulings that differ from the default, by name, like `{"pass": "always"}`.
        default rulings: Rulings,
    }
}

deserialize_by_reader!(Rules);

/// Reads the names of modules or boxes.
fn different_words(from: &mut Reader<'_>) -> Result<Vec<Name>, Failed> {
    let mut words: Vec<Name> = Vec::new();
    from.list("a list", limits::MODULES, |from| {
        let start = from.place();
        let word = from.text_up_to(limits::WORD)?;
        if words.contains(&word) {
            return Err(from.misshapen(start, format!("the list has `{word}` twice")));
        }
        words.push(word);
        Ok(())
    })?;
    Ok(words)
}

impl Rules {
    /// Reads rules that have a file of their own, written like the `rules` of a log.
    ///
    /// ```
    /// use splendor_schema::Rules;
    ///
    /// let rules = Rules::read(br#"{ "edition": "2024", "modules": ["cities"] }"#)?;
    /// assert_eq!(rules.modules.len(), 1);
    /// # Ok::<(), splendor_schema::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not rules.
    pub fn read(bytes: &[u8]) -> Result<Rules, ReadError> {
        read::read(bytes, "")
    }
}

/// Rulings by name, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulings(pub Vec<(Name, Ruling)>);

impl Rulings {
    /// Returns whether there are no rulings.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the ruling of a name.
    pub fn get(&self, name: &str) -> Option<&Ruling> {
        self.iter().find(|(other, _)| *other == name).map(|(_, ruling)| ruling)
    }

    /// Iterates over the rulings in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = (&Name, &Ruling)> {
        self.0.iter().map(|(name, ruling)| (name, ruling))
    }
}

impl Serialize for Rulings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.iter())
    }
}

impl FromJson for Rulings {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let mut rulings = Rulings::default();
        from.members("an object of rulings by name", |from, name| {
            if let Err(message) = within(&name.text, limits::WORD) {
                return Err(from.unfit_key(message));
            }
            if rulings.0.len() == limits::RULINGS {
                let limit = limits::RULINGS;
                return Err(from.unfit_key(format!("more rulings than the limit of {limit}")));
            }
            rulings.0.push((Name::from(&*name.text), Ruling::from_json(from)?));
            Ok(())
        })?;
        Ok(rulings)
    }
}

impl JsonSchema for Rulings {
    fn schema_name() -> Cow<'static, str> {
        "Rulings".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Rulings",
            "description": "Rulings by name: answers to questions that the rulebook leaves open.",
            "examples": [{ "pass": "always" }],
            "type": "object",
            "propertyNames": { "maxLength": limits::WORD },
            "additionalProperties": generator.subschema_for::<Ruling>(),
            "maxProperties": limits::RULINGS,
        })
    }
}

/// The value of a ruling: a word or a small number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// A word, like `always`.
    Word(Name),
    /// A number, like 10.
    Number(u8),
}

impl Ruling {
    /// Returns the value as text without escapes, for comparisons and JSON; do not print it.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Ruling::Word(word) => word.as_str().into(),
            Ruling::Number(number) => number.to_string().into(),
        }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ruling::Word(word) => word.fmt(f),
            Ruling::Number(number) => number.fmt(f),
        }
    }
}

impl Serialize for Ruling {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Ruling::Word(word) => to.serialize_str(word.as_str()),
            Ruling::Number(number) => to.serialize_u8(*number),
        }
    }
}

impl FromJson for Ruling {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        match from.peek() {
            Some(b'"') => {
                let start = from.place();
                let word = from.text_up_to(limits::WORD)?;
                if word.as_str().bytes().all(|byte| byte.is_ascii_digit()) {
                    let message =
                        format!("expected a word or a number, found the string \"{word}\"");
                    return Err(from.misshapen(start, message));
                }
                Ok(Ruling::Word(word))
            }
            Some(b'0'..=b'9') => from.small_number(u8::MAX).map(Ruling::Number),
            _ => Err(from.expected("a word or a whole number from 0 to 255")),
        }
    }
}

impl JsonSchema for Ruling {
    fn schema_name() -> Cow<'static, str> {
        "Ruling".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Ruling",
            "description": "The value of a ruling: a word or a small number.",
            "examples": ["always"],
            "anyOf": [
                { "type": "string", "maxLength": limits::WORD, "pattern": "[^0-9]" },
                { "type": "integer", "minimum": 0, "maximum": 255 },
            ],
        })
    }
}
