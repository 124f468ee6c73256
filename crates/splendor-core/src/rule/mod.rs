//! The rules of a turn: one file for each family of clauses.
//!
//! [`play_steps`] is a turn from beginning to end. Each step lets a [`Listener`] hear the conditions
//! of its clauses, and then applies its effects as the turn names them. The effects are defined after
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
pub(crate) use listener::{All, Conditions, First, Ignore, Listener};
pub(crate) use turn_in_progress::TurnInProgress;

/// Plays the steps of a turn, in the order of effects. A step that follows every turn belongs here;
/// one that follows a purchase belongs in [`purchase`].
#[inline]
pub(crate) fn play_steps<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    turn::begin(progress, listener)?;
    orient::check_present(progress, listener)?;
    stronghold::check_present(progress, listener)?;
    turn::act(progress, listener)?;
    market::reject_refill(progress, listener)?;
    reserve::keep_drawn(progress, listener)?;
    market::refill_before_conquest(progress, listener)?;
    conquest::conquer(progress, listener)?;
    market::refill(progress, listener)?;
    limit::return_tokens(progress, listener)?;
    noble::visit(progress, listener)?;
    post::gain(progress, listener)?;
    end::close(progress);
    Ok(())
}
