//! The loosely typed fields of Board Game Arena: numbers and booleans, quoted or not.

use splendor_schema::json::tree::{Tree, Value};

use crate::ConvertError;
use crate::fields::{expected, flag};

/// Why a field that only the replay page uses is ignored.
pub(super) const PAGE: &str = "for the page only";

/// Reads a whole number, quoted or not.
pub(super) fn loose_number(what: &str, tree: &Tree<'_>, most: u64) -> Result<u64, ConvertError> {
    let digits = match &tree.value {
        Value::Number(digits) => *digits,
        Value::Text(digits) => digits,
        _ => "",
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|&number: &u64| plain && number <= most);
    number.ok_or_else(|| expected(tree, &format!("a whole number from 0 to {most} ({what})")))
}

/// Reads a boolean, which this client writes as `true`, `1` or `"1"`.
pub(super) fn truthy(what: &str, tree: &Tree<'_>) -> Result<bool, ConvertError> {
    match &tree.value {
        Value::Bool(_) => flag(what, tree),
        _ => Ok(loose_number(what, tree, 1)? == 1),
    }
}

pub(super) fn departed(tree: &Tree<'_>) -> ConvertError {
    let message = "a player left the table, which is not supported";
    ConvertError::incomplete(&tree.span, message)
}

/// Rejects games in which a player has left the table.
pub(super) fn reject_departed(tree: Option<&Tree<'_>>) -> Result<(), ConvertError> {
    match tree {
        Some(field) if truthy("whether a player left", field)? => Err(departed(field)),
        _ => Ok(()),
    }
}
