//! The checks and the effects of a turn: one file for each family of clauses.

pub(crate) mod end;
mod events;
pub(crate) mod limit;
pub(crate) mod market;
pub(crate) mod noble;
pub(crate) mod post;
mod purchase;
pub(crate) mod reserve;
pub(crate) mod take;
pub(crate) mod turn;
mod turn_in_progress;

pub use events::Events;
pub(crate) use turn_in_progress::{RevealedCard, StateBefore, TokenState, TurnInProgress};
