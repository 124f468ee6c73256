//! Decks and hands of a position, which have two spellings each.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::id::CardId;
use crate::json::strict::list::list_of;
use crate::json::strict::object::read_object;
use crate::json::strict::scalar::SmallInteger;
use crate::limits;
use crate::row::Row;
use crate::token::{Level, Token};

/// A deck: the number of its cards, or the cards themselves, the next card first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionDeck {
    /// The number of cards, written as `{"cards": 36}`.
    Count(u8),
    /// The cards, the next card first.
    Cards(Vec<CardId>),
}

impl PositionDeck {
    /// Returns the number of cards.
    pub fn count(&self) -> u8 {
        match self {
            PositionDeck::Count(count) => *count,
            PositionDeck::Cards(cards) => u8::try_from(cards.len()).unwrap_or(u8::MAX),
        }
    }
}

/// A deck that claims only the number of its cards.
#[derive(JsonSchema)]
#[schemars(title = "DeckCount", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "cards": 36 }))]
struct DeckCount {
    /// How many cards the deck holds.
    #[schemars(range(max = limits::CARD_COUNT))]
    cards: u8,
}

read_object!(DeckCount, "a deck" { required cards: SmallInteger::up_to(limits::CARD_COUNT) });

impl Serialize for PositionDeck {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            PositionDeck::Count(cards) => to.collect_map([("cards", cards)]),
            PositionDeck::Cards(cards) => cards.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for PositionDeck {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(DeckVisitor)
    }
}

struct DeckVisitor;

impl<'de> Visitor<'de> for DeckVisitor {
    type Value = PositionDeck;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards or an object with the number of cards")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<PositionDeck, A::Error> {
        let cards = list_of(limits::CARDS).deserialize(SeqAccessDeserializer::new(seq))?;
        Ok(PositionDeck::Cards(cards))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PositionDeck, A::Error> {
        let count = DeckCount::deserialize(MapAccessDeserializer::new(map))?;
        Ok(PositionDeck::Count(count.cards))
    }
}

impl JsonSchema for PositionDeck {
    fn schema_name() -> Cow<'static, str> {
        "PositionDeck".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "PositionDeck",
            "description": "A deck: the number of its cards, or the cards, the next card first.",
            "examples": [{ "cards": 36 }],
            "anyOf": [
                generator.subschema_for::<DeckCount>(),
                {
                    "type": "array",
                    "items": generator.subschema_for::<CardId>(),
                    "maxItems": limits::CARDS,
                },
            ],
        })
    }
}

/// A card in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandEntry {
    /// A card reserved from the market, which every seat knows.
    Card(CardId),
    /// A card reserved from a deck, hidden from the other seats.
    Deck {
        /// The row of the deck, written as its level under `deck` or `orient`.
        row: Row,
        /// The card; absent means unknown.
        card: Option<CardId>,
    },
}

/// A card in hand that was reserved from a deck, hidden from the other seats.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "HiddenCard", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "deck": 2, "card": "b3o6o" }))]
struct HiddenCard {
    /// The level of the deck.
    deck: Level,
    /// The card; absent means unknown.
    card: Option<CardId>,
}

/// A card in hand that was reserved from an Orient deck, hidden from the other seats.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "HiddenOrientCard", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "orient": 2 }))]
struct HiddenOrientCard {
    /// The level of the Orient deck.
    orient: Level,
    /// The card; absent means unknown.
    card: Option<CardId>,
}

/// The fields of both kinds of hidden card.
struct FlatHidden {
    deck: Option<Level>,
    orient: Option<Level>,
    card: Option<CardId>,
}

read_object!(FlatHidden, "a hidden card" {
    optional deck,
    optional orient,
    optional card,
});

