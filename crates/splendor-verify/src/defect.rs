//! Defects of this program: a panic that was caught, in words.

use std::any::Any;

/// Says that this program failed, and with what message.
pub fn defect(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let why = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("a defect of this program, not of the log: {why}")
}
