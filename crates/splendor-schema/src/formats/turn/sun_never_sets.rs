//! The fields of a turn that the modules Orient and Strongholds add: the color that a card copies,
//! free cards, the step with a stronghold, and the conquest.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::Purchase;
use crate::json::object::object;
use crate::json::read::number_up_to;
use crate::json::reader::{Failed, FromJson, Reader};
use crate::json::suggest::clip;
use crate::limits;
use crate::token::TokenCounts;
use splendor_core::{Card, Color, NotAToken, PurchaseOrigin, Token};

/// The color that a card copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The color, never gold.
    Color(Color),
    /// The card whose color it is.
    Card(Card),
}

impl Copied {
    /// Returns the color or the card that a word names.
    pub(crate) fn of_word(word: &str) -> Option<Copied> {
        match word.parse() {
            Ok(Token::Gold) => None,
            Ok(Token::Gem(color)) => Some(Copied::Color(color)),
            Err(NotAToken) => Card::parse(word).map(Copied::Card),
        }
    }
}

impl fmt::Display for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Copied::Color(color) => color.fmt(f),
            Copied::Card(card) => card.fmt(f),
        }
    }
}

impl Serialize for Copied {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromJson for Copied {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        from.parse("a color or a card id", |word| {
            Copied::of_word(word)
                .ok_or_else(|| format!("`{}` is neither a color nor a card id", clip(word)))
        })
    }
}

impl JsonSchema for Copied {
    fn schema_name() -> Cow<'static, str> {
        "Copied".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "title": "Copied",
            "description": "The color that a card copies, or the card whose color it is.",
            "examples": ["emerald"],
            "oneOf": [
                { "type": "string", "enum": ["diamond", "sapphire", "emerald", "ruby", "onyx"] },
                generator.subschema_for::<Card>(),
            ],
        })
    }
}

object! {
    /// A card that the power of another card brings without payment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "FreeCard")]
    #[schemars(example = serde_json::json!({ "card": "A0c3d2r", "copy": "emerald" }))]
    pub struct FreeCard: "`free`" {
        /// The card.
        required card: Card,
        /// The card that refills its place; absent means not recorded.
        optional refill: Card,
        /// The color that it copies; absent means not recorded.
        optional copy: Copied,
        /// The free card that it brings in turn; absent means none. At most eight free cards stand
        /// inside one another.
        optional free: Box<FreeCard> = |from| {
            from.nested(too_many_free_cards, FromJson::from_json)
        },
    }
}

impl FreeCard {
    /// Iterates over a free card, if there is one, and the free cards inside it.
    pub fn from_outermost(outermost: Option<&FreeCard>) -> impl Iterator<Item = &FreeCard> {
        std::iter::successors(outermost, |outer| outer.free.as_deref())
    }
}

/// Reads a free card with a limited number of free cards inside.
pub(super) fn free_cards(from: &mut Reader<'_>) -> Result<Box<FreeCard>, Failed> {
    from.with_levels(limits::FREE_CARDS - 1, FromJson::from_json)
}

fn too_many_free_cards() -> String {
    format!("more free cards inside one another than the limit of {}", limits::FREE_CARDS)
}

/// The step with a stronghold that follows a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrongholdStep {
    /// Puts a stronghold of the stock on a card.
    Place(Card),
    /// Moves an own stronghold.
    Move(StrongholdMove),
    /// Sends a stronghold of another seat back to its stock.
    Remove(StrongholdRemoval),
}

object! {
    /// The way of a stronghold from one card to another.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[schemars(title = "StrongholdMove")]
    #[schemars(example = serde_json::json!({ "from": "c4r7e", "to": "b2d5r" }))]
    pub struct StrongholdMove: "`move`" {
        /// The card that it leaves.
        required from: Card,
        /// The card that it comes to.
        required to: Card,
    }
}

object! {
    /// The removal of a stronghold of another seat.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[schemars(title = "StrongholdRemoval")]
    #[schemars(example = serde_json::json!({ "seat": 0, "card": "b2d5r" }))]
    pub struct StrongholdRemoval: "`remove`" {
        /// The seat that it belongs to; absent means not recorded.
        #[schemars(range(max = limits::SEAT))]
        optional seat: u8 = number_up_to(limits::SEAT),
        /// The card that it stands on.
        required card: Card,
    }
}

