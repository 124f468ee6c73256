//! The state that the checks and effects of a turn work on.

use super::Events;
use crate::chain::MOST_FREE_CARDS;
use crate::component::{Card, CardId, CardSet, Row};
use crate::game::Game;
use crate::number::{Gems, Tokens};
use crate::position::{Chains, Deck, MOST_SEATS, Place, Position, Seat, Table};
use crate::turn::Turn;

/// The state that a turn starts from: the table, the holdings of the seat to move, and the deck of
/// the level of the turn.
#[derive(Clone, Copy)]
pub(crate) struct StateBefore<'b> {
    pub(crate) row: Row,
    pub(crate) deck: &'b Deck,
    pub(crate) seat: &'b Seat,
    pub(crate) table: &'b Table,
    /// The cards that had left the game.
    pub(crate) gone: CardSet,
    /// The whole position, for comparison. A turn that is played in place has no copy of it, and
    /// needs none: a [`TurnInProgress`] cannot write to any other deck or seat.
    pub(crate) whole_position: Option<&'b Position>,
}

impl<'b> StateBefore<'b> {
    /// Returns the state that a turn of a level starts from.
    pub(crate) fn of(position: &'b Position, row: Row) -> Self {
        let Position { decks, seats, table, chains } = position;
        let (deck, seat) = (&decks[row.index()], &seats[position.mover_index()]);
        Self { row, deck, seat, table, gone: chains.gone, whole_position: Some(position) }
    }
}

/// A turn in progress, which the checks of all families share: the table, the seat and the deck
/// with the effects applied so far. The other seats are read only, so that no rule can write to
/// them.
pub(crate) struct TurnInProgress<'t> {
    pub(crate) game: &'t Game<'t>,
    pub(crate) before: &'t StateBefore<'t>,
    pub(crate) turn: &'t Turn,
    pub(crate) table: &'t mut Table,
    /// The part of the table that no turn of the base game changes.
    pub(crate) chains: &'t mut Chains,
    pub(crate) seat: &'t mut Seat,
    decks: &'t mut [Deck; Row::COUNT],
    others: [&'t [Seat]; 2],
    pub(crate) events: &'t mut Events,
    /// The level in whose market the action left an empty place.
    pub(crate) emptied: Option<Row>,
    /// With Orient or Strongholds: the empty places that wait for a card.
    pub(crate) waiting: Option<WaitingPlaces>,
    /// The card that the action revealed: bought from a hidden place of the hand, or drawn.
    pub(crate) revealed: Option<RevealedCard>,
    /// The card that the action put under the deck.
    pub(crate) below: Option<RevealedCard>,
    /// A payment that covers the price only if a gold may pay for gems of two colors.
    pub(crate) split: Option<(Card, Gems, Tokens)>,
}

/// The empty places that wait for a card, in the order in which the turn emptied them.
pub(crate) type WaitingPlaces = [Option<EmptyPlace>; MOST_EMPTIED];

/// A place in the market that a turn with Orient or Strongholds left empty.
#[derive(Clone, Copy)]
pub(crate) struct EmptyPlace {
    /// The card that left it.
    pub(crate) card: CardId,
    /// The card that fills it, if the log names it.
    pub(crate) refill: Option<CardId>,
}

/// The most places that a turn empties: by action and conquest, each with its free cards.
const MOST_EMPTIED: usize = 2 * (1 + MOST_FREE_CARDS);

/// A card that is revealed: the level and the place that it was drawn from, and the name that the
/// log gives it.
#[derive(Clone, Copy)]
pub(crate) struct RevealedCard {
    pub(crate) row: Row,
    /// The place that it was drawn from: the known card there, or a hidden one.
    pub(crate) top: Place,
    /// The card by the log's word, if the log names it.
    pub(crate) card: Option<CardId>,
}

impl<'t> TurnInProgress<'t> {
    pub(crate) fn new(
        game: &'t Game<'t>,
        turn: &'t Turn,
        before: &'t StateBefore<'t>,
        events: &'t mut Events,
        Position { seats, decks, table, chains }: &'t mut Position,
    ) -> Self {
        // This is the seat to move. A turn of another seat breaks `turn.order` before any check
        // looks at the holdings.
        let (seat, others) = split(seats, usize::from(table.turn_state.to_move) % MOST_SEATS);
        Self {
            game,
            before,
            turn,
            table,
            chains,
            seat,
            decks,
            others,
            events,
            emptied: None,
            waiting: None,
            revealed: None,
            below: None,
            split: None,
        }
    }

    /// Notes an empty place that a card has to fill.
    pub(crate) fn empty(&mut self, card: CardId, refill: Option<CardId>) {
        let waiting = self.waiting.get_or_insert_default();
        if let Some(place) = waiting.iter_mut().find(|place| place.is_none()) {
            *place = Some(EmptyPlace { card, refill });
        }
    }

    /// Returns the deck of the action.
    #[inline]
    pub(crate) const fn deck(&self) -> &Deck {
        &self.decks[self.before.row.index()]
    }

    /// Returns the deck of the action, to draw from it.
    #[inline]
    pub(crate) const fn deck_mut(&mut self) -> &mut Deck {
        self.deck_of(self.before.row)
    }

    /// Returns the deck of a row. A turn that is played in place draws from no other than that of
    /// its action.
    #[inline]
    pub(crate) const fn deck_of(&mut self, row: Row) -> &mut Deck {
        &mut self.decks[row.index()]
    }

    /// Returns whether a post may be due although the cards of the seat are those before the turn:
    /// after a breach, or with Orient or Strongholds, where one turn can meet several.
    pub(crate) const fn waits_for_posts(&self) -> bool {
        self.table.untrusted || self.game.rules.modules.have_chains()
    }

    /// Returns the place of a card before the turn, if it was not hidden.
    pub(crate) fn was_at(&self, card: CardId) -> Option<&'static str> {
        let others = self.others.into_iter().flatten();
        let seats = others.chain([self.before.seat]);
        self.before.table.whereabouts(card, seats, self.before.gone)
    }
}

/// Returns one of the seats to write to, and the seats before and after it to read.
fn split(seats: &mut [Seat; MOST_SEATS], one: usize) -> (&mut Seat, [&[Seat]; 2]) {
    let (before, rest) = seats.split_at_mut(one);
    let (seat, after) = rest.split_first_mut().expect("it is one of them");
    (seat, [before, after])
}

/// The tokens of the supply and those of the seat to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenState {
    pub(crate) supply: Tokens,
    pub(crate) held: Tokens,
}

impl TurnInProgress<'_> {
    /// Returns the tokens of the supply and of the seat to move.
    #[inline]
    pub(crate) const fn tokens(&self) -> TokenState {
        TokenState { supply: self.table.supply, held: self.seat.tokens }
    }

    /// Replaces the tokens of the supply and of the seat to move.
    #[inline]
    pub(crate) const fn set_tokens(&mut self, tokens: TokenState) {
        self.table.supply = tokens.supply;
        self.seat.tokens = tokens.held;
    }
}
