//! The turns of a log: five kinds, distinguished by the one key that names the action, and turns
//! that have no such key or several.

use crate::id::Digest;
use crate::json::error::ReadError;
use crate::json::free::{Ext, Json};
use crate::json::object::object;
use crate::json::read::{deserialize_by_reader, number_up_to};
use crate::json::reader::Reader;
use crate::limits;
use crate::token::{BonusCounts, TokenCounts, TokenList};
use splendor_core::{Card, Noble, PostName, PurchaseOrigin, Token};

mod card_list;
mod one_or_many;
mod reserve;
mod schema;
mod sun_never_sets;

pub use card_list::CardList;
use card_list::cards_up_to;
pub use one_or_many::OneOrMany;
pub use reserve::Reserve;
use schema::always_true;
use sun_never_sets::free_cards;
pub use sun_never_sets::{
    Conquest, Copied, FreeCard, StrongholdMove, StrongholdRemoval, StrongholdStep,
};

deserialize_by_reader!(Turn);

object! {
    /// One turn of a log, with the keys of the file.
    ///
    /// A turn of the game has one of `take`, `reserve`, `purchase` and `pass`. Several of them, or
    /// none, are illegal and not malformed: the reader accepts them, and a clause reports them.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Turn described by AnyTurn: "a turn", checked by Turn::check {
        /// The seat that acts; absent means not recorded.
        #[schemars(range(max = limits::SEAT))]
        optional seat: u8 = number_up_to(limits::SEAT),
        /// The tokens taken, one entry for each.
        optional take: TokenList,
        /// The card and where it comes from.
        optional reserve: Reserve,
        /// The card, its payment and where it comes from.
        optional purchase: Purchase,
        /// Whether the player passes; a file writes only `true`.
        #[schemars(schema_with = "always_true")]
        default pass: bool = Reader::always_true,
        /// The event, in the client's own JSON.
        optional foreign: Json,
        /// The card that refills the market; absent means not recorded.
        optional refill: Card,
        /// The gem gained through a trading post; absent means none.
        optional gem: Token,
        /// The color that the purchased card copies; absent means not recorded.
        optional copy: Copied,
        /// The free card; absent means none.
        optional free: Box<FreeCard> = free_cards,
        /// The step with a stronghold; absent means none.
        optional stronghold: StrongholdStep,
        /// The conquest after the action; absent means none.
        optional conquest: Box<Conquest>,
        /// The tokens returned at the end of the turn; absent means none.
        optional returned as "return": TokenCounts,
        /// The noble that visits; absent means none.
        optional noble: OneOrMany<Noble>,
        /// The trading post that the player takes; absent means none.
        optional post: OneOrMany<PostName>,
        /// The client's own view after the turn.
        optional after: After,
        /// Any other data; ignored.
        optional ext: Ext,
    }
}

