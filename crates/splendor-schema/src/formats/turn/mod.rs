//! The turns of a log: five kinds, distinguished by the one key that names the action, and turns
//! that have no such key or several.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::free::{Ext, Json};
use crate::json::object::read_object;
use crate::json::words::word_enum;
use crate::limits;
use crate::token::{BonusCounts, TokenCounts, TokenList};
use splendor_core::{Card, Noble, PostName, Row, Token};

mod card_list;
mod one_or_many;
mod read;
mod sun_never_sets;
mod write;

pub use card_list::CardList;
pub use one_or_many::OneOrMany;
pub use sun_never_sets::{
    Conquest, Copied, Effects, FreeCard, StrongholdMove, StrongholdRemoval, StrongholdStep,
};

/// One turn of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The player takes tokens.
    Take(TakeTurn),
    /// The player reserves a card.
    Reserve(ReserveTurn),
    /// The player purchases a card.
    Purchase(PurchaseTurn),
    /// The player takes no action.
    Pass(PassTurn),
    /// An event outside the rules of the game.
    Foreign(ForeignTurn),
    /// A turn without an action, or with several. The rules forbid it, and the schema of the
    /// format does not describe it; the reader accepts it so that a clause can report it.
    Irregular(Box<IrregularTurn>),
}

impl Turn {
    /// Returns the key that names the action, like `take`; `None` for an irregular turn.
    pub const fn key(&self) -> Option<&'static str> {
        Some(match self {
            Turn::Take(_) => "take",
            Turn::Reserve(_) => "reserve",
            Turn::Purchase(_) => "purchase",
            Turn::Pass(_) => "pass",
            Turn::Foreign(_) => "foreign",
            Turn::Irregular(_) => return None,
        })
    }

    /// Returns the fields that all turns of the game share; `None` for a foreign turn.
    pub const fn common(&self) -> Option<&CommonFields> {
        match self {
            Turn::Take(turn) => Some(&turn.common),
            Turn::Reserve(turn) => Some(&turn.common),
            Turn::Purchase(turn) => Some(&turn.common),
            Turn::Pass(turn) => Some(&turn.common),
            Turn::Irregular(turn) => Some(&turn.common),
            Turn::Foreign(_) => None,
        }
    }

    /// Returns the fields that all turns of the game share, to be changed; `None` for a foreign
    /// turn.
    pub const fn common_mut(&mut self) -> Option<&mut CommonFields> {
        match self {
            Turn::Take(turn) => Some(&mut turn.common),
            Turn::Reserve(turn) => Some(&mut turn.common),
            Turn::Purchase(turn) => Some(&mut turn.common),
            Turn::Pass(turn) => Some(&mut turn.common),
            Turn::Irregular(turn) => Some(&mut turn.common),
            Turn::Foreign(_) => None,
        }
    }

    /// Returns the seat that acts, if it is recorded.
    pub const fn seat(&self) -> Option<u8> {
        match self {
            Turn::Foreign(turn) => turn.seat,
            Turn::Take(TakeTurn { common, .. })
            | Turn::Reserve(ReserveTurn { common, .. })
            | Turn::Purchase(PurchaseTurn { common, .. })
            | Turn::Pass(PassTurn { common }) => common.seat,
            Turn::Irregular(turn) => turn.common.seat,
        }
    }

    /// Returns the client's own view after the turn, if it is recorded.
    pub const fn after(&self) -> Option<&After> {
        match self {
            Turn::Foreign(turn) => turn.after.as_ref(),
            Turn::Take(TakeTurn { common, .. })
            | Turn::Reserve(ReserveTurn { common, .. })
            | Turn::Purchase(PurchaseTurn { common, .. })
            | Turn::Pass(PassTurn { common }) => common.after.as_ref(),
            Turn::Irregular(turn) => turn.common.after.as_ref(),
        }
    }
}

impl Turn {
    /// Reads a single turn, written as in a log.
    ///
    /// ```
    /// use splendor_schema::Turn;
    ///
    /// let turn = Turn::read(br#"{ "seat": 1, "reserve": { "deck": 3 } }"#)?;
    /// assert_eq!((turn.key(), turn.seat()), (Some("reserve"), Some(1)));
    /// # Ok::<(), splendor_schema::ReadError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error and its place if the bytes are not a turn.
    pub fn read(bytes: &[u8]) -> Result<Turn, ReadError> {
        crate::json::read::read(bytes, "")
    }
}

/// A turn that takes tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakeTurn {
    /// The tokens taken, one entry for each.
    pub take: TokenList,
    /// The fields that all turns of the game share.
    pub common: CommonFields,
}

/// A turn that reserves a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReserveTurn {
    /// The card and where it comes from.
    pub reserve: Reserve,
    /// The fields that all turns of the game share.
    pub common: CommonFields,
}

/// A turn that purchases a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PurchaseTurn {
    /// The card, its payment and where it comes from.
    pub purchase: Purchase,
    /// The fields that all turns of the game share.
    pub common: CommonFields,
}

/// A turn without an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassTurn {
    /// The fields that all turns of the game share.
    pub common: CommonFields,
}

