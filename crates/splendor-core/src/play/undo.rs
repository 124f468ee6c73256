//! Playing a turn in place, so that it can be taken back.
//!
//! A replay has nothing to report about most turns, and needs the position before a turn only for
//! the few others. Instead of a copy of every position it keeps the parts that the last turn could
//! change.

use crate::clause::Violation;
use crate::component::Row;
use crate::game::Game;
use crate::position::{Deck, Position, Seat, Table, TurnState};
use crate::rule::{Events, TokenState};
use crate::turn::Turn;

/// The parts of a position that a turn of the base game can change: the table, the seat to move,
/// and the deck of the one level of the turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Changeable {
    pub(super) row: Row,
    pub(super) deck: Deck,
    pub(super) seat: Seat,
    pub(super) table: Table,
}

impl Changeable {
    #[expect(clippy::inline_always, reason = "called for every turn")]
    #[inline(always)]
    pub(super) fn of(position: &Position, game: &Game<'_>, turn: &Turn) -> Self {
        let row = row_of(game, turn);
        let seat = position.seats[position.mover_index()];
        Self { row, deck: position.decks[row.index()], seat, table: position.table }
    }

    /// Replaces the parts. Each is copied to its place by itself, because a whole would be made on
    /// the stack first.
    #[expect(clippy::inline_always, reason = "called for every turn")]
    #[inline(always)]
    fn set(&mut self, position: &Position, game: &Game<'_>, turn: &Turn) {
        self.row = row_of(game, turn);
        self.deck = position.decks[self.row.index()];
        self.seat = position.seats[position.mover_index()];
        self.table = position.table;
    }
}

/// Returns whether a turn can change more than a turn of the base game. In a base game such a turn
/// names a part of the modules or a card of Orient, which is illegal; after a breach the replay
/// follows it.
#[inline]
pub(super) fn goes_through_chains(game: &Game<'_>, turn: &Turn) -> bool {
    game.rules.modules.have_chains() || !turn.is_plain() || row_of(game, turn).is_orient()
}

/// Returns the row of a turn. A turn without a row gets one as well: the invariants check that its
/// deck did not change.
#[inline]
pub(super) fn row_of(game: &Game<'_>, turn: &Turn) -> Row {
    turn.action.row(game).unwrap_or(Row::One)
}

/// The kind of the last turn: a turn of more kinds can change more.
#[derive(Clone, Copy, Debug)]
enum Kind {
    TokensOnly,
    Base,
    Chain,
}

/// The state before the last turn, from which [`Position::take_back`] restores it.
///
/// One value serves a whole replay; each turn overwrites only what it needs.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    kind: Kind,
    tokens: TokenState,
    turn_state: TurnState,
    changeable: Changeable,
    position: Position,
}

impl Undo {
    /// Returns the room for the turns that follow a position.
    pub fn new(position: &Position) -> Self {
        let (table, seat) = (position.table, position.seats[position.mover_index()]);
        let row = Row::One;
        Self {
            kind: Kind::Chain,
            tokens: TokenState { supply: table.supply, held: seat.tokens },
            turn_state: table.turn_state,
            changeable: Changeable { row, deck: position.decks[row.index()], seat, table },
            position: *position,
        }
    }
}

impl Position {
    /// Plays a turn in this position, keeps in `undo` how to take it back, and returns the events
    /// of the turn.
    ///
    /// ```
    /// # use splendor_core::*;
    /// # let game = Game::published(Rules::default(), 2);
    /// # let cards = |row| game.components.of_row(row).iter().collect::<Vec<_>>();
    /// # let [one, two, three] = Row::BASE.map(cards);
    /// # let nobles: Vec<_> = game.noble_pool().iter().take(3).collect();
    /// # let market = [&one[..4], &two[..4], &three[..4], &[], &[], &[]];
    /// # let setup = Setup { seats: 2, nobles: &nobles, market, decks: [None; 6], cities: &[] };
    /// let first = Position::deal(&game, &setup)?;
    /// let (mut position, mut undo) = (first, Undo::new(&first));
    /// let action = Action::ReserveDeck { row: Row::One, card: None, under: None };
    /// position.play_with_undo(&game, &Turn::new(0, action), &mut undo)?;
    /// position.take_back(&undo);
    /// assert_eq!(position, first);
    /// # Ok::<(), Violation>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Position::play`]. The position is unchanged then.
    ///
    /// # Panics
    ///
    /// As [`Position::play`].
    pub fn play_with_undo(
        &mut self,
        game: &Game<'_>,
        turn: &Turn,
        undo: &mut Undo,
    ) -> Result<Events, Violation> {
        let held = self.seats[self.mover_index()].tokens;
        undo.tokens = TokenState { supply: self.table.supply, held };
        undo.turn_state = self.table.turn_state;
        if let Some(events) = self.try_play_tokens_only(game, turn) {
            undo.kind = Kind::TokensOnly;
            return Ok(events);
        }
        if goes_through_chains(game, turn) {
            undo.kind = Kind::Chain;
            undo.position = *self;
            return self.play_chain_in_place(game, turn, &undo.position);
        }
        undo.kind = Kind::Base;
        undo.changeable.set(self, game, turn);
        self.play_from(game, turn, &undo.changeable)
    }

    /// Takes back the turn that [`Position::play_with_undo`] has played last, in this position.
    /// After an error there is nothing to take back, and the position stays as it is.
    pub fn take_back(&mut self, undo: &Undo) {
        match undo.kind {
            Kind::TokensOnly => {
                self.table.supply = undo.tokens.supply;
                self.table.turn_state = undo.turn_state;
                self.seats[self.mover_index()].tokens = undo.tokens.held;
            }
            Kind::Base => self.restore(&undo.changeable),
            Kind::Chain => *self = undo.position,
        }
    }

    /// Restores the parts that a turn could change.
    pub(super) fn restore(&mut self, before: &Changeable) {
        self.table = before.table;
        self.decks[before.row.index()] = before.deck;
        self.seats[self.mover_index()] = before.seat;
    }
}
