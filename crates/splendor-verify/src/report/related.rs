//! The earlier places in a log that explain findings.

use splendor_core::Position;
use splendor_schema::Log;
use splendor_schema::report::Related;

use super::EXPLAINED;
use crate::cause;
use crate::replay::history;
use crate::verdict::{Finding, Judgment};

/// Returns the position before each turn up to the last one whose cause is looked for there; none
/// if the log alone shows the causes of all findings.
pub(super) fn followed(log: &Log, judgment: &Judgment) -> Vec<Position> {
    let is_needed = |&(finding, turn): &(&Finding, usize)| {
        !is_reached(judgment, turn) || cause::needs_history(log, turn, finding.breach.violation())
    };
    let explained = judgment.findings.iter().take(EXPLAINED);
    let turns = explained.filter_map(|finding| Some((finding, finding.turn?)));
    let last = turns.filter(is_needed).map(|(_, turn)| turn).max();
    last.map(|turn| history(log, turn, judgment)).unwrap_or_default()
}

/// Returns whether a replay of the log certainly reaches a turn: the log is legal before it, and
/// leaves nothing open.
fn is_reached(judgment: &Judgment, turn: usize) -> bool {
    let first = judgment.findings.first().and_then(|finding| finding.turn);
    first == Some(turn)
        && judgment.missing.is_empty()
        && judgment.unsupported.is_empty()
        && judgment.completed_turns.is_none()
}

/// Returns the earlier place in the log that explains a finding. Its line is filled in later.
pub(super) fn of(
    log: &Log,
    judgment: &Judgment,
    finding: &Finding,
    followed: &[Position],
) -> Option<Related> {
    let violation = finding.breach.violation();
    let cause = match finding.turn {
        Some(turn) => {
            let (ref game, _) = judgment.last()?;
            match followed.get(..=turn) {
                Some(history) => cause::of(log, game, turn, history, violation)?,
                None if is_reached(judgment, turn) => cause::of(log, game, turn, &[], violation)?,
                None => return None,
            }
        }
        None => cause::of_setup(log, violation)?,
    };
    let mut related = Related { pointer: cause.pointer, ..Related::default() };
    related.message = cause.message;
    Some(related)
}