/// An event outside the rules of the game, like a swap of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignTurn {
    /// The seat that acts; absent means not recorded.
    pub seat: Option<u8>,
    /// The event, in the client's own JSON.
    pub foreign: Json,
    /// The client's own view after the turn.
    pub after: Option<After>,
    /// Any other data; ignored.
    pub ext: Option<Ext>,
}

/// A turn without an action, or with two or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IrregularTurn {
    /// The tokens taken, if the turn takes tokens.
    pub take: Option<TokenList>,
    /// The reserved card, if the turn reserves one.
    pub reserve: Option<Reserve>,
    /// The purchased card, if the turn purchases one.
    pub purchase: Option<Purchase>,
    /// Whether the turn is also a pass.
    pub pass: bool,
    /// The fields that all turns of the game share.
    pub common: CommonFields,
}

impl IrregularTurn {
    /// Returns the keys of the actions, in the order of the format: none, or two to four.
    pub fn actions(&self) -> impl Iterator<Item = &'static str> {
        let actions = [
            self.take.is_some().then_some("take"),
            self.reserve.is_some().then_some("reserve"),
            self.purchase.is_some().then_some("purchase"),
            self.pass.then_some("pass"),
        ];
        actions.into_iter().flatten()
    }
}

/// The fields that all turns of the game share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommonFields {
    /// The seat that acts; absent means not recorded.
    pub seat: Option<u8>,
    /// The card that refills the market; absent means not recorded.
    pub refill: Option<Card>,
    /// The gem gained through a trading post; absent means none.
    pub gem: Option<Token>,
    /// The tokens returned at the end of the turn, `return` in the file; absent means none.
    pub returned: Option<TokenCounts>,
    /// The noble that visits; absent means none.
    pub noble: Option<OneOrMany<Noble>>,
    /// The trading post that the player takes; absent means none.
    pub post: Option<OneOrMany<PostName>>,
    /// The fields `copy`, `free`, `stronghold` and `conquest`; absent if the turn has none of them.
    /// A game without Orient and Strongholds pays with no more than a pointer for them.
    pub effects: Option<Box<Effects>>,
    /// The client's own view after the turn.
    pub after: Option<After>,
    /// Any other data; ignored.
    pub ext: Option<Ext>,
}

impl CommonFields {
    /// Returns the fields of the effects, to be changed.
    pub fn effects_mut(&mut self) -> &mut Effects {
        self.effects.get_or_insert_default()
    }

    /// Returns the conquest after the action; `None` if there is none.
    pub fn conquest(&self) -> Option<&Conquest> {
        self.effects.as_deref().and_then(|effects| effects.conquest.as_ref())
    }
}

/// The card that a player reserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reserve {
    /// A face-up card.
    Market(Card),
    /// The next card of a deck.
    Deck(DeckReserve),
}

/// A card reserved from a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckReserve {
    /// The row of the deck, written as its level under `deck` or `orient`.
    pub row: Row,
    /// The card; absent means not recorded.
    pub card: Option<Card>,
    /// The card put under the deck; absent means not recorded.
    pub under: Option<Card>,
}

/// A purchased card and its payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(title = "Purchase", deny_unknown_fields)]
#[schemars(example = serde_json::json!({ "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 } }))]
pub struct Purchase {
    /// The card.
    pub card: Card,
    /// The tokens paid; absent means not recorded, `{}` means that the card was free.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay: Option<TokenCounts>,
    /// The former place of the card; absent means not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<PurchaseOrigin>,
    /// The cards of virtual gold that are spent; absent means none.
    #[serde(default, skip_serializing_if = "CardList::is_empty")]
    #[schemars(length(max = limits::SPENT))]
    pub spend: CardList,
    /// The cards given up as the price; absent means none.
    #[serde(default, skip_serializing_if = "CardList::is_empty")]
    #[schemars(length(max = limits::DISCARDED))]
    pub discard: CardList,
}

impl Purchase {
    /// Returns a purchase that no card pays for.
    pub const fn new(
        card: Card,
        pay: Option<TokenCounts>,
        from: Option<PurchaseOrigin>,
    ) -> Purchase {
        Purchase { card, pay, from, spend: CardList::NONE, discard: CardList::NONE }
    }

    /// Returns whether a card pays for the purchase.
    pub const fn is_paid_with_cards(&self) -> bool {
        !self.spend.is_empty() || !self.discard.is_empty()
    }
}

word_enum! {
    /// The place from which a card is purchased.
    pub enum PurchaseOrigin: "a place from which a card is purchased" {
        /// From the market.
        Market = "market",
        /// From the buyer's hand.
        Hand = "hand",
    }
}

/// The client's own view after a turn. Every field is a claim that can be checked; an absent field
/// claims nothing.
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
    /// The cards of each color of the seat that acted, as nobles, posts and cities count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colors: Option<BonusCounts>,
    /// The strongholds in the stock of the seat that acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strongholds: Option<u8>,
    /// The tokens in the supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supply: Option<TokenCounts>,
    /// The digest of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
}

read_object!(After, "`after`" {
    optional prestige: |from| from.small_number(u8::MAX),
    optional tokens,
    optional bonuses,
    optional hand: |from| from.small_number(limits::CARD_COUNT),
    optional colors,
    optional strongholds: |from| from.small_number(u8::MAX),
    optional supply,
    optional digest,
});

impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        write::turn(self, to)
    }
}
