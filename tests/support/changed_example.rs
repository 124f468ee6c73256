//! The example log after a change.

use serde_json::Value;

/// Returns the example log after a change.
pub(crate) fn example_with(change: impl Fn(&mut Value)) -> String {
    let mut log: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    change(&mut log);
    log.to_string() + "\n"
}
