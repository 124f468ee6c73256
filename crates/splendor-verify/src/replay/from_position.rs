//! Judges turns from a position on, without a setup.

use splendor_core::{Game, Position};
use splendor_schema::Log;

use super::Replay;
use crate::JudgeOptions;
use crate::verdict::{Judgment, OwnedGame};

/// Judges the turns of a log that begins at a position instead of a setup.
pub(crate) fn judge_from(
    game: Game<'_>,
    start: &Position,
    log: &Log,
    options: &JudgeOptions,
    on_position: impl FnMut(&Game<'_>, &Position),
) -> Judgment {
    let mut replay = Replay::new(log, options, game);
    replay.replay(*start, on_position);
    Judgment { game: Some(OwnedGame::from(&game)), ..replay.judgment }
}
