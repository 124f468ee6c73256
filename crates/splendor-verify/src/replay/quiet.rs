//! The fast path for turns that give nothing to report, as almost all turns of almost all logs: the
//! log leaves no fact open, the turn is legal, and every claim of the log about it is true.
//!
//! Such a turn is played in place, because nobody asks for the position before it. Every other turn
//! is taken back and judged by [`Replay::play_turn`] as if it had not been played. So the fast path
//! decides nothing by itself: it only leaves out what a quiet turn does not need.

use splendor_core::{Events, Place, Position, Turn, Undo};
use splendor_schema::report::TurnFact;

use super::Replay;
use crate::verdict::{Inferred, InferredValue};
use crate::{claims, complete, from_log};

impl Replay<'_, '_> {
    /// Plays turn `at` in `position` and returns `true` if it gives nothing to report. Otherwise
    /// the position and the judgment are as before.
    pub(super) fn play_quiet_turn(
        &mut self,
        at: usize,
        position: &mut Position,
        undo: &mut Undo,
    ) -> bool {
        let logged = &self.log.turns[at];
        let last = at + 1 == self.log.turns.len();
        let plain = !last && self.strays.is_empty() && self.guide.is_none();
        if !plain || !complete::omits_nothing(logged, &self.log.omits) {
            return false;
        }
        let turn = from_log::turn(self.game.components, logged, position.to_move(), false);
        let Ok(Some(turn)) = &turn else { return false };
        let Ok(events) = position.play_with_undo(&self.game, turn, undo) else { return false };
        let quiet = events.unknown.is_none() && self.claims_are_true(at, turn, position);
        if quiet {
            self.record_inferred_refill(at, turn, &events);
        } else {
            position.take_back(undo);
        }
        quiet
    }

    /// Returns whether every claim of the log about the table after a turn can be checked and is
    /// true.
    fn claims_are_true(&self, at: usize, turn: &Turn, next: &Position) -> bool {
        self.log.turns[at].after().is_none_or(|after| {
            (after.digest.is_none() || claims::shows_all(next))
                && claims::of_turn(&self.game, turn, after, next).is_none()
        })
    }

    /// Records the card that fills the place of a taken card, if only the decks of the log name it.
    pub(super) fn record_inferred_refill(&mut self, at: usize, turn: &Turn, events: &Events) {
        if let (Some(Place::Card(card)), None) = (events.refill, turn.refill) {
            let value = InferredValue::Card(self.game.components.card(card));
            self.judgment.inferred.push(Inferred { field: TurnFact::Refill, turn: at, value });
        }
    }
}
