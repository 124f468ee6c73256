//! The checks and the effects of a turn: one file for each family of clauses.
//!
//! The check of the clause `family.name` is `family::check_name`. A check that needs a partial
//! effect is in the function of that effect.
//!
//! Other families: `reveal` is in [`market`], `setup` in `position/setup.rs`, and `component` in
//! `splendor-verify/from_log`. No turn breaks a clause of `city`, `end`, `score` or `claim`: only a
//! claim of a log can, see `splendor-verify/claims`. The rules of `end` take effect in [`end`].

pub(crate) mod end;
mod events;
pub(crate) mod limit;
pub(crate) mod market;
pub(crate) mod noble;
pub(crate) mod orient;
pub(crate) mod post;
pub(crate) mod purchase;
pub(crate) mod reserve;
pub(crate) mod stronghold;
pub(crate) mod take;
pub(crate) mod turn;
mod turn_in_progress;

pub use events::Events;
pub(crate) use turn_in_progress::{
    EmptyPlace, RevealedCard, StateBefore, TokenState, TurnInProgress,
};
