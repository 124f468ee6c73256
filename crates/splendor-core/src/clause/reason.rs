//! Facts of a breach that are one of a few reasons or quantities.

use core::fmt;

use crate::component::Card;
use crate::game::EndTime;
use crate::number::{Color, Token};

/// Why the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndedBy {
    /// The end was triggered, and no turn is left.
    Trigger(EndTime),
    /// Every seat in a row had to pass.
    Stalemate,
}

impl fmt::Display for EndedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Trigger(EndTime::Round) => "the last round is complete",
            Self::Trigger(EndTime::AtOnce) => "a seat triggered the end",
            Self::Trigger(EndTime::OthersOnce) => "every other seat had its last turn",
            Self::Stalemate => "all seats passed in a row",
        })
    }
}

/// Why a pass is illegal: an action that is possible, or a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassObstacle {
    /// The seat can take a gem.
    Gem,
    /// The seat can buy a card.
    Purchase,
    /// The seat can reserve a card.
    Reservation,
    /// The seat can buy a hidden card, whichever card it is.
    HiddenPurchase,
    /// The seat could buy a hidden card, which only a later turn of the log names.
    LaterPurchase,
    /// The ruling `pass` is `never`.
    Ruling,
}

impl fmt::Display for PassObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Gem => "a gem can be taken",
            Self::Purchase => "a card can be bought",
            Self::Reservation => "a card can be reserved",
            Self::HiddenPurchase => "a hidden card can be bought, whichever it is",
            Self::LaterPurchase => "a hidden card could be bought, as a card named later shows",
            Self::Ruling => "the ruling pass=never forbids it",
        })
    }
}

/// Where a bought card is, if it is not where the turn buys it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// In the market, although the log says the hand.
    Market,
    /// In the hand, although the log says the market.
    Hand,
    /// Neither in the market nor in the hand of the seat.
    Neither,
}

impl fmt::Display for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Market => "it is in the market, and the log says the hand",
            Self::Hand => "it is in the hand, and the log says the market",
            Self::Neither => "it is neither in the market nor in the hand of the seat",
        })
    }
}

/// The card that copies a color; none for a turn that buys no card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copier(pub Option<Card>);

impl fmt::Display for Copier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(card) => card.fmt(f),
            None => f.pad("the turn"),
        }
    }
}

/// A quantity of the table that a log may claim after a turn.
///
/// It prints as in the log, like `prestige` or `tokens.ruby`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The prestige of the seat that acted.
    Prestige,
    /// The tokens of one kind of the seat that acted.
    Tokens(Token),
    /// The bonuses of one color of the seat that acted.
    Bonuses(Color),
    /// The number of cards in the hand of the seat that acted.
    Hand,
    /// The cards of one color of the seat that acted, as nobles, posts and cities count them.
    Colors(Color),
    /// The strongholds in the stock of the seat that acted.
    Strongholds,
    /// The tokens of one kind in the supply.
    Supply(Token),
}

impl Quantity {
    /// Returns the field of the claim, like `tokens`.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Prestige => "prestige",
            Self::Tokens(_) => "tokens",
            Self::Bonuses(_) => "bonuses",
            Self::Hand => "hand",
            Self::Colors(_) => "colors",
            Self::Strongholds => "strongholds",
            Self::Supply(_) => "supply",
        }
    }

    /// Returns the kind of token or the color that the field counts, if it counts several.
    pub const fn kind(self) -> Option<&'static str> {
        match self {
            Self::Prestige | Self::Hand | Self::Strongholds => None,
            Self::Tokens(token) | Self::Supply(token) => Some(token.name()),
            Self::Bonuses(color) | Self::Colors(color) => Some(color.name()),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.field())?;
        self.kind().map_or(Ok(()), |kind| write!(f, ".{kind}"))
    }
}
