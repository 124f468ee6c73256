//! What a replay of effective-splendor says twice without saying what it means: the hash of a state
//! stands behind one step and before the next, and the winners are those of the first rank.

use splendor_schema::tree::{Tree, Value};

use crate::ConvertError;
use crate::fields::{expected, list, small};

/// A member of an object, if it is one and has that.
fn member<'a, 't>(tree: &'a Tree<'t>, key: &str) -> Option<&'a Tree<'t>> {
    let Value::Object(members) = &tree.value else { return None };
    members.iter().find(|member| member.key == key).map(|member| &member.value)
}

/// Checks that each state begins as the one before it ended.
///
/// # Errors
///
/// The first hash that is another than the one before it.
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
            Err(expected(other, "the hash of the state before it: nothing lies between them"))
        }
        _ => Ok(()),
    }
}

/// Checks that the winners are those of rank 0.
///
/// # Errors
///
/// Ranks that make others win.
pub(super) fn ranks(field: &Tree<'_>, winners: &[u8]) -> Result<(), ConvertError> {
    let ranks = list("the ranks", field)?.iter().map(|rank| small("a rank", rank, 3));
    let ranks = ranks.collect::<Result<Vec<_>, _>>()?;
    let first = ranks.iter().zip(0..).filter(|(rank, _)| **rank == 0);
    let mut first: Vec<u8> = first.map(|(_, seat)| seat).collect();
    let mut winners = winners.to_vec();
    first.sort_unstable();
    winners.sort_unstable();
    if ranks.is_empty() || first == winners {
        return Ok(());
    }
    Err(expected(field, &format!("rank 0 for the winners {winners:?} and for no other seat")))
}
