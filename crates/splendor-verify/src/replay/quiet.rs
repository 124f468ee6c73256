//! The shortcut for turns that give nothing to report, as almost all turns of almost all logs: the
//! log leaves no fact open, the turn is legal, and every claim of the log about it is true.
//!
//! Every other turn is taken back and judged by [`Replay::play_turn`] as if it had not been played.
//! So the shortcut decides nothing by itself: it only leaves out what a quiet turn does not need.

use splendor_core::{Events, Game, Position, Turn};
use splendor_schema::turn::After;

use super::Replay;
use crate::verdict::Inferred;
use crate::{claims, complete, from_log};

/// Plays a turn if it is legal, leaves no fact open and has only true claims. Otherwise leaves the
/// position as it is and returns `None`.
///
/// `after` contains the claims of the log about the table after the turn.
pub(crate) fn play_if_quiet(
    game: &Game<'_>,
    position: &mut Position,
    turn: &Turn,
    after: Option<&After>,
) -> Option<Events> {
    let is_quiet = |now: &Position, events: &Events| {
        events.unknown.is_none() && claims::are_true(game, turn, after, now) == Some(true)
    };
    position.play_if(game, turn, is_quiet).ok()?
}

impl Replay<'_, '_> {
    /// Plays turn `at` in `position` and returns `true` if it gives nothing to report. Otherwise
    /// the position and the judgment are as before.
    pub(super) fn replay_if_quiet(&mut self, at: usize, position: &mut Position) -> bool {
        let logged = &self.log.turns[at];
        let last = at + 1 == self.log.turns.len();
        let plain = !last && self.strays.is_empty() && self.guide.is_none();
        if !plain || !complete::omits_nothing(logged, &self.log.omits) {
            return false;
        }
        let components = self.game.components;
        let turn = from_log::turn(components, logged, position.to_move(), false);
        let Ok(Some(turn)) = &turn else { return false };
        let events = play_if_quiet(&self.game, position, turn, logged.after());
        let Some(events) = events else { return false };
        self.judgment.inferred.extend(Inferred::of_refill(components, at, turn, &events));
        true
    }
}
