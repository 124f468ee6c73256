//! A full or partial state of the table, `splendor-position/1`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{DeserializeSeed, MapAccess};
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::canonical::{CanonicalPosition, CanonicalSeat};
use crate::id::{CardId, CityId, Digest, NobleId, PostId};
use crate::json::Ext;
use crate::limits;
use crate::list::{Either, StringOrObject, list_of};
use crate::object::read_object;
use crate::rules::Rules;
use crate::text::{Text, Whole};
use crate::token::{Level, TokenCounts};

crate::read::format_name!(
    PositionFormat,
    "splendor-position/1",
    "The name and version of the position format."
);

/// A state of the table; what is left out at the top is not claimed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Splendor position", deny_unknown_fields)]
pub struct Position {
    /// Where the schema of this file is found; not read.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TEXT))]
    pub schema: Option<String>,
    /// The name and version of this format.
    pub format: PositionFormat,
    /// The rules that are played by.
    pub rules: Rules,
    /// The tokens in the supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<TokenCounts>,
    /// The seats in order.
    #[schemars(length(max = limits::SEATS))]
    pub seats: Vec<PositionSeat>,
    /// The cards that lie face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<PositionMarket>,
    /// The decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decks: Option<PositionDecks>,
    /// The nobles on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub nobles: Option<Vec<NobleId>>,
    /// The cities on the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::TILES))]
    pub cities: Option<Vec<CityId>>,
    /// The seat that acts next; absent means 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::SEAT))]
    pub to_move: Option<u8>,
    /// The number of turns played.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::TURNS))]
    pub turns: Option<u64>,
    /// The number of turns in a row that were passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passes: Option<u8>,
    /// Whether the last round is being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_round: Option<bool>,
    /// Whether the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<bool>,
    /// Anything else, which is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ext: Option<Ext>,
}

read_object!(Position, "a position" {
    optional schema as "$schema": Text(limits::TEXT),
    required format,
    required rules,
    optional supply,
    required seats: list_of(limits::SEATS),
    optional market,
    optional decks,
    optional nobles: list_of(limits::TILES),
    optional cities: list_of(limits::TILES),
    optional to_move: Whole::small(limits::SEAT),
    optional turns: Whole(limits::TURNS as u64),
    optional passes: Whole::small(u8::MAX),
    optional last_round,
    optional ended,
    optional ext,
});

/// What lies before one seat; absent means none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionSeat", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "tokens": { "ruby": 2 }, "cards": ["a0d3s"] }))]
pub struct PositionSeat {
    /// The tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenCounts>,
    /// The cards purchased.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub cards: Vec<CardId>,
    /// The cards reserved.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::CARDS))]
    pub hand: Vec<HandEntry>,
    /// The nobles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub nobles: Vec<NobleId>,
    /// The cities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub cities: Vec<CityId>,
    /// The trading posts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = limits::TILES))]
    pub posts: Vec<PostId>,
}

read_object!(PositionSeat, "a seat" {
    optional tokens,
    default cards: list_of(limits::CARDS),
    default hand: list_of(limits::CARDS),
    default nobles: list_of(limits::TILES),
    default cities: list_of(limits::TILES),
    default posts: list_of(limits::TILES),
});

/// The cards that lie face up, by level; what is left out is not claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionMarket", deny_unknown_fields)]
pub struct PositionMarket {
    /// The cards of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level1: Option<Vec<CardId>>,
    /// The cards of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level2: Option<Vec<CardId>>,
    /// The cards of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = limits::CARDS))]
    pub level3: Option<Vec<CardId>>,
}

read_object!(PositionMarket, "`market`" {
    optional level1: list_of(limits::CARDS),
    optional level2: list_of(limits::CARDS),
    optional level3: list_of(limits::CARDS),
});

/// The decks by level; what is left out is not claimed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "PositionDecks", deny_unknown_fields)]
pub struct PositionDecks {
    /// The deck of level 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level1: Option<PositionDeck>,
    /// The deck of level 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level2: Option<PositionDeck>,
    /// The deck of level 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level3: Option<PositionDeck>,
}

read_object!(PositionDecks, "`decks`" {
    optional level1,
    optional level2,
    optional level3,
});

impl PositionMarket {
    /// The cards of one level, if they are claimed.
    pub fn level(&self, level: Level) -> Option<&[CardId]> {
        let cards = match level {
            Level::One => &self.level1,
            Level::Two => &self.level2,
            Level::Three => &self.level3,
        };
        cards.as_deref()
    }
}

impl PositionDecks {
    /// The deck of one level, if it is claimed.
    pub const fn level(&self, level: Level) -> Option<&PositionDeck> {
        match level {
            Level::One => self.level1.as_ref(),
            Level::Two => self.level2.as_ref(),
            Level::Three => self.level3.as_ref(),
        }
    }
}

