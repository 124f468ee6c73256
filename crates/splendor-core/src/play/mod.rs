//! Playing a turn: the order of its effects.

pub(crate) mod tokens_only;

use crate::clause::Violation;
use crate::component::{Card, CardId, Level, NobleId, Post, post};
use crate::game::Game;
use crate::number::{Gems, Tokens};
use crate::position::{Deck, End, MOST_SEATS, Middle, Place, Position, Seat};
use crate::rule::{end, limit, market, noble};
use crate::turn::{Action, Freedom, Source, Turn, Unknown};
use crate::{invariant, turn};

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

/// What a turn found: the middle of the table, what lay in front of its seat, and the deck of the
/// level that it is about, of which it may draw.
#[derive(Clone, Copy)]
pub(crate) struct Before<'b> {
    pub(crate) level: Level,
    pub(crate) deck: &'b Deck,
    pub(crate) seat: &'b Seat,
    pub(crate) middle: &'b Middle,
    /// The whole position, to be compared with. Who plays in place has not kept it, and need not: a
    /// [`Draft`] can write to no other deck and no other seat.
    pub(crate) whole: Option<&'b Position>,
}

impl<'b> Before<'b> {
    /// Returns what a turn about a level finds in a position.
    pub(crate) fn of(position: &'b Position, level: Level) -> Self {
        let Position { decks, seats, middle } = position;
        let (deck, seat) = (&decks[level.index()], &seats[position.mover_index()]);
        Self { level, deck, seat, middle, whole: Some(position) }
    }
}

/// A turn in the making: the middle, the seat and the deck as far as the effects have been applied.
/// The other seats are there to be looked at.
pub(crate) struct Draft<'t> {
    pub(crate) game: &'t Game<'t>,
    pub(crate) before: &'t Before<'t>,
    pub(crate) turn: &'t Turn,
    pub(crate) middle: &'t mut Middle,
    pub(crate) seat: &'t mut Seat,
    pub(crate) deck: &'t mut Deck,
    others: [&'t [Seat]; 2],
    pub(crate) events: &'t mut Events,
    /// The level whose market lost a card.
    pub(crate) emptied: Option<Level>,
    /// The card that the action showed, and the one that it put under the deck.
    pub(crate) shown: Option<Shown>,
    pub(crate) below: Option<Shown>,
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

impl<'t> Draft<'t> {
    fn new(
        game: &'t Game<'t>,
        turn: &'t Turn,
        before: &'t Before<'t>,
        events: &'t mut Events,
        Position { seats, decks, middle }: &'t mut Position,
    ) -> Self {
        // It is the seat to move, or the turn breaks `turn.order` before anything is asked of it.
        let (seat, others) = split(seats, usize::from(middle.to_move) % MOST_SEATS);
        Self {
            game,
            before,
            turn,
            middle,
            seat,
            deck: &mut decks[before.level.index()],
            others,
            events,
            emptied: None,
            shown: None,
            below: None,
            split: None,
        }
    }

    /// Returns where a card lay before the turn, if it was not hidden.
    pub(crate) fn was_at(&self, card: CardId) -> Option<&'static str> {
        let others = self.others.into_iter().flatten();
        self.before.middle.whereabouts(card, others.chain([self.before.seat]))
    }
}

/// Returns one of the seats to be written to, and those before and behind it to be read.
fn split(seats: &mut [Seat; MOST_SEATS], one: usize) -> (&mut Seat, [&[Seat]; 2]) {
    let (before, rest) = seats.split_at_mut(one);
    let (seat, behind) = rest.split_first_mut().expect("it is one of them");
    (seat, [before, behind])
}

/// The order of effects in a turn, which is the order of the book. A module adds its steps here.
/// They are called one by one: a list of functions would hide from the compiler what each does.
#[inline]
fn steps(draft: &mut Draft<'_>, freedom: Option<Freedom>) -> Result<(), Violation> {
    turn::after_end(draft)?;
    turn::order(draft)?;
    turn::act(draft, freedom)?;
    post::power(draft)?;
    let refill = market::refill(draft)?;
    market::reveal(draft, refill)?;
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
        match next.play_tokens(game, turn) {
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
        self.advance(game, turn, &Before::of(before, level))
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
        match self.play_tokens(game, turn) {
            Some(events) => Ok(events),
            None => self.play_in_place(game, turn),
        }
    }

    fn play_in_place(&mut self, game: &Game<'_>, turn: &Turn) -> Result<Events, Violation> {
        // A turn that is about no level gets a deck as well: that one has to be as it was, too.
        let level = turn.action.level(game).unwrap_or(Level::One);
        let mover = self.mover_index();
        let middle = self.middle;
        let deck = self.decks[level.index()];
        let seat = self.seats[mover];
        let found = Before { level, deck: &deck, seat: &seat, middle: &middle, whole: None };
        let played = self.advance(game, turn, &found);
        if played.is_err() {
            self.middle = *found.middle;
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
        before: &Before<'_>,
    ) -> Result<Events, Violation> {
        // Only a pass asks what else the seat could do, and asks it of the position as it was.
        let passes = matches!(turn.action, Action::Pass);
        let freedom = passes.then(|| self.freedom(game));
        let mut events = Events::default();
        steps(&mut Draft::new(game, turn, before, &mut events, self), freedom)?;
        if !before.middle.forced {
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
