//! Turns: five closed kinds, told apart by the one key that names the action.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::id::{CardId, Digest, NobleId, PostId};
use crate::json::error::ReadError;
use crate::json::free::{Ext, Json};
use crate::json::strict;
use crate::json::strict::object::read_object;
use crate::json::strict::scalar::SmallInteger;
use crate::json::strict::words::word_enum;
use crate::limits;
use crate::token::{BonusCounts, Level, Token, TokenCounts, TokenList};

mod fast_path;
mod one_or_many;
mod read;
mod write;

pub use one_or_many::OneOrMany;

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Tokens are taken.
    Take(TakeTurn),
    /// A card is reserved.
    Reserve(ReserveTurn),
    /// A card is purchased.
    Purchase(PurchaseTurn),
    /// Nothing can be done.
    Pass(PassTurn),
    /// Something that the game does not know.
    Foreign(ForeignTurn),
}

impl Turn {
    /// The key that names the action, like `take`.
    pub const fn key(&self) -> &'static str {
        match self {
            Turn::Take(_) => "take",
            Turn::Reserve(_) => "reserve",
            Turn::Purchase(_) => "purchase",
            Turn::Pass(_) => "pass",
            Turn::Foreign(_) => "foreign",
        }
    }

    /// What turns of the game share; `None` for a foreign one.
    pub const fn common(&self) -> Option<&Common> {
        match self {
            Turn::Take(turn) => Some(&turn.common),
            Turn::Reserve(turn) => Some(&turn.common),
            Turn::Purchase(turn) => Some(&turn.common),
            Turn::Pass(turn) => Some(&turn.common),
            Turn::Foreign(_) => None,
        }
    }

    /// The seat that acts, if it is recorded.
    pub const fn seat(&self) -> Option<u8> {
        match self {
            Turn::Foreign(turn) => turn.seat,
            Turn::Take(TakeTurn { common, .. })
            | Turn::Reserve(ReserveTurn { common, .. })
            | Turn::Purchase(PurchaseTurn { common, .. })
            | Turn::Pass(PassTurn { common }) => common.seat,
        }
    }

    /// The client's own view after the turn, if it is recorded.
    pub const fn after(&self) -> Option<&After> {
        match self {
            Turn::Foreign(turn) => turn.after.as_ref(),
            Turn::Take(TakeTurn { common, .. })
            | Turn::Reserve(ReserveTurn { common, .. })
            | Turn::Purchase(PurchaseTurn { common, .. })
            | Turn::Pass(PassTurn { common }) => common.after.as_ref(),
        }
    }
}

impl Turn {
    /// Reads one turn that stands alone, as a log tells it.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the bytes, and where.
    pub fn read(bytes: &[u8]) -> Result<Turn, ReadError> {
        strict::read(bytes, "")
    }
}

/// A turn that takes tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeTurn {
    /// The tokens taken, one entry for each.
    pub take: TokenList,
    /// What turns of the game share.
    pub common: Common,
}

/// A turn that reserves a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReserveTurn {
    /// The card and where it comes from.
    pub reserve: Reserve,
    /// What turns of the game share.
    pub common: Common,
}

/// A turn that purchases a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseTurn {
    /// The card, its payment and where it comes from.
    pub purchase: Purchase,
    /// What turns of the game share.
    pub common: Common,
}

/// A turn without an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassTurn {
    /// What turns of the game share.
    pub common: Common,
}

/// Something a client did that the game does not know, like a swap of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTurn {
    /// The seat that acts; absent means not recorded.
    pub seat: Option<u8>,
    /// What was done, in the client's own words.
    pub foreign: Json,
    /// The client's own view after the turn.
    pub after: Option<After>,
    /// Anything else, which is not read.
    pub ext: Option<Ext>,
}

/// What turns of the game share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Common {
    /// The seat that acts; absent means not recorded.
    pub seat: Option<u8>,
    /// The card that fills the gap in the market; absent means not recorded.
    pub refill: Option<CardId>,
    /// The gem that a trading post brings; absent means none.
    pub gem: Option<Token>,
    /// The tokens given back at the end of the turn, `return` in the file; absent means none.
    pub returned: Option<TokenCounts>,
    /// The noble that visits; absent means none.
    pub noble: Option<OneOrMany<NobleId>>,
    /// The trading post that is taken; absent means none.
    pub post: Option<OneOrMany<PostId>>,
    /// The client's own view after the turn.
    pub after: Option<After>,
    /// Anything else, which is not read.
    pub ext: Option<Ext>,
}

/// Which card is reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// A card that lies face up.
    Market(CardId),
    /// The next card of a deck.
    Deck(DeckReserve),
}

/// A card reserved from a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckReserve {
    /// The level of the deck.
    pub deck: Level,
    /// The card; absent means not recorded.
    pub card: Option<CardId>,
    /// The card put back below the deck; absent means not recorded.
    pub under: Option<CardId>,
}

/// What is purchased and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Purchase", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 } }))]
pub struct Purchase {
    /// The card.
    pub card: CardId,
    /// The tokens paid; absent means not recorded, `{}` means that the card was free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay: Option<TokenCounts>,
    /// Where the card comes from; absent means not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Spot>,
}

read_object!(Purchase, "`purchase`" {
    required card,
    optional pay,
    optional from,
});

word_enum! {
    /// Where a purchased card comes from.
    pub enum Spot: "a place that a card is purchased from" {
        /// From the market.
        Market = "market",
        /// From the buyer's hand.
        Hand = "hand",
    }
}

/// The client's own view after a turn; only what is named is claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "After", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "prestige": 3, "tokens": { "ruby": 1 } }))]
pub struct After {
    /// The prestige of the seat that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prestige: Option<u8>,
    /// The tokens of the seat that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<TokenCounts>,
    /// The bonuses of the seat that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonuses: Option<BonusCounts>,
    /// The number of cards in the hand of the seat that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(max = limits::CARD_COUNT))]
    pub hand: Option<u8>,
    /// The tokens in the supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<TokenCounts>,
    /// The digest of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

read_object!(After, "`after`" {
    optional prestige: SmallInteger::up_to(u8::MAX),
    optional tokens,
    optional bonuses,
    optional hand: SmallInteger::up_to(limits::CARD_COUNT),
    optional supply,
    optional digest,
});

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write::turn(self, to)
    }
}
