//! The state that the steps of a turn work on.

use super::Events;
use crate::component::{Card, CardId, CardSet, Row};
use crate::game::{ConsultedRulings, Game};
use crate::number::{Gems, Tokens};
use crate::position::{MOST_SEATS, Place, Position, Seat};
use crate::sun_never_sets::MOST_FREE_CARDS;
use crate::turn::Turn;

/// A turn in progress: the position before it, which never changes, and the position with the
/// effects so far.
pub(crate) struct TurnInProgress<'t> {
    pub(crate) game: &'t Game<'t>,
    /// The rulings of the game. A step asks for one only where it decides something, so that the
    /// record names few.
    pub(crate) rulings: ConsultedRulings<'t>,
    pub(crate) turn: &'t Turn,
    pub(crate) before: &'t Position,
    /// The seat to move is the one that acts.
    pub(crate) now: &'t mut Position,
    pub(crate) events: Events,
    /// The empty places of the market that wait for a card, in the order in which they were
    /// emptied.
    pub(crate) empty_places: [Option<EmptyPlace>; MOST_EMPTIED],
    /// The cards that a reservation drew from a deck, until they are put away.
    pub(crate) drawn: Option<DrawnCards>,
    /// A payment that covers the price only if a gold may pay for gems of two colors.
    pub(crate) split: Option<(Card, Gems, Tokens)>,
    /// The tokens of the seat before it returned any.
    pub(crate) held: Tokens,
}

/// A place in the market that the turn left empty.
#[derive(Clone, Copy)]
pub(crate) struct EmptyPlace {
    /// The card that left it.
    pub(crate) card: CardId,
    /// The card that fills it, if the log names it.
    pub(crate) refill: Option<CardId>,
}

/// The most places that a turn empties: by action and conquest, each with its free cards.
const MOST_EMPTIED: usize = 2 * (1 + MOST_FREE_CARDS);

/// The cards that a reservation drew from a deck.
#[derive(Clone, Copy)]
pub(crate) struct DrawnCards {
    pub(crate) kept: DrawnCard,
    /// The card that goes under the deck, if two were drawn.
    pub(crate) under: Option<DrawnCard>,
}

/// A card that comes from a deck.
#[derive(Clone, Copy)]
pub(crate) struct DrawnCard {
    pub(crate) row: Row,
    /// The place where it was: a known card or a hidden one; `None` if the deck was empty.
    pub(crate) top: Option<Place>,
    /// The card that the log names.
    pub(crate) card: Option<CardId>,
}

impl<'t> TurnInProgress<'t> {
    pub(crate) fn new(
        game: &'t Game<'t>,
        turn: &'t Turn,
        before: &'t Position,
        now: &'t mut Position,
    ) -> Self {
        Self {
            game,
            rulings: ConsultedRulings::new(&game.rules.rulings),
            turn,
            before,
            now,
            events: Events::default(),
            empty_places: [None; MOST_EMPTIED],
            drawn: None,
            split: None,
            held: Tokens::NONE,
        }
    }

    /// Returns the facts of a card.
    #[inline]
    pub(crate) const fn card(&self, card: CardId) -> Card {
        self.game.components.card(card)
    }

    /// Returns the number of the acting seat.
    #[inline]
    pub(crate) const fn seat_number(&self) -> u8 {
        self.now.to_move()
    }

    /// Returns the acting seat.
    #[inline]
    pub(crate) const fn seat(&self) -> &Seat {
        &self.now.seats[self.now.mover_index()]
    }

    #[inline]
    pub(crate) const fn seat_mut(&mut self) -> &mut Seat {
        &mut self.now.seats[self.now.mover_index()]
    }

    /// Moves tokens from the supply to the seat.
    #[inline]
    pub(crate) const fn take_tokens(&mut self, tokens: Tokens) {
        self.now.table.supply = self.now.table.supply.minus(tokens);
        self.seat_mut().tokens = self.seat().tokens.plus(tokens);
    }

    /// Moves tokens from the seat to the supply.
    #[inline]
    pub(crate) const fn return_tokens(&mut self, tokens: Tokens) {
        self.now.table.supply = self.now.table.supply.plus(tokens);
        self.seat_mut().tokens = self.seat().tokens.minus(tokens);
    }

    /// Puts a card into the play area of the seat.
    #[inline]
    pub(crate) fn gain_card(&mut self, card: CardId) {
        let facts = self.card(card);
        let seat = self.seat_mut();
        seat.bought.insert(card);
        seat.colors = seat.colors.plus(facts.colors());
        seat.bonuses = seat.bonuses.plus(facts.bonuses());
        seat.prestige = seat.prestige.saturating_add(facts.points());
    }

    /// Takes a card of the seat out of the game, with its bonuses and prestige. A card that the
    /// seat does not have stays where it is.
    pub(crate) fn give_up_card(&mut self, card: CardId) {
        if !self.seat().bought.has(card) {
            return;
        }
        let (facts, all) = (self.card(card), self.game.components);
        let sun = &mut self.now.sun_never_sets;
        let [colors, bonuses] = sun.copies.sums(all, CardSet::one(card));
        sun.copies = sun.copies.with(all, card, None);
        sun.gone.insert(card);
        let seat = self.seat_mut();
        seat.bought.remove(card);
        seat.colors = seat.colors.minus(facts.colors()).minus(colors);
        seat.bonuses = seat.bonuses.minus(facts.bonuses()).minus(bonuses);
        seat.prestige = seat.prestige.saturating_sub(facts.points());
    }

    /// Notes a place that a card left empty.
    #[inline]
    pub(crate) fn note_empty_place(&mut self, card: CardId, refill: Option<CardId>) {
        if let Some(place) = self.empty_places.iter_mut().find(|place| place.is_none()) {
            *place = Some(EmptyPlace { card, refill });
        }
    }

    /// Takes a card that is not where the turn says from wherever it is: from the market, from any
    /// hand, from the cards that left the game, or from a hidden place.
    #[cold]
    pub(crate) fn remove_from_anywhere(&mut self, card: CardId) {
        if self.now.table.unseen.has(card) {
            return self.remove_unseen(card);
        }
        self.now.table.market.remove(card);
        self.now.table.secret.remove(card);
        self.now.sun_never_sets.gone.remove(card);
        self.now.sun_never_sets.strongholds.clear(card);
        for seat in &mut self.now.seats {
            seat.hand.remove(card);
            seat.count_hand();
        }
    }

    /// Takes an unseen card out of a hidden place: of the own hand, or of the market, or of another
    /// hand. One of them has to give the card, or their number differs from that of unseen cards.
    fn remove_unseen(&mut self, card: CardId) {
        self.now.table.unseen.remove(card);
        let (row, own) = (self.card(card).row().index(), self.now.mover_index());
        if self.now.seats[own].hidden[row] == 0 && self.now.table.market_hidden[row] > 0 {
            self.now.table.market_hidden[row] -= 1;
            return;
        }
        let others = (0..MOST_SEATS).filter(|&seat| seat != own);
        let mut seats = core::iter::once(own).chain(others);
        if let Some(seat) = seats.find(|&seat| self.now.seats[seat].hidden[row] > 0) {
            self.now.seats[seat].hidden[row] -= 1;
            self.now.seats[seat].count_hand();
        }
    }
}
