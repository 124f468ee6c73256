//! Playing a turn: the order of its effects.

use crate::card::{Card, CardId, Level, NobleId};
use crate::clause::Violation;
use crate::deck::Place;
use crate::position::{End, MOST_SEATS, Position, Seat};
use crate::post::Post;
use crate::rules::Game;
use crate::tokens::{Gems, Tokens};
use crate::turn::{Source, Turn, Unknown};
use crate::{end, invariant, limit, market, noble, post, turn};

/// What happened in a turn beyond what the turn itself says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    /// Whether a gold came with the reserved card.
    pub gold: bool,
    /// Where the bought card lay.
    pub source: Option<Source>,
    /// The card that went under a deck, where two were drawn.
    pub under: Option<Place>,
    /// The card that filled the market, where a place was empty and the deck was not.
    pub refill: Option<Place>,
    /// The noble that came.
    pub noble: Option<NobleId>,
    /// The trading post that was gained.
    pub post: Option<Post>,
    /// Whether this was a pass of a seat that had no action.
    pub forced_pass: bool,
    /// Whether this turn triggered the end.
    pub triggered: bool,
    /// How the game ended with this turn.
    pub ended: Option<End>,
    /// What the legality of the turn hangs on that the log has not told.
    pub unknown: Option<Unknown>,
}

/// A turn in the making: the position as far as the effects have been applied.
pub(crate) struct Draft<'t> {
    pub(crate) game: &'t Game<'t>,
    pub(crate) before: &'t Position,
    pub(crate) turn: &'t Turn,
    pub(crate) next: &'t mut Position,
    pub(crate) events: Events,
    /// The level whose market lost a card.
    pub(crate) emptied: Option<Level>,
    /// The card that the action showed, the one that it put under the deck, and the one that fills
    /// the market.
    pub(crate) shown: Option<Shown>,
    pub(crate) below: Option<Shown>,
    pub(crate) refill: Option<Shown>,
    /// A price that is paid only if a gold may pay for gems of two colors.
    pub(crate) split: Option<(Card, Gems, Tokens)>,
}

/// A card that appears: from which level, which it must be if that is known, and which it is said
/// to be.
#[derive(Clone, Copy)]
pub(crate) struct Shown {
    pub(crate) level: Level,
    pub(crate) top: Place,
    pub(crate) card: Option<CardId>,
}

impl Draft<'_> {
    /// Returns the seat that acts.
    pub(crate) fn seat(&mut self) -> &mut Seat {
        // It is the seat to move, or the turn breaks `turn.order` before anything is asked of it.
        &mut self.next.seats[usize::from(self.turn.seat) % MOST_SEATS]
    }
}

/// The order of effects in a turn, which is the order of the book. A module adds its steps here.
/// They are called one by one: a list of functions would hide from the compiler what each does.
#[inline]
fn steps(draft: &mut Draft<'_>) -> Result<(), Violation> {
    turn::after_end(draft)?;
    turn::order(draft)?;
    turn::act(draft)?;
    post::power(draft)?;
    market::refill(draft)?;
    market::reveal(draft)?;
    limit::give_back(draft)?;
    noble::visit(draft)?;
    post::gain(draft)?;
    end::close(draft);
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
        let events = Events::default();
        let mut draft = Draft {
            game,
            before: self,
            turn,
            next,
            events,
            emptied: None,
            shown: None,
            below: None,
            refill: None,
            split: None,
        };
        steps(&mut draft)?;
        let events = draft.events;
        if !self.forced {
            invariant::assert_turn(game, self, next);
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
