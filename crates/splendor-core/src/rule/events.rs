//! What happened in a turn.

use crate::component::{NobleId, Post};
use crate::position::{End, Place};
use crate::turn::{Source, Unknown};

/// What happened in a turn beyond what the turn itself says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Whether a gold came with the reserved card.
    pub gold: bool,
    /// Where the bought card lay.
    pub source: Option<Source>,
    /// The card that went under a deck, where two were drawn.
    pub under: Option<Place>,
    /// The card that filled the market, where a place was empty and the deck was not.
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
    /// What the legality of the turn hangs on that the log has not told.
    pub unknown: Option<Unknown>,
}
