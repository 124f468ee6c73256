//! The parts of a turn that only the modules Orient and Strongholds have: cards as payment, the
//! effects that follow a purchase, and the conquest.

use crate::component::CardId;
use crate::number::{Color, Token, Tokens};

/// A short list of cards in the order of the log, which may name a card twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardList<const N: usize> {
    /// The cards; the places after the last are those of the first card of the box, so that equal
    /// lists have equal places.
    cards: [CardId; N],
    len: u8,
}

impl<const N: usize> CardList<N> {
    /// The empty list.
    pub const NONE: Self = Self { cards: [CardId(0); N], len: 0 };

    /// Returns the list of these cards; those above `N` are left out.
    pub fn of(cards: impl IntoIterator<Item = CardId>) -> Self {
        let mut list = Self::NONE;
        for (place, card) in list.cards.iter_mut().zip(cards) {
            *place = card;
            list.len += 1;
        }
        list
    }

    /// Returns whether no card is named.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns how many cards are named.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Returns the cards in the order of the log.
    pub fn iter(&self) -> impl Iterator<Item = CardId> {
        self.cards.into_iter().take(usize::from(self.len))
    }

    /// Returns a card that is named twice.
    pub(crate) fn twice(&self) -> Option<CardId> {
        let mut named = self.iter().enumerate();
        named.find(|&(at, card)| self.iter().take(at).any(|other| other == card)).map(|(_, id)| id)
    }
}

/// The cards that a seat pays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardsPaid {
    /// The cards of virtual gold that it spends.
    pub spent: CardList<5>,
    /// The cards that it gives up as the price.
    pub discarded: CardList<8>,
}

impl CardsPaid {
    /// A payment without cards.
    pub const NONE: Self = Self { spent: CardList::NONE, discarded: CardList::NONE };

    /// Returns whether no card is paid.
    pub const fn is_empty(&self) -> bool {
        self.spent.is_empty() && self.discarded.is_empty()
    }
}

/// The color that a copy card takes, as a log names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Copied {
    /// The color.
    Color(Color),
    /// The card whose color it takes.
    Card(CardId),
}

/// A card that a seat takes without payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FreeCard {
    /// The card.
    pub card: CardId,
    /// The card that fills its place, if the log names it.
    pub refill: Option<CardId>,
    /// The color that it copies, if the log names it.
    pub copy: Option<Copied>,
}

/// The most free cards that a turn holds: one more than can be legal after one purchase.
pub const MOST_FREE_CARDS: usize = 3;

/// A step with a stronghold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StrongholdStep {
    /// Puts a stronghold of the stock on a card.
    Place(CardId),
    /// Moves an own stronghold from one card to another.
    Move {
        /// The card that it leaves.
        from: CardId,
        /// The card that it comes to.
        to: CardId,
    },
    /// Sends a stronghold of another seat back to its stock.
    Remove {
        /// The card that it stands on.
        card: CardId,
        /// The seat that it belongs to, if the log names it.
        seat: Option<u8>,
    },
}

/// The effects that follow a purchase, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effects {
    /// The color that the bought card copies, if the log names it.
    pub copy: Option<Copied>,
    /// The free cards: each comes by the power of the card before it.
    pub free: [Option<FreeCard>; MOST_FREE_CARDS],
    /// The step with a stronghold.
    pub stronghold: Option<StrongholdStep>,
}

impl Effects {
    /// No effect.
    pub const NONE: Self = Self { copy: None, free: [None; MOST_FREE_CARDS], stronghold: None };

    /// Returns whether the log names no effect.
    pub const fn is_empty(&self) -> bool {
        self.copy.is_none() && self.free[0].is_none() && self.stronghold.is_none()
    }

    /// Returns the effects with another step.
    pub(crate) const fn with_step(self, stronghold: Option<StrongholdStep>) -> Self {
        Self { stronghold, ..self }
    }

    /// Returns the free cards, the outermost first.
    pub fn free_cards(&self) -> impl Iterator<Item = FreeCard> {
        self.free.into_iter().flatten()
    }
}

/// A second purchase in a turn: of a card on which all three strongholds of the seat stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conquest {
    /// The card.
    pub card: CardId,
    /// The tokens paid.
    pub pay: Tokens,
    /// The cards paid.
    pub cards_paid: CardsPaid,
    /// The card that fills its place, if the log names it.
    pub refill: Option<CardId>,
    /// The token that the power of a post gives.
    pub gem: Option<Token>,
    /// The effects that follow.
    pub effects: Effects,
}

impl Conquest {
    /// Returns a conquest without effects.
    pub const fn new(card: CardId, pay: Tokens) -> Self {
        Self {
            card,
            pay,
            cards_paid: CardsPaid::NONE,
            refill: None,
            gem: None,
            effects: Effects::NONE,
        }
    }
}
