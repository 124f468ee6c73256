//! Playing a turn: the order of its effects.

mod tokens_only;

use crate::clause::Violation;
use crate::component::Level;
use crate::game::Game;
use crate::invariant;
use crate::position::{Freedom, Position};
use crate::rule::{Events, StateBefore, TurnInProgress, end, limit, market, noble, post, turn};
use crate::turn::{Action, Turn};

/// The order of effects in a turn, which is the order of the book. A module adds its steps here.
/// They are called one by one: a list of functions would hide from the compiler what each does.
#[inline]
fn steps(progress: &mut TurnInProgress<'_>, freedom: Option<Freedom>) -> Result<(), Violation> {
    turn::after_end(progress)?;
    turn::order(progress)?;
    turn::act(progress, freedom)?;
    post::power(progress)?;
    let refill = market::refill(progress)?;
    market::reveal(progress, refill)?;
    limit::give_back(progress)?;
    noble::visit(progress)?;
    post::gain(progress)?;
    end::close(progress);
    Ok(())
}

impl Position {
    /// Returns the position after a turn and what happened in it.
    ///
    /// # Errors
    ///
    /// The first clause in book order that the turn breaks, with the facts.
    ///
    /// # Panics
    ///
    /// If an invariant does not hold afterwards: that is a defect of this crate.
    pub fn play(&self, game: &Game<'_>, turn: &Turn) -> Result<(Self, Events), Violation> {
        let mut next = *self;
        let events = self.play_into(game, turn, &mut next)?;
        Ok((next, events))
    }

    /// Writes the position after a turn to `next` and returns what happened in the turn.
    ///
    /// This is [`Position::play`] for who replays many turns with two positions by turns. After an
    /// error `next` is of no use.
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    ///
    /// # Panics
    ///
    /// As [`Position::play`].
    pub fn play_into(
        &self,
        game: &Game<'_>,
        turn: &Turn,
        next: &mut Self,
    ) -> Result<Events, Violation> {
        *next = *self;
        match next.try_play_tokens_only(game, turn) {
            Some(events) => Ok(events),
            None => next.play_parts(game, turn, self),
        }
    }

    /// Plays a turn of any kind in a copy of the position that it finds.
    pub(crate) fn play_parts(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &Self,
    ) -> Result<Events, Violation> {
        let level = turn.action.level(game).unwrap_or(Level::One);
        self.advance(game, turn, &StateBefore::of(before, level))
    }

    /// Plays a turn in this position and returns what happened in it.
    ///
    /// This is [`Position::play`] for who has no use for the position before. After an error it is
    /// there as it was.
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    ///
    /// # Panics
    ///
    /// As [`Position::play`].
    pub fn play_on(&mut self, game: &Game<'_>, turn: &Turn) -> Result<Events, Violation> {
        match self.try_play_tokens_only(game, turn) {
            Some(events) => Ok(events),
            None => self.play_in_place(game, turn),
        }
    }

    fn play_in_place(&mut self, game: &Game<'_>, turn: &Turn) -> Result<Events, Violation> {
        // A turn that is about no level gets a deck as well: that one has to be as it was, too.
        let level = turn.action.level(game).unwrap_or(Level::One);
        let mover = self.mover_index();
        let table = self.table;
        let deck = self.decks[level.index()];
        let seat = self.seats[mover];
        let found = StateBefore { level, deck: &deck, seat: &seat, table: &table, whole: None };
        let played = self.advance(game, turn, &found);
        if played.is_err() {
            self.table = *found.table;
            self.decks[level.index()] = *found.deck;
            self.seats[mover] = *found.seat;
        }
        played
    }

    /// Applies the effects of a turn to the position that it found.
    #[expect(clippy::inline_always, reason = "its two callers are called for every turn")]
    #[inline(always)]
    fn advance(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &StateBefore<'_>,
    ) -> Result<Events, Violation> {
        // Only a pass asks what else the seat could do, and asks it of the position as it was.
        let passes = matches!(turn.action, Action::Pass);
        let freedom = passes.then(|| self.freedom(game));
        let mut events = Events::default();
        steps(&mut TurnInProgress::new(game, turn, before, &mut events, self), freedom)?;
        if !before.table.unchecked {
            invariant::assert_turn(game, before, self);
        }
        Ok(events)
    }

    /// Checks a turn against every clause, in book order.
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    pub fn check(&self, game: &Game<'_>, turn: &Turn) -> Result<(), Violation> {
        self.play(game, turn).map(|_| ())
    }
}
