//! A turn that shows an earlier pass to be illegal: what is wrong may be that later turn.

use splendor_core::{Components, Violation};
use splendor_schema::Log;

use super::case::{Candidate, Case, level_of};
use super::patch::{recounted, remove};
use crate::{Strangers, complete, judge, place};

/// How many logs are judged at most to find the turn, as the turns of a log are halved.
const HALVES: usize = 32;

/// The turn that shows it is one too many.
pub(super) fn later(case: &Case<'_, '_>) -> Vec<Candidate> {
    let Some(at) = shows(case) else { return Vec::new() };
    let so = format!("it alone shows that turn {} was no forced pass", case.at + 1);
    let edit = recounted(case.value, vec![remove(format!("/turns/{at}"))]);
    let message = format!("turn {} is one too many: {so}", at + 1);
    vec![Candidate::of_turn("turn-extra", at, message, edit)]
}

/// The first turn with which the log is illegal as it is found to be.
fn shows(case: &Case<'_, '_>) -> Option<usize> {
    let shown = *case.violation()? == Violation::pass_with_a_card_in_reach();
    if !shown || case.judgment.tried > complete::TRIES / HALVES {
        return None;
    }
    let (mut legal, mut illegal) = (case.at + 1, case.log.turns.len());
    while legal < illegal {
        let middle = usize::midpoint(legal, illegal);
        if is_illegal(case, middle) { illegal = middle } else { legal = middle + 1 }
    }
    illegal.checked_sub(1).filter(|&at| at > case.at && is_illegal(case, illegal))
}

/// Whether the first turns of the log alone are illegal.
fn is_illegal(case: &Case<'_, '_>, turns: usize) -> bool {
    let mut log = case.log.clone();
    log.turns.truncate(turns);
    (log.end, log.result) = (None, None);
    !judge(&log, case.options, &Strangers::new()).findings.is_empty()
}

/// The cards of a level that the log does not name.
pub(super) fn untold(log: &Log, level: &str) -> Vec<String> {
    let all = Components::published();
    let ids = all.cards().iter().map(|id| all.card(id).to_string());
    let ids = ids.filter(|id| level_of(id) == level);
    ids.filter(|id| place::nth_mention(log, id, 0).is_none()).collect()
}
