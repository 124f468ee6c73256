//! A turn in the making, which the checks of all families share.

use super::Events;
use crate::component::{Card, CardId, Level};
use crate::game::Game;
use crate::number::{Gems, Tokens};
use crate::position::{Deck, MOST_SEATS, Place, Position, Seat, Table};
use crate::turn::Turn;

/// What a turn found: the middle of the table, what lay in front of its seat, and the deck of the
/// level that it is about, of which it may draw.
#[derive(Clone, Copy)]
pub(crate) struct StateBefore<'b> {
    pub(crate) level: Level,
    pub(crate) deck: &'b Deck,
    pub(crate) seat: &'b Seat,
    pub(crate) table: &'b Table,
    /// The whole position, to be compared with. Who plays in place has not kept it, and need not: a
    /// [`TurnInProgress`] can write to no other deck and no other seat.
    pub(crate) whole: Option<&'b Position>,
}

impl<'b> StateBefore<'b> {
    /// Returns what a turn about a level finds in a position.
    pub(crate) fn of(position: &'b Position, level: Level) -> Self {
        let Position { decks, seats, table } = position;
        let (deck, seat) = (&decks[level.index()], &seats[position.mover_index()]);
        Self { level, deck, seat, table, whole: Some(position) }
    }
}

/// A turn in the making: the middle, the seat and the deck as far as the effects have been applied.
/// The other seats are there to be looked at.
pub(crate) struct TurnInProgress<'t> {
    pub(crate) game: &'t Game<'t>,
    pub(crate) before: &'t StateBefore<'t>,
    pub(crate) turn: &'t Turn,
    pub(crate) table: &'t mut Table,
    pub(crate) seat: &'t mut Seat,
    pub(crate) deck: &'t mut Deck,
    others: [&'t [Seat]; 2],
    pub(crate) events: &'t mut Events,
    /// The level whose market lost a card.
    pub(crate) emptied: Option<Level>,
    /// The card that the action showed, and the one that it put under the deck.
    pub(crate) revealed: Option<RevealedCard>,
    pub(crate) below: Option<RevealedCard>,
    /// A price that is paid only if a gold may pay for gems of two colors.
    pub(crate) split: Option<(Card, Gems, Tokens)>,
}

/// A card that appears: from which level, which it must be if that is known, and which it is said
/// to be.
#[derive(Clone, Copy)]
pub(crate) struct RevealedCard {
    pub(crate) level: Level,
    pub(crate) top: Place,
    pub(crate) card: Option<CardId>,
}

impl<'t> TurnInProgress<'t> {
    pub(crate) fn new(
        game: &'t Game<'t>,
        turn: &'t Turn,
        before: &'t StateBefore<'t>,
        events: &'t mut Events,
        Position { seats, decks, table }: &'t mut Position,
    ) -> Self {
        // It is the seat to move, or the turn breaks `turn.order` before anything is asked of it.
        let (seat, others) = split(seats, usize::from(table.turn_state.to_move) % MOST_SEATS);
        Self {
            game,
            before,
            turn,
            table,
            seat,
            deck: &mut decks[before.level.index()],
            others,
            events,
            emptied: None,
            revealed: None,
            below: None,
            split: None,
        }
    }

    /// Returns where a card lay before the turn, if it was not hidden.
    pub(crate) fn was_at(&self, card: CardId) -> Option<&'static str> {
        let others = self.others.into_iter().flatten();
        self.before.table.whereabouts(card, others.chain([self.before.seat]))
    }
}

/// Returns one of the seats to be written to, and those before and behind it to be read.
fn split(seats: &mut [Seat; MOST_SEATS], one: usize) -> (&mut Seat, [&[Seat]; 2]) {
    let (before, rest) = seats.split_at_mut(one);
    let (seat, behind) = rest.split_first_mut().expect("it is one of them");
    (seat, [before, behind])
}

/// The tokens of the supply and those of the seat to move.
#[derive(Clone, Copy)]
pub(crate) struct TokenState {
    pub(crate) supply: Tokens,
    pub(crate) held: Tokens,
}

impl TurnInProgress<'_> {
    #[inline]
    pub(crate) const fn tokens(&self) -> TokenState {
        TokenState { supply: self.table.supply, held: self.seat.tokens }
    }

    #[inline]
    pub(crate) const fn set_tokens(&mut self, tokens: TokenState) {
        self.table.supply = tokens.supply;
        self.seat.tokens = tokens.held;
    }
}