impl Serialize for HandEntry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            HandEntry::Card(card) => card.serialize(to),
            HandEntry::Deck { row, card } => {
                let mut map = to.serialize_map(None)?;
                map.serialize_entry(row.deck_key(), &row.level())?;
                if let Some(card) = card {
                    map.serialize_entry("card", card)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for HandEntry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let visitor = StringOrObject {
            what: "a card id or an object with its deck",
            string: PhantomData::<CardId>,
            object: PhantomData::<FlatHidden>,
        };
        Ok(match from.deserialize_any(visitor)? {
            Either::Left(card) => HandEntry::Card(card),
            Either::Right(FlatHidden { deck, orient, card }) => {
                let row = Row::of_deck(deck, orient);
                let needed = "a hidden card has either `deck` or `orient`";
                HandEntry::Deck { row: row.ok_or_else(|| D::Error::custom(needed))?, card }
            }
        })
    }
}

impl JsonSchema for HandEntry {
    fn schema_name() -> Cow<'static, str> {
        "HandEntry".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "HandEntry",
            "description": "A card in hand: its id if it came from the market, else its deck.",
            "examples": ["b2e5s3e"],
            "anyOf": [
                generator.subschema_for::<CardId>(),
                generator.subschema_for::<HiddenCard>(),
                generator.subschema_for::<HiddenOrientCard>(),
            ],
        })
    }
}

/// A card in front of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OwnedCard {
    /// The card.
    pub card: CardId,
    /// The color that it copied, never gold; absent if it is no copy card.
    pub copy: Option<Token>,
    /// The bonuses of that color that it brings, 1 or 2; absent means 1.
    pub bonuses: Option<u8>,
}

impl OwnedCard {
    /// Returns a card that copied no color.
    pub const fn plain(card: CardId) -> OwnedCard {
        OwnedCard { card, copy: None, bonuses: None }
    }
}

/// A copy card in front of a seat.
#[derive(Serialize, JsonSchema)]
#[schemars(title = "CopyCard", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "card": "A0c3d2r", "copy": "emerald" }))]
struct CopyCard {
    /// The card.
    card: CardId,
    /// The color that it copied.
    #[schemars(schema_with = "color")]
    copy: Token,
    /// The bonuses of that color that it brings; absent means 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2))]
    bonuses: Option<u8>,
}

read_object!(CopyCard, "a copy card" {
    required card,
    required copy,
    optional bonuses: SmallInteger { min: 1, max: 2 },
});

fn color(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "string",
        "enum": ["diamond", "sapphire", "emerald", "ruby", "onyx"],
    })
}

impl Serialize for OwnedCard {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let OwnedCard { card, copy, bonuses } = *self;
        match copy {
            None => card.serialize(to),
            Some(copy) => CopyCard { card, copy, bonuses }.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for OwnedCard {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let visitor = StringOrObject {
            what: "a card id or an object with the copied color",
            string: PhantomData::<CardId>,
            object: PhantomData::<CopyCard>,
        };
        match from.deserialize_any(visitor)? {
            Either::Left(card) => Ok(OwnedCard::plain(card)),
            Either::Right(CopyCard { copy: Token::Gold, .. }) => {
                Err(D::Error::custom("no card copies gold"))
            }
            Either::Right(CopyCard { card, copy, bonuses }) => {
                Ok(OwnedCard { card, copy: Some(copy), bonuses })
            }
        }
    }
}

impl JsonSchema for OwnedCard {
    fn schema_name() -> Cow<'static, str> {
        "OwnedCard".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "OwnedCard",
            "description": "A card in front of a seat: its id, and the color that it copied.",
            "examples": ["b2e5s3e"],
            "anyOf": [
                generator.subschema_for::<CardId>(),
                generator.subschema_for::<CopyCard>(),
            ],
        })
    }
}

/// Reads a value that is either a string or an object.
struct StringOrObject<S, O> {
    what: &'static str,
    string: PhantomData<S>,
    object: PhantomData<O>,
}

/// The value that [`StringOrObject`] read.
enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<'de, S: Deserialize<'de>, O: Deserialize<'de>> Visitor<'de> for StringOrObject<S, O> {
    type Value = Either<S, O>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        S::deserialize(text.into_deserializer()).map(Either::Left)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        O::deserialize(MapAccessDeserializer::new(map)).map(Either::Right)
    }
}
