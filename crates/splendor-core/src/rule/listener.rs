//! What happens at a breach of a rule.
//!
//! The steps of a turn state each rule once: the condition, and the breach if it is not met. The
//! listener decides what a breach does: it ends the turn, or is noted, or is ignored.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::clause::Violation;

/// Hears each condition of a turn, in the order of effects.
pub(crate) trait Listener {
    /// The error that ends a turn early; [`Infallible`] if no breach ends it, so that callers need
    /// no path for it.
    type Stop;

    /// Hears a condition. `breach` is called only if the condition is not met.
    fn hear(&mut self, is_met: bool, breach: impl FnOnce() -> Violation) -> Result<(), Self::Stop>;

    /// Hears a condition that is met if nothing was found to break it.
    #[inline]
    fn hear_none<T>(
        &mut self,
        found: Option<T>,
        breach: impl FnOnce(T) -> Violation,
    ) -> Result<(), Self::Stop> {
        match found {
            None => Ok(()),
            Some(found) => self.hear(false, || breach(found)),
        }
    }
}

/// Ends the turn at the first breach, and keeps it.
///
/// To return the breach as the error of each step takes a tenth more instructions a turn.
pub(crate) struct First(pub(crate) Option<Violation>);

/// The turn has ended with a breach.
pub(crate) struct Broken;

impl Listener for First {
    type Stop = Broken;

    #[inline]
    fn hear(&mut self, is_met: bool, breach: impl FnOnce() -> Violation) -> Result<(), Broken> {
        if is_met {
            return Ok(());
        }
        self.0 = Some(breach());
        Err(Broken)
    }
}

/// Notes every breach.
pub(crate) struct All(pub(crate) Vec<Violation>);

impl Listener for All {
    type Stop = Infallible;

    fn hear(&mut self, is_met: bool, breach: impl FnOnce() -> Violation) -> Result<(), Infallible> {
        if !is_met {
            self.0.push(breach());
        }
        Ok(())
    }
}

/// Ignores every breach.
pub(crate) struct Ignore;

impl Listener for Ignore {
    type Stop = Infallible;

    fn hear(&mut self, _: bool, _: impl FnOnce() -> Violation) -> Result<(), Infallible> {
        Ok(())
    }
}
