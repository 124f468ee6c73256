//! A turn as a log writes it: data, which nothing has checked yet.

use crate::component::{CardId, NobleSet, PostSet, Row};
use crate::number::{Token, Tokens};
use crate::sun_never_sets::{CardsPaid, Conquest, Effects, FreeCard};

/// One turn as its seat, or a log, declares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The seat that acts, from 0.
    pub seat: u8,
    /// The action.
    pub action: Action,
    /// The token that the power of a post gives.
    pub gem: Option<Token>,
    /// The card that fills the place in the market; absent if the log does not name it.
    pub refill: Option<CardId>,
    /// The tokens given back at the end of the turn.
    pub returned: Tokens,
    /// The nobles that come.
    pub nobles: NobleSet,
    /// The trading posts that are gained.
    pub posts: PostSet,
    /// With Orient: the cards that a purchase is paid with.
    pub cards_paid: CardsPaid,
    /// With Orient or Strongholds: the effects that follow a purchase.
    pub effects: Effects,
    /// With Strongholds: the conquest after the action.
    pub conquest: Option<Conquest>,
}

/// The action of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Takes tokens.
    Take(Tokens),
    /// Reserves a face-up card.
    ReserveMarket(CardId),
    /// Reserves the top card of a deck.
    ReserveDeck {
        /// The deck.
        row: Row,
        /// The card, if the log names it.
        card: Option<CardId>,
        /// The second card drawn, which goes under the deck, if the log names it.
        under: Option<CardId>,
    },
    /// Buys a card.
    Purchase {
        /// The card.
        card: CardId,
        /// The tokens paid.
        pay: Tokens,
        /// The place that the card comes from, if the log names it.
        from: Option<PurchaseOrigin>,
    },
    /// Does nothing.
    Pass,
}

/// The place from which a card is bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PurchaseOrigin {
    /// Face up on the table.
    Market,
    /// In the hand of the seat.
    Hand,
}

impl PurchaseOrigin {
    /// Every place, in the order of the format.
    pub const ALL: [Self; 2] = [Self::Market, Self::Hand];

    /// Returns the word for it: `market` or `hand`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Market => "market",
            Self::Hand => "hand",
        }
    }
}

impl Turn {
    /// Returns a turn of nothing but an action.
    pub const fn new(seat: u8, action: Action) -> Self {
        Self {
            seat,
            action,
            gem: None,
            refill: None,
            returned: Tokens::NONE,
            nobles: NobleSet::NONE,
            posts: PostSet::NONE,
            cards_paid: CardsPaid::NONE,
            effects: Effects::NONE,
            conquest: None,
        }
    }

    /// Returns whether the turn has no part that only Orient or Strongholds have, apart from the
    /// deck that it draws from.
    #[inline]
    pub const fn is_plain(&self) -> bool {
        self.cards_paid.is_empty() && self.effects.is_empty() && self.conquest.is_none()
    }

    /// Returns whether the turn takes a card: by its action, unless that draws from a deck, by its
    /// conquest, or free.
    pub(crate) fn takes(&self, card: CardId) -> bool {
        self.cards_taken().any(|(taken, _)| taken == card)
    }

    /// Returns the cards that the turn takes, unless from a deck, in their order: that of the
    /// action, its free cards, that of the conquest, and its free cards. Each comes with the card
    /// that the log names for its place.
    pub fn cards_taken(&self) -> impl Iterator<Item = (CardId, Option<CardId>)> {
        let free = |effects: Effects| effects.free.into_iter().flatten();
        let won = self.conquest.into_iter();
        let first = self.action.card().map(|card| (card, self.refill));
        let after = won.clone().flat_map(move |it| free(it.effects));
        let second = won.map(|it| (it.card, it.refill));
        let named = |free: FreeCard| (free.card, free.refill);
        first.into_iter().chain(free(self.effects).map(named)).chain(second).chain(after.map(named))
    }

    /// Returns the turn with this source of the bought card. Only a purchase changes.
    #[must_use]
    pub const fn with_source(self, from: Option<PurchaseOrigin>) -> Self {
        let Action::Purchase { card, pay, .. } = self.action else { return self };
        Self { action: Action::Purchase { card, pay, from }, ..self }
    }
}

impl Action {
    /// Returns the card that the action takes, unless it is one of a deck.
    pub const fn card(self) -> Option<CardId> {
        match self {
            Self::ReserveMarket(card) | Self::Purchase { card, .. } => Some(card),
            Self::Take(_) | Self::ReserveDeck { .. } | Self::Pass => None,
        }
    }
}

/// A fact, missing from the log, on which the legality of the turn depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unknown {
    /// Whether a hidden card in the seat's hand or in the market could have been bought.
    HandAffordable,
    /// Whether the card was in the market, if the log left out a refill.
    MarketCard,
    /// Whether the card was in the market or in the hand, if the log names neither.
    Source,
    /// Which of two cards was kept, and which went under the deck.
    Kept,
    /// Which color a copy card took, or whether it brings one bonus or two.
    Copied,
    /// Whether two cards were drawn, which leaves the known ones of the deck at other places.
    Drawn,
}
