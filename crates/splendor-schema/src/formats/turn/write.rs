//! Writes a turn with its fields in the order of the format, and describes it as a JSON Schema.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{
    After, CommonFields, Conquest, Copied, DeckReserve, ForeignTurn, FreeCard, PassTurn, Purchase,
    PurchaseTurn, Reserve, ReserveTurn, StrongholdStep, TakeTurn, Turn,
};
use crate::formats::turn::OneOrMany;
use crate::json::free::{Ext, Json};
use crate::limits;
use crate::token::{TokenCounts, TokenList};
use splendor_core::{Card, Level, Noble, PostName, Token};

pub(super) fn turn<S: Serializer>(turn: &Turn, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    optional(&mut map, "seat", turn.seat().as_ref())?;
    match turn {
        Turn::Take(turn) => map.serialize_entry("take", &turn.take)?,
        Turn::Reserve(turn) => map.serialize_entry("reserve", &turn.reserve)?,
        Turn::Purchase(turn) => map.serialize_entry("purchase", &turn.purchase)?,
        Turn::Pass(_) => map.serialize_entry("pass", &true)?,
        Turn::Foreign(turn) => {
            map.serialize_entry("foreign", &turn.foreign)?;
            optional(&mut map, "after", turn.after.as_ref())?;
            optional(&mut map, "ext", turn.ext.as_ref())?;
        }
        Turn::Irregular(turn) => {
            optional(&mut map, "take", turn.take.as_ref())?;
            optional(&mut map, "reserve", turn.reserve.as_ref())?;
            optional(&mut map, "purchase", turn.purchase.as_ref())?;
            optional(&mut map, "pass", turn.pass.then_some(&true))?;
        }
    }
    if let Some(shared) = turn.common() {
        common(&mut map, shared)?;
    }
    map.end()
}

fn common<M: SerializeMap>(map: &mut M, common: &CommonFields) -> Result<(), M::Error> {
    let effects = common.effects.as_deref();
    optional(map, "refill", common.refill.as_ref())?;
    optional(map, "gem", common.gem.as_ref())?;
    optional(map, "copy", effects.and_then(|effects| effects.copy.as_ref()))?;
    optional(map, "free", effects.and_then(|effects| effects.free.as_ref()))?;
    optional(map, "stronghold", effects.and_then(|effects| effects.stronghold.as_ref()))?;
    optional(map, "conquest", common.conquest())?;
    optional(map, "return", common.returned.as_ref())?;
    optional(map, "noble", common.noble.as_ref())?;
    optional(map, "post", common.post.as_ref())?;
    optional(map, "after", common.after.as_ref())?;
    optional(map, "ext", common.ext.as_ref())
}

fn optional<M, T>(map: &mut M, key: &str, value: Option<&T>) -> Result<(), M::Error>
where
    M: SerializeMap,
    T: Serialize,
{
    value.map_or(Ok(()), |value| map.serialize_entry(key, value))
}

impl Serialize for Reserve {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        match self {
            Reserve::Market(card) => map.serialize_entry("market", card)?,
            Reserve::Deck(DeckReserve { row, card, under }) => {
                map.serialize_entry(row.deck_key(), &row.level())?;
                optional(&mut map, "card", card.as_ref())?;
                optional(&mut map, "under", under.as_ref())?;
            }
        }
        map.end()
    }
}

