//! Turns that move nothing but tokens, as most takes do.
//!
//! They are more than half of all turns. What plays them is given the tokens and the clock and
//! nothing else to write to, so that no card has to be copied before or compared afterwards.

#[cfg(test)]
mod tests;

use crate::invariant;
use crate::noble;
use crate::play::{Draft, Events};
use crate::position::{Clock, Phase, Position, Seat};
use crate::post::Post;
use crate::rules::Game;
use crate::tokens::Tokens;
use crate::turn::{Action, Turn};
use crate::{limit, take};

/// The tokens of the supply and those of the seat to move.
#[derive(Clone, Copy)]
pub(crate) struct Purse {
    pub(crate) supply: Tokens,
    pub(crate) held: Tokens,
}

impl Draft<'_> {
    #[inline]
    pub(crate) const fn purse(&self) -> Purse {
        Purse { supply: self.middle.supply, held: self.seat.tokens }
    }

    #[inline]
    pub(crate) const fn settle(&mut self, purse: Purse) {
        self.middle.supply = purse.supply;
        self.seat.tokens = purse.held;
    }
}

impl Position {
    /// Plays a turn that takes tokens and does nothing else. Every other turn, and one that is not
    /// legal, gets `None` and leaves the position as it was.
    #[expect(clippy::inline_always, reason = "more than half of all turns end here")]
    #[inline(always)]
    pub(crate) fn play_tokens(&mut self, game: &Game<'_>, turn: &Turn) -> Option<Events> {
        let taken = turn.takes_alone()?;
        let (mover, clock) = (self.mover_index(), self.middle.clock);
        let seat = &self.seats[mover];
        if self.forced || !clock.awaits(turn) || seat.may_get_more(game, self, taken) {
            return None;
        }
        let found = Purse { supply: self.middle.supply, held: seat.tokens };
        let mut left = take::take(game, found, taken).ok()?;
        if !limit::is_idle(game, left, turn.returned) {
            left = limit::give(game, left, turn.returned).ok()?;
        }
        // Neither prestige nor a bonus comes, so nothing calls the end that has not called it before.
        let (_, ended) = self.middle.clock.move_on(game.rules.rulings, 0, false);
        self.middle.supply = left.supply;
        self.seats[mover].tokens = left.held;
        invariant::assert_tokens(game, found, clock, self);
        Some(Events { ended, ..Events::default() })
    }
}

impl Clock {
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
            || !noble::met(game, position.nobles, self.bonuses).is_empty()
    }
}
