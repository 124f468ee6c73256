//! Resumes a replay after the turns that the fast path judged while it read the log.

use splendor_core::Position;
use splendor_schema::Log;

use super::{Replay, confirm_completion, judge};
use crate::JudgeOptions;
use crate::rulings::game_of;
use crate::verdict::{Inferred, Judgment};

/// The result of the first turns of a log, which the fast path judged while it read the log. Each
/// of these turns is quiet: it is legal, leaves no fact open and makes no false claim.
#[derive(Debug)]
pub(crate) struct JudgedPrefix {
    /// The position after these turns.
    pub(crate) position: Position,
    /// The number of these turns.
    pub(crate) turns: usize,
    /// The position before the last of these turns, or before the turn that was tried after them.
    pub(crate) before: Position,
    /// The cards that refilled the market and that the log does not name.
    pub(crate) inferred: Vec<Inferred>,
}

/// Judges a log like [`judge`], but does not play the turns of the prefix again.
///
/// The fast path judges the prefix as part of a log that omits nothing, in a game without the
/// unknown components that `keep_going` adds. Otherwise this function ignores the prefix.
pub(crate) fn judge_after_prefix(
    prefix: Option<Box<JudgedPrefix>>,
    log: &Log,
    options: &JudgeOptions,
) -> Judgment {
    let prefix = prefix.filter(|_| log.omits.is_empty() && !options.keep_going);
    let (Some(prefix), Ok(game)) = (prefix, game_of(log, options)) else {
        return judge(log, options);
    };
    let mut judgment = Replay::new(log, options, game).resume_after(*prefix);
    confirm_completion(log, options, &mut judgment);
    judgment
}

impl Replay<'_, '_> {
    /// Replays the turns after the prefix and returns the judgment.
    fn resume_after(mut self, prefix: JudgedPrefix) -> Judgment {
        let JudgedPrefix { mut position, mut turns, before, mut inferred } = prefix;
        // The judgment keeps the last turn of the log, so the replay plays that turn again.
        if turns > 0 && turns == self.log.turns.len() {
            position = before;
            turns -= 1;
            inferred.retain(|inferred| inferred.turn < turns);
        }
        self.judgment = Judgment { judged: turns, inferred, ..Judgment::nothing() };
        self.replay(position, |_, _| {});
        self.into_judgment()
    }
}
