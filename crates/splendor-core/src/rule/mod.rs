//! The rules of a turn: one file for each family of clauses.
//!
//! [`steps`] is a turn from beginning to end. Each step tells its [`Listener`] the conditions of
//! its clauses and then applies its effects, as the turn names them. The effects are defined after
//! a breach too: counts saturate, and a card is taken from wherever it is. So the same steps play a
//! turn, list all its breaches, and follow a log after an illegal turn.
//!
//! Other families: `setup` is in `position/setup.rs`, and `component` in
//! `splendor-verify/from_log`. No turn breaks a clause of `city`, `end`, `score` or `claim`: only a
//! claim of a log can, see `splendor-verify/claims`. The rules of `end` take effect in [`end`].

mod conquest;
pub(crate) mod end;
mod events;
mod limit;
mod listener;
mod market;
pub(crate) mod noble;
mod orient;
mod post;
mod purchase;
mod reserve;
mod stronghold;
pub(crate) mod take;
mod turn;
mod turn_in_progress;

pub use events::Events;
pub(crate) use listener::{All, First, Ignore, Listener};
pub(crate) use turn_in_progress::TurnInProgress;

/// Plays a turn step by step, in the order of events. A new module adds its steps here.
#[inline]
pub(crate) fn steps<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    turn::begin(progress, listener)?;
    orient::hear_present(progress, listener)?;
    stronghold::hear_present(progress, listener)?;
    turn::act(progress, listener)?;
    market::hear_no_refill(progress, listener)?;
    reserve::reveal(progress, listener)?;
    market::refill_before_conquest(progress, listener)?;
    conquest::conquer(progress, listener)?;
    market::refill(progress, listener)?;
    limit::return_tokens(progress, listener)?;
    noble::visit(progress, listener)?;
    post::gain(progress, listener)?;
    end::close(progress);
    Ok(())
}