/// The kind of a turn, with the value of the key that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnKind<'t> {
    /// The player takes tokens.
    Take(&'t TokenList),
    /// The player reserves a card.
    Reserve(Reserve),
    /// The player purchases a card.
    Purchase(&'t Purchase),
    /// The player passes.
    Pass,
    /// An event outside the rules of the game.
    Foreign(&'t Json),
    /// None of the keys that name an action, or several: the rules forbid both.
    Irregular,
}

impl Turn {
    /// Returns the kind of the turn.
    pub fn kind(&self) -> TurnKind<'_> {
        let Turn { take, reserve, purchase, pass, foreign, .. } = self;
        match (take, reserve, purchase, pass, foreign) {
            (Some(take), None, None, false, None) => TurnKind::Take(take),
            (None, Some(reserve), None, false, None) => TurnKind::Reserve(*reserve),
            (None, None, Some(purchase), false, None) => TurnKind::Purchase(purchase),
            (None, None, None, true, None) => TurnKind::Pass,
            (None, None, None, false, Some(event)) => TurnKind::Foreign(event),
            _ => TurnKind::Irregular,
        }
    }

    /// Returns the keys that name an action, like `take`, in the order of the format: one, unless
    /// the turn is irregular.
    pub fn action_keys(&self) -> impl Iterator<Item = &'static str> {
        self.keys().filter(|key| ACTIONS.contains(key))
    }

    /// Returns the key that names the action; `None` for an irregular turn.
    pub fn action_key(&self) -> Option<&'static str> {
        let mut actions = self.action_keys();
        actions.next().filter(|_| actions.next().is_none())
    }

    /// Returns whether the turn has no action, or several, which the rules forbid.
    pub fn is_irregular(&self) -> bool {
        matches!(self.kind(), TurnKind::Irregular)
    }

    /// Returns whether the turn purchases a card and leaves out the payment.
    pub fn leaves_out_payment(&self) -> bool {
        self.purchase.as_ref().is_some_and(|purchase| purchase.pay.is_none())
    }

    /// Returns whether the turn is an event outside the rules of the game.
    pub const fn is_foreign(&self) -> bool {
        self.foreign.is_some()
    }

    /// Returns whether the turn has any of the fields of Orient and Strongholds: `copy`, `free`,
    /// `stronghold` and `conquest`.
    pub const fn has_effects_or_conquest(&self) -> bool {
        let Turn { copy, free, stronghold, conquest, .. } = self;
        copy.is_some() || free.is_some() || stronghold.is_some() || conquest.is_some()
    }

    /// Rejects the fields of the game in a foreign turn.
    fn check(&self) -> Result<(), String> {
        if !self.is_foreign() {
            return Ok(());
        }
        match self.keys().find(|key| !FOREIGN_KEYS.contains(key)) {
            None => Ok(()),
            Some(key) => Err(format!(
                "a foreign turn has only seat, foreign, after and ext; this one has {key}"
            )),
        }
    }
}

/// The keys that name an action.
const ACTIONS: [&str; 5] = ["take", "reserve", "purchase", "pass", "foreign"];

/// The keys of a foreign turn.
const FOREIGN_KEYS: [&str; 4] = ["seat", "foreign", "after", "ext"];

impl Turn {
    /// Reads a single turn, written as in a log.
    ///
    /// ```
    /// use splendor_schema::Turn;
    ///
    /// let turn = Turn::read(br#"{ "seat": 1, "reserve": { "deck": 3 } }"#)?;
    /// assert_eq!((turn.action_key(), turn.seat), (Some("reserve"), Some(1)));
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

object! {
    /// A purchased card and its payment.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[schemars(title = "Purchase")]
    #[schemars(
        example = serde_json::json!({ "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 } })
    )]
    pub struct Purchase: "`purchase`" {
        /// The card.
        required card: Card,
        /// The tokens paid; absent means not recorded, `{}` means that the card was free.
        optional pay: TokenCounts,
        /// The former place of the card; absent means not recorded.
        optional from: PurchaseOrigin,
        /// The cards of virtual gold that are spent; absent means none.
        #[schemars(length(max = limits::SPENT))]
        default spend: CardList = cards_up_to(limits::SPENT),
        /// The cards given up as the price; absent means none.
        #[schemars(length(max = limits::DISCARDED))]
        default discard: CardList = cards_up_to(limits::DISCARDED),
    }
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

object! {
    /// The client's own view after a turn. Every field is a claim that can be checked; an absent
    /// field claims nothing.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[schemars(title = "After")]
    #[schemars(example = serde_json::json!({ "prestige": 3, "tokens": { "ruby": 1 } }))]
    pub struct After: "`after`" {
        /// The prestige of the seat that acted.
        optional prestige: u8 = number_up_to(u8::MAX),
        /// The tokens of the seat that acted.
        optional tokens: TokenCounts,
        /// The bonuses of the seat that acted.
        optional bonuses: BonusCounts,
        /// The number of cards in the hand of the seat that acted.
        #[schemars(range(max = limits::CARD_COUNT))]
        optional hand: u8 = number_up_to(limits::CARD_COUNT),
        /// The cards of each color of the seat that acted, as nobles, posts and cities count them.
        optional colors: BonusCounts,
        /// The strongholds in the stock of the seat that acted.
        optional strongholds: u8 = number_up_to(u8::MAX),
        /// The tokens in the supply.
        optional supply: TokenCounts,
        /// The digest of the position.
        optional digest: Digest,
    }
}
