//! Decks and hands of a position, which have two spellings each.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::json::object::{kinds_of_object, object};
use crate::json::read::number_up_to;
use crate::json::reader::{Failed, FromJson, Reader};
use crate::limits;
use splendor_core::{Card, Color, Level, Row, Token};

/// A deck: the number of its cards, or the cards themselves, the next card first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionDeck {
    /// The number of cards, written as `{"cards": 36}`.
    Count(u8),
    /// The cards, the next card first.
    Cards(Vec<Card>),
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

object! {
    /// A deck that claims only the number of its cards.
    #[schemars(title = "DeckCount")]
    #[schemars(example = serde_json::json!({ "cards": 36 }))]
    struct DeckCount: "a deck" {
        /// How many cards the deck holds.
        #[schemars(range(max = limits::CARD_COUNT))]
        required cards: u8 = number_up_to(limits::CARD_COUNT),
    }
}

impl Serialize for PositionDeck {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            PositionDeck::Count(cards) => DeckCount { cards: *cards }.serialize(to),
            PositionDeck::Cards(cards) => cards.serialize(to),
        }
    }
}

impl FromJson for PositionDeck {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        match from.peek() {
            Some(b'[') => from.vec(limits::CARDS, Card::from_json).map(PositionDeck::Cards),
            Some(b'{') => Ok(PositionDeck::Count(DeckCount::from_json(from)?.cards)),
            _ => Err(from.expected("a list of cards or an object with the number of cards")),
        }
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
                    "items": generator.subschema_for::<Card>(),
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
    Card(Card),
    /// A card reserved from a deck, hidden from the other seats.
    Deck {
        /// The row of the deck, written as its level under `deck` or `orient`.
        row: Row,
        /// The card; absent means unknown.
        card: Option<Card>,
    },
}

object! {
    /// The keys of both kinds of hidden card.
    struct AnyHidden: "a hidden card" {
        /// The level of the deck.
        optional deck: Level,
        /// The level of the Orient deck.
        optional orient: Level,
        /// The card; absent means unknown.
        optional card: Card,
    }
}

kinds_of_object! {
    AnyHidden, keys by allows_key:
    HiddenCard = "deck",
        "A card in hand that was reserved from a deck, hidden from the other seats.",
        { "deck": 2, "card": "b3o6o" };
    HiddenOrientCard = "orient",
        "A card in hand that was reserved from an Orient deck, hidden from the other seats.",
        { "orient": 2 };
}

/// Returns whether a hidden card with the key `kind` may have this key.
fn allows_key(kind: &str, key: &str) -> bool {
    key == kind || key == "card"
}

impl Serialize for HandEntry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match *self {
            HandEntry::Card(card) => card.serialize(to),
            HandEntry::Deck { row, card } => {
                let [deck, orient] = row.deck_and_orient();
                AnyHidden { deck, orient, card }.serialize(to)
            }
        }
    }
}

impl FromJson for HandEntry {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        match from.peek() {
            Some(b'"') => Card::from_json(from).map(HandEntry::Card),
            Some(b'{') => {
                let start = from.place();
                let AnyHidden { deck, orient, card } = AnyHidden::from_json(from)?;
                let row = Row::of_deck(deck, orient).ok_or_else(|| {
                    from.misshapen(start, "a hidden card has either `deck` or `orient`")
                })?;
                Ok(HandEntry::Deck { row, card })
            }
            _ => Err(from.expected("a card id or an object with its deck")),
        }
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
                generator.subschema_for::<Card>(),
                generator.subschema_for::<HiddenCard>(),
                generator.subschema_for::<HiddenOrientCard>(),
            ],
        })
    }
}

/// A card in front of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedCard {
    /// The card.
    pub card: Card,
    /// The color that it copied; absent if it is no copy card.
    pub copy: Option<Color>,
    /// The bonuses of that color that it brings, 1 or 2; absent means 1.
    pub bonuses: Option<u8>,
}

impl OwnedCard {
    /// Returns a card that copied no color.
    pub const fn plain(card: Card) -> OwnedCard {
        OwnedCard { card, copy: None, bonuses: None }
    }
}

object! {
    /// A copy card in front of a seat.
    #[schemars(title = "CopyCard")]
    #[schemars(example = serde_json::json!({ "card": "A0c3d2r", "copy": "emerald" }))]
    struct CopyCard: "a copy card" {
        /// The card.
        required card: Card,
        /// The color that it copied.
        #[schemars(schema_with = "color")]
        required copy: Token,
        /// The bonuses of that color that it brings; absent means 1.
        #[schemars(range(min = 1, max = 2))]
        optional bonuses: u8 = |from| from.small_number_in(1..=2),
    }
}

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
            Some(color) => CopyCard { card, copy: color.into(), bonuses }.serialize(to),
        }
    }
}

impl FromJson for OwnedCard {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        match from.peek() {
            Some(b'"') => Card::from_json(from).map(OwnedCard::plain),
            Some(b'{') => {
                let start = from.place();
                let CopyCard { card, copy, bonuses } = CopyCard::from_json(from)?;
                match copy {
                    Token::Gold => Err(from.misshapen(start, "no card copies gold")),
                    Token::Gem(color) => Ok(OwnedCard { card, copy: Some(color), bonuses }),
                }
            }
            _ => Err(from.expected("a card id or an object with the copied color")),
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
                generator.subschema_for::<Card>(),
                generator.subschema_for::<CopyCard>(),
            ],
        })
    }
}
