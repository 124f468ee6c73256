//! Confirms that a consistent log has a legal completion.

use std::cell::OnceCell;

use splendor_schema::Log;

use super::{Replay, follow};
use crate::JudgeOptions;
use crate::verdict::{Judgment, UNMATCHED_DIGEST, Verdict};
use crate::worlds::completion;

/// Checks that a log that was judged consistent has a legal completion. Without one, the log
/// becomes undecided at the fact that causes it. Other logs keep their verdict.
pub(super) fn confirm_completion(log: &Log, options: &JudgeOptions, judgment: &mut Judgment) {
    if judgment.verdict() != Verdict::Consistent {
        return;
    }
    let legal = completion(log, judgment).is_some_and(|completed| {
        let game = judgment.last().map(|(game, _)| game);
        let replayed = game
            .map(|game| Replay::new(&completed, options, game).follow(&OnceCell::new(), |_, _| {}));
        replayed.is_some_and(|judgment| judgment.verdict() == Verdict::Legal)
    });
    if legal {
        return;
    }
    let deciding = judgment.missing.iter_mut().filter(|missing| missing.decides);
    let Some(fact) = deciding.max_by_key(|missing| missing.is_digest()) else { return };
    fact.stops = true;
    if fact.is_digest() {
        fact.why = UNMATCHED_DIGEST;
    }
    let turn = fact.turn;
    if !options.keep_going {
        judgment.missing.retain(|missing| missing.turn <= turn);
        go_back(log, options, judgment, turn);
    }
}

/// Takes a judgment back to the position before a turn, from 0.
fn go_back(log: &Log, options: &JudgeOptions, judgment: &mut Judgment, turn: usize) {
    let (mut position, mut played) = (None, 0);
    if let Some((game, _)) = judgment.last() {
        let guide = judgment.completed_turns.as_ref();
        follow(log, options, game, guide, |next| {
            position = if played == turn { Some(*next) } else { position };
            played += 1;
        });
    }
    if position.is_some() {
        (judgment.judged, judgment.position) = (turn, position);
    }
}
