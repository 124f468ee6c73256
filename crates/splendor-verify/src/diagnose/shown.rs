//! Causes of a pass that only a later turn proves illegal: the later turn may be the wrong one.

use splendor_core::{Card, Component, Violation};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;

use super::input::{Candidate, DiagnosisInput, cards_of};
use super::patch::{recounted, remove};
use crate::{complete, judge, place};

/// An upper bound on the number of logs that the binary search judges.
const HALVES: usize = 32;

/// Removes the turn that proves the pass illegal.
pub(super) fn later(input: &DiagnosisInput<'_>) -> Vec<Candidate> {
    let Some(at) = shows(input) else { return Vec::new() };
    let so = format!("it alone proves that the pass at turn {} was not forced", input.at + 1);
    let edit = recounted(input.value, vec![remove(format!("/turns/{at}"))]);
    let message = format!("turn {} is one too many: {so}", at + 1);
    vec![Candidate::of_turn(CauseKind::TurnExtra, at, message, edit)]
}

/// Returns the turn that proves the pass illegal, from 0.
fn shows(input: &DiagnosisInput<'_>) -> Option<usize> {
    let shown = *input.violation()? == Violation::pass_with_a_card_in_reach();
    // Every step of the binary search judges a log again, so logs that took long to judge once are
    // skipped.
    if !shown || input.judgment.work > complete::MOST_WORK / HALVES {
        return None;
    }
    // The search is sound because the proof lasts: every log that continues past the proving turn
    // is illegal too.
    let (mut legal, mut illegal) = (input.at + 1, input.log.turns.len());
    while legal < illegal {
        let middle = usize::midpoint(legal, illegal);
        if is_illegal(input, middle) { illegal = middle } else { legal = middle + 1 }
    }
    illegal.checked_sub(1).filter(|&at| at > input.at && is_illegal(input, illegal))
}

/// Returns whether the log is illegal when it is cut after this many turns.
fn is_illegal(input: &DiagnosisInput<'_>, turns: usize) -> bool {
    let mut log = input.log.clone();
    log.turns.truncate(turns);
    (log.end, log.result) = (None, None);
    !judge(&log, input.options).findings.is_empty()
}

/// Returns the cards of a level that the log does not name.
pub(super) fn unnamed(log: &Log, level: &str) -> Vec<String> {
    let is_named = |card| place::nth_mention(log, Component::Card(card), 0).is_some();
    let ids = cards_of(level).into_iter();
    ids.filter(|id| !Card::parse(id).is_some_and(is_named)).collect()
}
