//! The example log with another turn.

use serde_json::Value;
use splendor_schema::{EXAMPLE, Log};

/// The number of the turn that the tests change, from 0: a reservation with a refill.
pub(crate) const AT: usize = 2;

/// Returns the example log with members added to its third turn, and members of it removed.
pub(crate) fn changed(more: &Value, without: &[&str]) -> Value {
    let mut log: Value = serde_json::from_str(EXAMPLE).unwrap();
    let turn = log["turns"][AT].as_object_mut().unwrap();
    turn.extend(more.as_object().unwrap().clone());
    turn.retain(|key, _| !without.contains(&key.as_str()));
    log
}

/// Reads a log that is given as JSON.
pub(crate) fn read(log: &Value) -> Log {
    Log::read(log.to_string().as_bytes()).unwrap()
}
