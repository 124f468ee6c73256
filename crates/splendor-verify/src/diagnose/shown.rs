//! Causes of a pass that only a later turn proves illegal: the later turn may be the wrong one.

use splendor_core::{Card, Component, Violation};
use splendor_schema::Log;
use splendor_schema::diagnosis::CauseKind;

use super::input::{Candidate, DiagnosisInput, cards_of};
use super::patch::{recounted, remove};
use crate::{JudgeOptions, Verdict, judge, place};

/// Each judgment of the binary search may take one of so many parts of the budget.
const PARTS: u8 = 32;

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
    if !shown {
        return None;
    }
    // The search is sound because the proof lasts: every log that continues past the proving turn
    // is illegal too.
    let (mut legal, mut illegal) = (input.at + 1, input.log.turns.len());
    while legal < illegal {
        let middle = usize::midpoint(legal, illegal);
        if is_illegal(input, middle)? { illegal = middle } else { legal = middle + 1 }
    }
    let is_shown = |at: &usize| *at > input.at && is_illegal(input, illegal) == Some(true);
    illegal.checked_sub(1).filter(is_shown)
}

/// Returns whether the log is illegal when it is cut after this many turns; `None` if that takes more
/// than a part of the budget, because a binary search asks it many times.
fn is_illegal(input: &DiagnosisInput<'_>, turns: usize) -> Option<bool> {
    let mut log = input.log.clone();
    log.turns.truncate(turns);
    (log.end, log.result) = (None, None);
    let budget = input.options.budget.part(PARTS);
    let judgment = judge(&log, &JudgeOptions { budget, ..input.options.clone() });
    let is_undecided = judgment.verdict() == Verdict::Undecided;
    (!is_undecided).then_some(!judgment.findings.is_empty())
}

/// Returns the cards of a level that the log does not name.
pub(super) fn unnamed(log: &Log, level: &str) -> Vec<String> {
    let is_named = |card| place::nth_mention(log, Component::Card(card), 0).is_some();
    let ids = cards_of(level).into_iter();
    ids.filter(|id| !Card::parse(id).is_some_and(is_named)).collect()
}
