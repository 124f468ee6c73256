//! Goes on after the turns that were judged while the log was read.

use splendor_core::{Position, Undo};
use splendor_schema::Log;

use super::{Replay, confirm, judge};
use crate::JudgeOptions;
use crate::rulings::game_of;
use crate::verdict::{Inferred, Judgment, OwnedGame};

/// The first turns of a log that were judged while it was read. They are quiet turns: each is
/// legal, leaves no fact open and makes no false claim.
#[derive(Debug)]
pub(crate) struct Beginning {
    /// The position after these turns.
    pub(crate) position: Position,
    /// The number of these turns.
    pub(crate) turns: usize,
    /// How to take back the last of these turns, as long as no other turn was tried.
    pub(crate) undo: Undo,
    /// The cards of decks that filled places of the market.
    pub(crate) inferred: Vec<Inferred>,
}

/// Judges a log like [`judge`], but does not play the turns of its beginning again.
///
/// The beginning was judged as part of a log that omits nothing, without the unknown components
/// that `keep_going` adds to the game. For any other log it is ignored.
pub(crate) fn judge_after(
    beginning: Option<Box<Beginning>>,
    log: &Log,
    options: &JudgeOptions,
) -> Judgment {
    let beginning = beginning.filter(|_| log.omits.is_empty() && !options.keep_going);
    let (Some(beginning), Ok(game)) = (beginning, game_of(log, options)) else {
        return judge(log, options);
    };
    let mut judgment = Replay::new(log, options, game).follow_from(*beginning);
    confirm(log, options, &mut judgment);
    judgment
}

impl Replay<'_, '_> {
    /// Replays the turns after the beginning and returns the judgment.
    fn follow_from(mut self, beginning: Beginning) -> Judgment {
        let Beginning { mut position, mut turns, undo, mut inferred } = beginning;
        // The judgment keeps the last turn of a log, so that turn is played again.
        if turns > 0 && turns == self.log.turns.len() {
            position.take_back(&undo);
            turns -= 1;
            inferred.retain(|inferred| inferred.turn < turns);
        }
        self.judgment = Judgment { judged: turns, inferred, ..Judgment::nothing() };
        self.replay(position, |_, _| {});
        self.judgment.game = Some(OwnedGame::from(&self.game));
        self.judgment
    }
}
