//! Turns that move nothing but tokens, as most takes do.
//!
//! They are about half of all turns. What they leave is found without writing to the position, and
//! then the tokens and the clock are written and nothing else, so that no card has to be copied
//! before or compared afterwards.

#[cfg(test)]
mod tests;

use crate::component::Post;
use crate::game::Game;
use crate::invariant;
use crate::number::Tokens;
use crate::position::{Phase, Position, Seat, TurnState};
use crate::rule::{Events, TokenState};
use crate::rule::{end, limit, noble, take};
use crate::turn::{Action, Turn};

/// What a turn of tokens alone leaves.
struct Outcome {
    tokens: TokenState,
    turn_state: TurnState,
    events: Events,
}

impl Position {
    /// Plays a turn that takes tokens and does nothing else. Every other turn, every one that is
    /// not legal, and a few that are rare get `None` and leave the position as it was.
    #[expect(clippy::inline_always, reason = "about half of all turns end here")]
    #[inline(always)]
    pub(crate) fn try_play_tokens_only(&mut self, game: &Game<'_>, turn: &Turn) -> Option<Events> {
        let (mover, turn_state) = (self.mover_index(), self.table.turn_state);
        let found = TokenState { supply: self.table.supply, held: self.seats[mover].tokens };
        let left = self.outcome(game, turn, found)?;
        self.table.supply = left.tokens.supply;
        self.table.turn_state = left.turn_state;
        self.seats[mover].tokens = left.tokens.held;
        invariant::assert_tokens_only(game, found, turn_state, self);
        Some(left.events)
    }

    #[expect(clippy::inline_always, reason = "about half of all turns end here")]
    #[inline(always)]
    fn outcome(&self, game: &Game<'_>, turn: &Turn, found: TokenState) -> Option<Outcome> {
        let taken = turn.takes_alone()?;
        let mut turn_state = self.table.turn_state;
        let seat = &self.seats[self.mover_index()];
        if self.table.unchecked || !turn_state.awaits(turn) || seat.may_get_more(game, self, taken)
        {
            return None;
        }
        let tokens = take::take(game, found, taken).ok()?;
        let tokens = limit::after_return(game, tokens, turn.returned).ok()?;
        let triggers = end::calls_the_end(game, &self.table, seat);
        let (triggered, ended) = turn_state.move_on(game.rules.rulings, 0, triggers);
        Some(Outcome {
            tokens,
            turn_state,
            events: Events { triggered, ended, ..Events::default() },
        })
    }
}

impl TurnState {
    /// Whether it is the turn of that seat.
    const fn awaits(self, turn: &Turn) -> bool {
        turn.seat == self.to_move && !matches!(self.phase, Phase::Ended(_))
    }
}

impl Turn {
    /// Returns the tokens of a take that says of nothing else that it comes with it.
    const fn takes_alone(&self) -> Option<Tokens> {
        let alone = self.gem.is_none()
            && self.refill.is_none()
            && self.nobles.is_empty()
            && self.posts.is_empty();
        match self.action {
            Action::Take(taken) if alone && !taken.is_empty() => Some(taken),
            _ => None,
        }
    }
}

impl Seat {
    /// Whether a take may bring more than its tokens: a noble, or the gem of a post after a pair.
    fn may_get_more(&self, game: &Game<'_>, position: &Position, taken: Tokens) -> bool {
        (self.posts.has(Post::ThirdGem) && !take::is_different(taken))
            || !noble::met(game, position.table.nobles, self.bonuses).is_empty()
    }
}
