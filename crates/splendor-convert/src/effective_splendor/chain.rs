//! The state hashes of a replay of effective-splendor, which link each step to the next.

use splendor_schema::json::tree::{Tree, Value};

use crate::ConvertError;
use crate::fields::{expected, list};

/// Returns a member of an object; `None` for other values.
fn member<'a, 't>(tree: &'a Tree<'t>, key: &str) -> Option<&'a Tree<'t>> {
    let Value::Object(members) = &tree.value else { return None };
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

/// Checks that the hash after each step equals the hash before the next step.
///
/// # Errors
///
/// The first hash that differs.
pub(super) fn hashes(replay: &Tree<'_>) -> Result<(), ConvertError> {
    let mut last = member(replay, "initial_state_hash");
    let steps = member(replay, "steps").map_or(Ok(&[][..]), |steps| list("the steps", steps))?;
    for step in steps {
        same(last, member(step, "state_hash_before"))?;
        last = member(step, "state_hash_after");
    }
    same(last, member(replay, "final_state_hash"))
}

fn same(one: Option<&Tree<'_>>, other: Option<&Tree<'_>>) -> Result<(), ConvertError> {
    match (one, other) {
        (Some(one), Some(other)) if one.value != other.value => {
            Err(expected(other, "the hash after the step before"))
        }
        _ => Ok(()),
    }
}
