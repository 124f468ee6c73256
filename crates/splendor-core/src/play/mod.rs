//! Playing a turn.
//!
//! [`steps`] is the turn itself: its effects and checks, in the order of the book. The methods of
//! [`Position`] around it differ only in where the new position is written, and they try the fast
//! path [`tokens_only`] first.

mod chain;
mod consulted;
mod tokens_only;
mod undo;

use crate::clause::Violation;
use crate::component::CardSet;
use crate::game::Game;
use crate::invariant;
use crate::position::{Freedom, Position};
use crate::rule::{Events, StateBefore, TurnInProgress, end, limit, market, noble, post, turn};
use crate::turn::{Action, Turn};

use undo::{Changeable, goes_through_chains, row_of};

pub use undo::Undo;

/// Plays a turn step by step, in the order of the book. A new module adds its steps here.
///
/// Each step checks its clauses and then applies its effects. The first breach ends the turn, so
/// that the order of the steps decides which breach is reported.
#[inline]
fn steps(progress: &mut TurnInProgress<'_>, freedom: Option<Freedom>) -> Result<(), Violation> {
    // Plain calls: through a list of functions the compiler could not inline the steps.
    turn::check_after_end(progress)?;
    turn::check_order(progress)?;
    turn::act(progress, freedom)?;
    post::use_power(progress)?;
    let refill = market::refill(progress)?;
    market::reveal(progress, refill)?;
    limit::return_tokens(progress)?;
    noble::visit(progress)?;
    post::gain(progress)?;
    end::close(progress);
    Ok(())
}

impl Position {
    /// Returns the position after a turn, and the events of the turn.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, decks: [None; 6], cities: &[] };
    /// let position = Position::deal(&game, &setup)?;
    /// let action = Action::ReserveDeck { row: Row::One, card: None, under: None };
    /// let reserve = Turn::new(0, action);
    /// let (position, events) = position.play(&game, &reserve)?;
    /// assert!(events.gold);
    /// assert_eq!((position.to_move(), position.seats()[0].hand_size()), (1, 1));
    /// # Ok::<(), Violation>(())
    /// ```
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

    /// Writes the position after a turn to `next` and returns the events of the turn.
    ///
    /// This is [`Position::play`] for callers that keep two positions and replay many turns, from
    /// the one to the other and back. After an error the caller must not use `next`.
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
            None => next.play_in_copy(game, turn, self),
        }
    }

    /// Plays a turn in this position and returns the events of the turn.
    ///
    /// This is [`Position::play`] for callers that need no position before the turn. After an error
    /// the position is unchanged.
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

    /// Checks a turn against every clause, in book order, and discards the position after it.
    ///
    /// # Errors
    ///
    /// As [`Position::play`].
    pub fn check(&self, game: &Game<'_>, turn: &Turn) -> Result<(), Violation> {
        self.play(game, turn).map(|_| ())
    }

    /// Plays a turn of any kind in a copy of the position that it starts from.
    pub(crate) fn play_in_copy(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &Self,
    ) -> Result<Events, Violation> {
        let row = row_of(game, turn);
        let chained = goes_through_chains(game, turn);
        self.advance(game, turn, &StateBefore::of(before, row), chained)
    }

    /// Plays a turn of any kind in place.
    fn play_in_place(&mut self, game: &Game<'_>, turn: &Turn) -> Result<Events, Violation> {
        if goes_through_chains(game, turn) {
            let before = *self;
            return self.play_chain_in_place(game, turn, &before);
        }
        let before = Changeable::of(self, game, turn);
        self.play_from(game, turn, &before)
    }

    /// Plays a turn of the base game in the position that these parts are a copy of.
    ///
    /// They are all that it can change: [`TurnInProgress`] borrows no other seat, its deck is that
    /// of the row, and no step of the base game writes to what Orient and Strongholds change. So
    /// restoring them after a breach restores the whole position.
    #[expect(clippy::inline_always, reason = "its two callers are called for every turn")]
    #[inline(always)]
    fn play_from(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &Changeable,
    ) -> Result<Events, Violation> {
        let Changeable { row, deck, seat, table } = before;
        // No card leaves a base game.
        let gone = CardSet::NONE;
        let found = StateBefore { row: *row, deck, seat, table, gone, whole_position: None };
        let played = self.advance(game, turn, &found, false);
        if played.is_err() {
            self.restore(before);
        }
        played
    }

    /// Plays a turn with free cards or a conquest in place. It draws from several decks, and takes
    /// strongholds off cards, so that `before` is a copy of the whole position.
    #[inline(never)]
    fn play_chain_in_place(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &Self,
    ) -> Result<Events, Violation> {
        let played = self.play_in_copy(game, turn, before);
        if played.is_err() {
            *self = *before;
        }
        played
    }

    /// Applies the steps of a turn to the position that it starts from, and asserts the invariants.
    #[expect(clippy::inline_always, reason = "its two callers are called for every turn")]
    #[inline(always)]
    fn advance(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        before: &StateBefore<'_>,
        chained: bool,
    ) -> Result<Events, Violation> {
        // Only a pass depends on the other actions of the seat. They are listed here, because they
        // depend on the whole position before any effect of the turn.
        let is_pass = matches!(turn.action, Action::Pass);
        let freedom = is_pass.then(|| self.freedom(game));
        let mut events = Events::default();
        let progress = &mut TurnInProgress::new(game, turn, before, &mut events, self);
        if chained {
            chain::steps(progress, freedom)?;
        } else {
            steps(progress, freedom)?;
        }
        // After an illegal turn the log is followed as it is: its positions may break invariants.
        if !before.table.untrusted {
            invariant::assert_turn(game, before, self);
        }
        Ok(events)
    }
}
