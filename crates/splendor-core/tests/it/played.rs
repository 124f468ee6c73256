//! Turns played in a copy of the position.

use splendor_core::{Events, Game, Position, Turn, Violation};

pub(crate) trait Played {
    /// Returns the position after a turn, and the events of the turn.
    fn played(&self, game: &Game<'_>, turn: &Turn) -> Result<(Position, Events), Violation>;
}

impl Played for Position {
    fn played(&self, game: &Game<'_>, turn: &Turn) -> Result<(Position, Events), Violation> {
        let mut next = *self;
        next.play(game, turn).map(|events| (next, events))
    }
}
