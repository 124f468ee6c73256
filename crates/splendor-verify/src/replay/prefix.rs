//! Resumes a replay after the turns that the fast path judged while it read the log.

use splendor_core::Position;
use splendor_schema::Log;

use super::{Replay, confirm_completion, judge};
use crate::rulings::game_of;
use crate::verdict::{Inferred, Judgment};
use crate::{JudgeOptions, from_log};

/// The result of the first turns of a log, which the fast path judged while it read the log. Each
/// of these turns is quiet: it is legal, leaves no fact open and makes no false claim.
#[derive(Debug)]
pub(crate) struct JudgedPrefix {
    /// The position after these turns.
    pub(crate) position: Position,
    /// The number of these turns.
    pub(crate) turns: usize,
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
        let JudgedPrefix { position, turns, inferred } = prefix;
        self.judgment = Judgment { judged: turns, inferred, ..Judgment::nothing() };
        if let [.., last] = self.log.turns.as_slice()
            && turns == self.log.turns.len()
        {
            // The seats take their turns one after the other, so the last turn was of this one.
            let seat = (turns - 1) % position.seats().len();
            let turn = from_log::turn_from_log(&self.game, last, u8::try_from(seat).unwrap_or(0));
            self.judgment.last_turn = turn;
        }
        self.replay(position, |_, _| {});
        self.into_judgment()
    }
}
