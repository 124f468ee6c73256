//! Causes of a pass that only a later turn proves illegal: the later turn may be the wrong one.

use splendor_core::{Card, Component, Violation};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;

use super::faulty_log::{Candidate, FaultyLog, cards_of};
use super::patch::{recounted, remove};
use crate::{complete, judge, place};

/// An upper bound on the number of logs that the binary search judges.
const HALVES: usize = 32;

/// Removes the turn that proves the pass illegal.
pub(super) fn later(faulty: &FaultyLog<'_>) -> Vec<Candidate> {
    let Some(at) = shows(faulty) else { return Vec::new() };
    let so = format!("it alone proves that the pass at turn {} was not forced", faulty.at + 1);
    let edit = recounted(faulty.value, vec![remove(format!("/turns/{at}"))]);
    let message = format!("turn {} is one too many: {so}", at + 1);
    vec![Candidate::of_turn(CauseKind::TurnExtra, at, message, edit)]
}

/// Returns the turn that proves the pass illegal, from 0.
fn shows(faulty: &FaultyLog<'_>) -> Option<usize> {
    let shown = *faulty.violation()? == Violation::pass_with_a_card_in_reach();
    // Every step of the binary search judges a log again, so logs that took long to judge once are
    // skipped.
    if !shown || faulty.judgment.tried > complete::MOST_COMPLETIONS_OF_A_LOG / HALVES {
        return None;
    }
    // The search is sound because the proof lasts: every log that continues past the proving turn
    // is illegal too.
    let (mut legal, mut illegal) = (faulty.at + 1, faulty.log.turns.len());
    while legal < illegal {
        let middle = usize::midpoint(legal, illegal);
        if is_illegal(faulty, middle) { illegal = middle } else { legal = middle + 1 }
    }
    illegal.checked_sub(1).filter(|&at| at > faulty.at && is_illegal(faulty, illegal))
}

/// Returns whether the log is illegal when it is cut after this many turns.
fn is_illegal(faulty: &FaultyLog<'_>, turns: usize) -> bool {
    let mut log = faulty.log.clone();
    log.turns.truncate(turns);
    (log.end, log.result) = (None, None);
    !judge(&log, faulty.options).findings.is_empty()
}

/// Returns the cards of a level that the log does not name.
pub(super) fn unnamed(log: &Log, level: &str) -> Vec<String> {
    let is_named = |card| place::nth_mention(log, Component::Card(card), 0).is_some();
    let ids = cards_of(level).into_iter();
    ids.filter(|id| !Card::parse(id).is_some_and(is_named)).collect()
}
