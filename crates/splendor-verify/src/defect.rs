//! Defects of this program: a panic that was caught, in words.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

/// Says that this program failed, and with what message.
pub fn defect(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let why = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("a defect of this program, not of the log: {why}")
}

/// Runs a job.
///
/// # Errors
///
/// The [`defect`] of this program if the job panics.
pub fn catch_defect<T>(job: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(job)).map_err(|panic| defect(panic.as_ref()))
}
