//! The events of a turn.

use crate::component::{NobleId, Post};
use crate::position::{End, Place};
use crate::turn::{PurchaseOrigin, Unknown};

/// The effects of a turn that the turn itself does not spell out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Whether a gold came with the reserved card.
    pub gold: bool,
    /// The place from which the card was bought.
    pub source: Option<PurchaseOrigin>,
    /// The card that went under a deck, where two were drawn.
    pub under: Option<Place>,
    /// The card that filled the place that the action emptied, where the deck was not empty. What
    /// filled the places of free cards and of a conquest is not among the events.
    pub refill: Option<Place>,
    /// The noble that came.
    pub noble: Option<NobleId>,
    /// The trading post that was gained.
    pub post: Option<Post>,
    /// Whether this was a pass of a seat that had no action.
    pub forced_pass: bool,
    /// Whether this turn triggered the end.
    pub triggered: bool,
    /// How the game ended with this turn.
    pub ended: Option<End>,
    /// A fact, missing from the log, on which the legality of the turn depends.
    pub unknown: Option<Unknown>,
}