object! {
    /// The keys of every kind of `stronghold`.
    #[derive(Default)]
    struct AnyStep: "`stronghold`" {
        /// The card that gets a stronghold.
        optional place: Card,
        /// The way of a stronghold.
        optional r#move as "move": StrongholdMove,
        /// The stronghold that leaves.
        optional remove: StrongholdRemoval,
    }
}

impl AnyStep {
    /// Returns the step that the fields describe.
    fn classify(self) -> Result<StrongholdStep, &'static str> {
        match (self.place, self.r#move, self.remove) {
            (Some(card), None, None) => Ok(StrongholdStep::Place(card)),
            (None, Some(way), None) => Ok(StrongholdStep::Move(way)),
            (None, None, Some(removal)) => Ok(StrongholdStep::Remove(removal)),
            _ => Err("`stronghold` has exactly one of `place`, `move` and `remove`"),
        }
    }
}

impl FromJson for StrongholdStep {
    fn from_json(from: &mut Reader<'_>) -> Result<Self, Failed> {
        let start = from.place();
        let step = AnyStep::from_json(from)?.classify();
        step.map_err(|message| from.misshapen(start, message))
    }
}

impl Serialize for StrongholdStep {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut all = AnyStep::default();
        match *self {
            StrongholdStep::Place(card) => all.place = Some(card),
            StrongholdStep::Move(way) => all.r#move = Some(way),
            StrongholdStep::Remove(removal) => all.remove = Some(removal),
        }
        all.serialize(to)
    }
}

impl JsonSchema for StrongholdStep {
    fn schema_name() -> Cow<'static, str> {
        "StrongholdStep".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let step = |key: &str, value: Schema| {
            json_schema!({
                "type": "object",
                "properties": { key: value },
                "required": [key],
                "additionalProperties": false,
            })
        };
        let place = step("place", generator.subschema_for::<Card>());
        let way = step("move", generator.subschema_for::<StrongholdMove>());
        let removal = step("remove", generator.subschema_for::<StrongholdRemoval>());
        json_schema!({
            "title": "StrongholdStep",
            "description": "The step with a stronghold that follows a purchase.",
            "examples": [{ "place": "a0r3d" }],
            "oneOf": [place, way, removal],
        })
    }
}

object! {
    /// A second purchase in a turn: of a card on which three own strongholds stand.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Conquest")]
    #[schemars(
        example = serde_json::json!({ "purchase": { "card": "a0r3d" }, "refill": "a0o3e" })
    )]
    pub struct Conquest: "`conquest`" {
        /// The card and its payment. The card comes from the market.
        #[schemars(schema_with = "market_purchase")]
        required purchase: Purchase = purchase_from_market,
        /// The card that refills its place; absent means not recorded.
        optional refill: Card,
        /// The gem gained through a trading post; absent means none.
        optional gem: Token,
        /// The color that the card copies; absent means not recorded.
        optional copy: Copied,
        /// The free card; absent means none.
        optional free: Box<FreeCard> = free_cards,
        /// The step with a stronghold; absent means none.
        optional stronghold: StrongholdStep,
    }
}

/// Reads a purchase that is not from the hand.
fn purchase_from_market(from: &mut Reader<'_>) -> Result<Purchase, Failed> {
    let start = from.place();
    let purchase = Purchase::from_json(from)?;
    if purchase.from == Some(PurchaseOrigin::Hand) {
        return Err(from.misshapen(start, "a conquest takes its card from the market"));
    }
    Ok(purchase)
}

/// A purchase from the market.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is used")]
#[schemars(title = "MarketPurchase", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 } }))]
struct MarketPurchase {
    /// The card.
    card: Card,
    /// The tokens paid; absent means not recorded, `{}` means that the card was free.
    pay: Option<TokenCounts>,
    /// The former place of the card.
    #[schemars(default, schema_with = "only_market")]
    from: Option<PurchaseOrigin>,
    /// The cards of virtual gold that are spent; absent means none.
    #[schemars(length(max = limits::SPENT))]
    spend: Option<Vec<Card>>,
    /// The cards given up as the price; absent means none.
    #[schemars(length(max = limits::DISCARDED))]
    discard: Option<Vec<Card>>,
}

fn market_purchase(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<MarketPurchase>()
}

fn only_market(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "const": "market" })
}
