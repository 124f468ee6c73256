//! The card that a player reserves.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use splendor_core::{Card, Level, Row};

use crate::json::object::{kinds_of_object, object};
use crate::json::reader::{Failed, FromJson, Reader};

/// The card that a player reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// A face-up card.
    Market(Card),
    /// The next card of a deck.
    Deck {
        /// The row of the deck, written as its level under `deck` or `orient`.
        row: Row,
        /// The card; absent means not recorded.
        card: Option<Card>,
        /// The card put under the deck; absent means not recorded.
        under: Option<Card>,
    },
}

object! {
    /// The keys of both kinds of `reserve`.
    #[derive(Default)]
    struct AnyReserve: "`reserve`" {
        /// The face-up card.
        optional market: Card,
        /// The level of the deck.
        optional deck: Level,
        /// The level of the Orient deck.
        optional orient: Level,
        /// The card; absent means not recorded.
        optional card: Card,
        /// The card put under the deck; absent means not recorded.
        optional under: Card,
    }
}

impl FromJson for Reserve {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        if from.peek() != Some(b'{') {
            return Err(from.expected("an object (`reserve`) with `market`, `deck` or `orient`"));
        }
        let start = from.place();
        let reserve = AnyReserve::from_json(from)?.classify();
        reserve.map_err(|message| from.misshapen(start, message))
    }
}

impl AnyReserve {
    /// Returns the kind of `reserve` that the fields belong to.
    fn classify(self) -> Result<Reserve, &'static str> {
        let AnyReserve { market, deck, orient, card, under } = self;
        let drawn = deck.is_some() || orient.is_some() || card.is_some() || under.is_some();
        match (market, Row::of_deck(deck, orient)) {
            (Some(market), None) if !drawn => Ok(Reserve::Market(market)),
            (None, Some(row)) => Ok(Reserve::Deck { row, card, under }),
            (None, None) if deck.is_none() => Err("`reserve` needs `market`, `deck` or `orient`"),
            (None, None) => Err("`reserve` has either `deck` or `orient`"),
            (Some(_), _) => {
                Err("`reserve` has either `market` alone, or `deck` with `card` and `under`")
            }
        }
    }
}

impl Serialize for Reserve {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let all = match *self {
            Reserve::Market(card) => AnyReserve { market: Some(card), ..AnyReserve::default() },
            Reserve::Deck { row, card, under } => {
                let [deck, orient] = row.deck_and_orient();
                AnyReserve { market: None, deck, orient, card, under }
            }
        };
        all.serialize(to)
    }
}

impl JsonSchema for Reserve {
    fn schema_name() -> Cow<'static, str> {
        "Reserve".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Reserve",
            "description": "The card that a player reserves.",
            "oneOf": [
                generator.subschema_for::<MarketReserve>(),
                generator.subschema_for::<DeckReserve>(),
                generator.subschema_for::<OrientReserve>(),
            ],
        })
    }
}

kinds_of_object! {
    AnyReserve, keys by allows_key:
    MarketReserve = "market", "A card reserved from the market.", { "market": "b2e5s3e" };
    DeckReserve = "deck", "A card reserved from a deck.",
        { "deck": 2, "card": "b3o6o", "under": "b2d5r" };
    OrientReserve = "orient", "A card reserved from an Orient deck.", { "orient": 3 };
}

/// Returns whether a reservation with the key `kind` may have this key.
fn allows_key(kind: &str, key: &str) -> bool {
    key == kind || kind != "market" && matches!(key, "card" | "under")
}
