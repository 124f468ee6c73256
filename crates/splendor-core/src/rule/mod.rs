//! The checks and the effects of a turn: one file for each family of clauses.

mod draft;
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

pub(crate) use draft::{Before, Draft, Purse, Shown};
pub use events::Events;
