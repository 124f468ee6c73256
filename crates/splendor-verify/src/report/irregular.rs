//! Reports on turns without exactly one action. The core judges such a turn as an empty take, so
//! the report must not present it as one.

use splendor_core::Clause;
use splendor_schema as schema;
use splendor_schema::{Log, Turn};

use crate::verdict::Finding;
use crate::words::actions_in_words;

/// Returns the turn without exactly one action that breaks `turn.one-action`, if the finding is
/// about one.
pub(super) fn turn_of<'l>(log: &'l Log, finding: &Finding) -> Option<&'l Turn> {
    let turn = log.turns.get(finding.turn?)?;
    let is_about = finding.breach.clause() == Clause::TurnOneAction && turn.is_irregular();
    is_about.then_some(turn)
}

/// Describes the turn in the finding about it.
pub(super) fn describe(turn: &Turn, finding: &mut schema::Finding) {
    finding.facts.push("actions", turn.action_keys().count());
    finding.message = format!("a turn with {}", actions_in_words(turn));
    finding.needed = Some("needs exactly one action".to_owned());
}

/// Returns the next step for the author of the log.
pub(super) fn help(turn: &Turn) -> String {
    let step = if turn.action_keys().next().is_some() {
        "write each action as a turn of its own, or remove those that did not happen"
    } else {
        "write the action; a turn without one is logged as a pass: `\"pass\": true`"
    };
    step.to_owned()
}