/// A deck: how many cards it holds, or which, next card first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionDeck {
    /// How many cards it holds, written as `{"cards": 36}`.
    Count(u8),
    /// Its cards, next card first.
    Cards(Vec<CardId>),
}

impl PositionDeck {
    /// How many cards it holds.
    pub fn count(&self) -> u8 {
        match self {
            PositionDeck::Count(count) => *count,
            PositionDeck::Cards(cards) => u8::try_from(cards.len()).unwrap_or(u8::MAX),
        }
    }
}

/// A deck of which only the number of cards is claimed.
#[derive(JsonSchema)]
#[schemars(title = "DeckCount", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "cards": 36 }))]
struct DeckCount {
    /// How many cards the deck holds.
    #[schemars(range(max = limits::CARD_COUNT))]
    cards: u8,
}

read_object!(DeckCount, "a deck" { required cards: Whole::small(limits::CARD_COUNT) });

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
        f.write_str("a list of cards or an object with their number")
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
            "description": "A deck: how many cards it holds, or which, next card first.",
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
    /// Reserved from the market: every seat knows it.
    Card(CardId),
    /// Reserved from a deck: hidden from the other seats.
    Deck {
        /// The level of the deck.
        deck: Level,
        /// The card; absent means not known.
        card: Option<CardId>,
    },
}

/// A card in hand that was reserved from a deck and is hidden from the other seats.
#[derive(JsonSchema)]
#[schemars(title = "HiddenCard", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "deck": 2, "card": "b3o6o" }))]
struct HiddenCard {
    /// The level of the deck.
    deck: Level,
    /// The card; absent means not known.
    card: Option<CardId>,
}

read_object!(HiddenCard, "a hidden card" {
    required deck,
    optional card,
});

impl Serialize for HandEntry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            HandEntry::Card(card) => card.serialize(to),
            HandEntry::Deck { deck, card } => {
                let mut map = to.serialize_map(None)?;
                map.serialize_entry("deck", deck)?;
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
            object: PhantomData::<HiddenCard>,
        };
        Ok(match from.deserialize_any(visitor)? {
            Either::Left(card) => HandEntry::Card(card),
            Either::Right(HiddenCard { deck, card }) => HandEntry::Deck { deck, card },
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
            "description": "A card in hand: its id if it was reserved from the market, else its deck.",
            "examples": ["b2e5s3e"],
            "anyOf": [
                generator.subschema_for::<CardId>(),
                generator.subschema_for::<HiddenCard>(),
            ],
        })
    }
}

impl Position {
    /// The digest, if the supply, the market and the decks are claimed in full.
    pub fn digest(&self) -> Option<Digest> {
        self.canonical().map(|text| Digest::of(&text))
    }

    /// The canonical text, if the supply, the market and the decks are claimed in full.
    pub fn canonical(&self) -> Option<String> {
        let (market, decks) = (self.market.as_ref()?, self.decks.as_ref()?);
        let hands: Vec<(Vec<CardId>, [u8; 3])> = self.seats.iter().map(split_hand).collect();
        let seats: Vec<_> = self.seats.iter().zip(&hands).map(canonical_seat).collect();
        let [one, two, three] = Level::ALL;
        let cards = |level| market.level(level);
        let count = |level| decks.level(level).map(PositionDeck::count);
        let position = CanonicalPosition {
            to_move: (self.ended != Some(true)).then_some(self.to_move.unwrap_or(0)),
            supply: self.supply?.counts(),
            market: [cards(one)?, cards(two)?, cards(three)?],
            decks: [count(one)?, count(two)?, count(three)?],
            nobles: self.nobles.as_deref().unwrap_or_default(),
            cities: self.cities.as_deref().unwrap_or_default(),
            seats: &seats,
        };
        Some(position.text())
    }
}

/// The cards that every seat knows, and how many are hidden by level.
fn split_hand(seat: &PositionSeat) -> (Vec<CardId>, [u8; 3]) {
    let (mut known, mut hidden) = (Vec::new(), [0; 3]);
    for entry in &seat.hand {
        match entry {
            HandEntry::Card(card) => known.push(*card),
            HandEntry::Deck { deck, .. } => hidden[deck.index()] += 1,
        }
    }
    (known, hidden)
}

fn canonical_seat<'a>(
    (seat, (hand, hidden)): (&'a PositionSeat, &'a (Vec<CardId>, [u8; 3])),
) -> CanonicalSeat<'a> {
    CanonicalSeat {
        tokens: seat.tokens.unwrap_or_default().counts(),
        cards: &seat.cards,
        hand,
        hidden: *hidden,
        nobles: &seat.nobles,
        cities: &seat.cities,
        posts: &seat.posts,
    }
}
