//! How files spell tokens, colors and levels: the feature `json`, which `splendor-schema` turns on.

extern crate std;

use alloc::borrow::Cow;
use alloc::string::String;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::component::{Level, Row};
use crate::number::{Color, Token};

impl Serialize for Token {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u8(self.number())
    }
}

impl JsonSchema for Token {
    fn schema_name() -> Cow<'static, str> {
        "Token".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        const COLORS: [&str; 6] = ["White", "Blue", "Green", "Red", "Black", "Yellow: a joker"];
        let lines = Token::ALL.iter().zip(COLORS);
        let lines = lines.map(|(token, color)| std::format!("\n- `{}`: {color}.", token.name()));
        json_schema!({
            "title": "Token",
            "description": std::format!("A token:{}", lines.collect::<String>()),
            "type": "string",
            "enum": Token::ALL.map(Token::name),
        })
    }
}

impl JsonSchema for Color {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Color".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Color::ALL.map(Color::name) })
    }
}

impl JsonSchema for Level {
    fn schema_name() -> Cow<'static, str> {
        "Level".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Level",
            "description": "A level of cards.",
            "examples": [1],
            "type": "integer",
            "minimum": 1,
            "maximum": 3,
        })
    }
}

impl Row {
    /// Returns the key of the row in the market and the decks of a file, like `level1`.
    pub const fn key(self) -> &'static str {
        ["level1", "level2", "level3", "orient1", "orient2", "orient3"][self.index()]
    }

    /// Returns the key that names its deck in a `reserve` and in a hand: `deck` or `orient`.
    pub const fn deck_key(self) -> &'static str {
        if self.is_orient() { "orient" } else { "deck" }
    }

    /// Returns the row of a deck that a file names by its level, under one of these two keys.
    pub const fn of_deck(deck: Option<Level>, orient: Option<Level>) -> Option<Self> {
        match (deck, orient) {
            (Some(level), None) => Some(Self::BASE[level.index()]),
            (None, Some(level)) => Some(Self::orient(level)),
            _ => None,
        }
    }
}
