//! Confirms that a consistent log has a legal completion.

use splendor_schema::Log;

use super::{Replay, history};
use crate::Budget;
use crate::verdict::{Judgment, UNMATCHED_DIGEST, Verdict};
use crate::worlds::legal_completion;

/// Checks that a log that was judged consistent has a legal completion. Without one, the log
/// becomes undecided at the fact that causes it. Other logs keep their verdict.
pub(super) fn confirm_completion(log: &Log, judgment: &mut Judgment) {
    if judgment.verdict() != Verdict::Consistent {
        return;
    }
    let is_legal = |completed: &Log| {
        let game = judgment.last().map(|(game, _)| game);
        let replayed =
            game.map(|game| Replay::new(completed, game, Budget::default()).play(|_, _| {}));
        replayed.is_some_and(|judgment| judgment.verdict() == Verdict::Legal)
    };
    if legal_completion(log, judgment, is_legal).is_ok() {
        return;
    }
    let deciding = judgment.missing.iter_mut().filter(|missing| missing.decides);
    let Some(fact) = deciding.max_by_key(|missing| missing.is_digest()) else { return };
    fact.stops = true;
    if fact.is_digest() {
        fact.why = UNMATCHED_DIGEST;
    }
    let Some(turn) = fact.turn else { return };
    judgment.missing.retain(|missing| missing.turn <= Some(turn));
    if let Some(position) = history(log, turn, judgment).get(turn) {
        (judgment.judged, judgment.position) = (turn, Some(*position));
    }
}
