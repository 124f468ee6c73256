//! How files spell tokens, colors, levels and components: the feature `json`, which
//! `splendor-schema` turns on.

extern crate std;

use alloc::borrow::Cow;
use alloc::string::String;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::component::{Card, City, Level, Noble, PostName, Row};
use crate::number::{Color, Token};
use crate::turn::PurchaseOrigin;

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

impl Serialize for PurchaseOrigin {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl JsonSchema for PurchaseOrigin {
    fn schema_name() -> Cow<'static, str> {
        "PurchaseOrigin".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "PurchaseOrigin",
            "description": "A place from which a card is purchased:\n- `market`: From the market.\n\
                            - `hand`: From the buyer's hand.",
            "type": "string",
            "enum": Self::ALL.map(Self::name),
        })
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

    /// Returns the values of the keys `deck` and `orient`, which name its deck in a `reserve` and in
    /// a hand: the level for one, nothing for the other.
    pub const fn deck_and_orient(self) -> [Option<Level>; 2] {
        let level = Some(self.level());
        if self.is_orient() { [None, level] } else { [level, None] }
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

macro_rules! ids {
    ($(
        $(#[doc = $doc:literal])+
        $type:ident as $name:literal, $pattern:expr, $example:literal;
    )+) => {$(
        impl $type {
            /// The regular expression that all ids match, as in the JSON Schema.
            ///
            /// Every id matches it, but not every match is a component of a published box.
            pub const PATTERN: &'static str = $pattern;
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "title": $name,
                    "description": concat!($($doc, "\n"),+),
                    "examples": [$example],
                    "type": "string",
                    "pattern": $pattern,
                })
            }
        }
    )+};
}

ids! {
    /// A development card: level (`a`, `b`, `c`), prestige, bonus, then the cost by color.
    ///
    /// The colors are `d` diamond, `s` sapphire, `e` emerald, `r` ruby, `o` onyx, in this order.
    /// The level of an Orient card is in upper case. In place of the bonus it may have `gg` (two
    /// virtual gold), `c` (copies a color), `ca` (copies a color and brings a free card of
    /// level 1), a color twice (two bonuses), or a color and `b` (a bonus and a free card of
    /// level 2); in place of the cost, `x2` and the color of two cards.
    Card as "CardId",
        concat!(
            "^([abc][0-9][dsero]([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?",
            "|[ABC][0-9](gg|ca?|dd|ss|ee|rr|oo|[dsero]b?)",
            "(x2[dsero]|([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?))$"
        ), "a0d3s";
    /// A noble: prestige, a colon, then the bonuses that the noble requires.
    Noble as "NobleId",
        "^[0-9]:([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?$", "3:4d4s";
    /// A city: the prestige that it requires, a colon, the bonuses that it requires, then `+` and
    /// the number of further bonuses of one other color.
    City as "CityId",
        "^[1-9]?[0-9]:([1-9]d)?([1-9]s)?([1-9]e)?([1-9]r)?([1-9]o)?(\\+[1-9])?$", "14:4d+4";
    /// A trading post: a word in kebab case.
    PostName as "PostId", "^[a-z][a-z-]{0,23}$", "third-gem";
}
