//! What happens at a breach of a rule.
//!
//! The steps of a turn state each rule once: the condition, and the breach if it is not met. The
//! listener decides what a breach does: it ends the turn, or is noted, or is ignored. One listener
//! also notes the conditions that are met.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::clause::{Clause, Violation};

/// Hears each condition of a turn, in the order of effects.
pub(crate) trait Listener {
    /// The error that ends a turn early; [`Infallible`] if no breach ends it, so that callers need
    /// no path for it.
    type Stop;

    /// Whether it needs the conditions that are met; a step may skip those for other listeners.
    const HEARS_MET: bool = false;

    /// Hears a condition; `breach` returns its breach. A listener that [hears](Self::HEARS_MET)
    /// conditions that are met calls it for those too, to learn the clause, so `breach` must not
    /// rely on a fault.
    fn hear(&mut self, is_met: bool, breach: impl FnOnce() -> Violation) -> Result<(), Self::Stop>;

    /// Hears that a condition of the clause is met.
    #[inline]
    fn hear_met(&mut self, _: Clause) {}

    /// Hears a condition of the clause, which is met if there is no fault.
    #[inline]
    fn hear_fault<T>(
        &mut self,
        clause: Clause,
        fault: Option<T>,
        breach: impl FnOnce(T) -> Violation,
    ) -> Result<(), Self::Stop> {
        match fault {
            None => {
                self.hear_met(clause);
                Ok(())
            }
            Some(fault) => self.hear(false, || {
                let breach = breach(fault);
                debug_assert_eq!(breach.clause(), clause, "a fault of another clause");
                breach
            }),
        }
    }

    /// Hears a breach if the turn has a forbidden part. A turn without the part has no condition to
    /// meet.
    #[inline]
    fn reject<T>(
        &mut self,
        part: Option<T>,
        breach: impl FnOnce(T) -> Violation,
    ) -> Result<(), Self::Stop> {
        match part {
            None => Ok(()),
            Some(part) => self.hear(false, || breach(part)),
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

/// Notes the clause of every condition, and whether it is met.
pub(crate) struct Conditions(pub(crate) Vec<(Clause, bool)>);

impl Listener for Conditions {
    type Stop = Infallible;

    const HEARS_MET: bool = true;

    fn hear(&mut self, is_met: bool, breach: impl FnOnce() -> Violation) -> Result<(), Infallible> {
        self.0.push((breach().clause(), is_met));
        Ok(())
    }

    fn hear_met(&mut self, clause: Clause) {
        self.0.push((clause, true));
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