/// Describes a kind of turn as the flat object of the file.
macro_rules! turn_schemas {
    ($($type:ident = $doc:literal, $example:tt {
        $($(#[$meta:meta])* $action:ident: $value:ty,)+
    })+) => {$(
        const _: () = {
            /// Only its schema is used.
            #[derive(JsonSchema)]
            #[expect(dead_code, reason = "only the schema is used")]
            #[schemars(title = stringify!($type), description = $doc, deny_unknown_fields)]
            #[schemars(example = serde_json::json!($example))]
            struct Flat {
                /// The seat that acts; absent means not recorded.
                #[schemars(range(max = limits::SEAT))]
                seat: Option<u8>,
                $($(#[$meta])* $action: $value,)+
                /// The client's own view after the turn.
                after: Option<After>,
                /// Any other data; ignored.
                ext: Option<Ext>,
            }

            impl JsonSchema for $type {
                fn schema_name() -> Cow<'static, str> {
                    stringify!($type).into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    Flat::json_schema(generator)
                }
            }
        };
    )+};
}

/// Describes a kind of turn that belongs to the game.
macro_rules! game_turn_schemas {
    ($($type:ident = $doc:literal, $example:tt {
        $(#[$meta:meta])* $action:ident: $value:ty
    })+) => {
        turn_schemas! {$(
            $type = $doc, $example {
                $(#[$meta])* $action: $value,
                /// The card that refills the market; absent means not recorded.
                refill: Option<Card>,
                /// The gem gained through a trading post; absent means none.
                gem: Option<Token>,
                /// The color that the purchased card copies; absent means not recorded.
                copy: Option<Copied>,
                /// The free card; absent means none.
                free: Option<FreeCard>,
                /// The step with a stronghold; absent means none.
                stronghold: Option<StrongholdStep>,
                /// The conquest after the action; absent means none.
                conquest: Option<Conquest>,
                /// The tokens returned at the end of the turn; absent means none.
                r#return: Option<TokenCounts>,
                /// The noble that visits; absent means none.
                noble: Option<OneOrMany<Noble>>,
                /// The trading post that the player takes; absent means none.
                post: Option<OneOrMany<PostName>>,
            }
        )+}
    };
}

game_turn_schemas! {
    TakeTurn = "A turn that takes tokens.", { "seat": 0, "take": ["diamond", "sapphire", "onyx"] } {
        /// The tokens taken, one entry for each.
        take: TokenList
    }
    ReserveTurn = "A turn that reserves a card.", { "seat": 1, "reserve": { "deck": 3 } } {
        /// The card and where it comes from.
        reserve: Reserve
    }
    PurchaseTurn = "A turn that purchases a card.", { "seat": 0, "purchase": { "card": "a0d3s" } } {
        /// The card, its payment and where it comes from.
        purchase: Purchase
    }
    PassTurn = "A turn without an action.", { "seat": 1, "pass": true } {
        /// Always `true`.
        #[schemars(schema_with = "always_true")]
        pass: bool
    }
}

turn_schemas! {
    ForeignTurn = "An event outside the rules of the game.",
        { "seat": 0, "foreign": { "swap": [0, 1] } } {
        /// The event, in the client's own JSON.
        foreign: Json,
    }
}

fn always_true(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "boolean", "const": true })
}

impl JsonSchema for Turn {
    fn schema_name() -> Cow<'static, str> {
        "Turn".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Turn",
            "description": "One turn. Its kind is the one key that names an action. The reader \
                            also accepts a turn with none or several of `take`, `reserve`, \
                            `purchase` and `pass`: such a log is illegal, not malformed.",
            "oneOf": [
                generator.subschema_for::<TakeTurn>(),
                generator.subschema_for::<ReserveTurn>(),
                generator.subschema_for::<PurchaseTurn>(),
                generator.subschema_for::<PassTurn>(),
                generator.subschema_for::<ForeignTurn>(),
            ],
        })
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

/// A card reserved from the market.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "MarketReserve", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "market": "b2e5s3e" }))]
struct MarketReserve {
    /// The face-up card.
    market: Card,
}

impl JsonSchema for DeckReserve {
    fn schema_name() -> Cow<'static, str> {
        "DeckReserve".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        FlatDeckReserve::json_schema(generator)
    }
}

/// A card reserved from a deck.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "DeckReserve", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "deck": 2, "card": "b3o6o", "under": "b2d5r" }))]
struct FlatDeckReserve {
    /// The level of the deck.
    deck: Level,
    /// The card; absent means not recorded.
    card: Option<Card>,
    /// The card put under the deck; absent means not recorded.
    under: Option<Card>,
}

/// A card reserved from an Orient deck.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "OrientReserve", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "orient": 3 }))]
struct OrientReserve {
    /// The level of the Orient deck.
    orient: Level,
    /// The card; absent means not recorded.
    card: Option<Card>,
    /// The card put under the deck; absent means not recorded.
    under: Option<Card>,
}
