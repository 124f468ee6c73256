//! The table of a foreign client, replayed by the client's own rules.
//!
//! This module judges nothing. Some clients do not log payments, drawn cards or nobles, because
//! their own rules leave no choice. Importers replay those rules to fill in the missing facts, and
//! the account lists each of them as inferred.

use std::collections::VecDeque;

use splendor_core::{Card, Color, Level, Noble, Row, Token};
use splendor_schema::log::Setup;
use splendor_schema::token::TokenCounts;

use crate::log_builder::counts;

/// A slot of the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarketSlot {
    Card(Card),
    /// A card that no file names.
    Unknown,
    Empty,
}

impl MarketSlot {
    pub(super) const fn card(self) -> Option<Card> {
        match self {
            Self::Card(card) => Some(card),
            Self::Unknown | Self::Empty => None,
        }
    }
}

/// The state of a seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Seat {
    pub(super) tokens: [u8; 6],
    bonuses: [u8; 5],
    /// The reserved cards, in order; `None` for a card drawn blind from an unknown deck.
    pub(super) hand: Vec<Option<Card>>,
}

/// The state of the whole table.
#[derive(Clone, Debug)]
pub(super) struct ClientTable {
    pub(super) seats: Vec<Seat>,
    supply: [u8; 6],
    pub(super) market: [Vec<MarketSlot>; 3],
    decks: [Option<VecDeque<Card>>; 3],
    pub(super) nobles: Vec<Noble>,
}

const GOLD: usize = Token::Gold.index();

impl ClientTable {
    pub(super) fn new(seats: usize, setup: &Setup) -> Self {
        let gems = match seats {
            0..=2 => 4,
            3 => 5,
            _ => 7,
        };
        let row = |level| {
            let cards = setup.market.row(Row::from(level)).unwrap_or_default();
            cards.iter().map(|&card| MarketSlot::Card(card)).collect()
        };
        let decks = setup.decks.as_ref();
        let deck = |level| Some(decks?.row(Row::from(level))?.iter().copied().collect());
        Self {
            seats: vec![Seat::default(); seats],
            supply: [gems, gems, gems, gems, gems, 5],
            market: Level::ALL.map(row),
            decks: Level::ALL.map(deck),
            nobles: setup.nobles.clone().unwrap_or_default(),
        }
    }

    pub(super) fn take(&mut self, seat: u8, taken: [u8; 6]) {
        let held = &mut self.seats[usize::from(seat)].tokens;
        for (kind, count) in taken.into_iter().enumerate() {
            held[kind] = held[kind].saturating_add(count);
            self.supply[kind] = self.supply[kind].saturating_sub(count);
        }
    }

    pub(super) fn give(&mut self, seat: u8, given: [u8; 6]) {
        let held = &mut self.seats[usize::from(seat)].tokens;
        for (kind, count) in given.into_iter().enumerate() {
            held[kind] = held[kind].saturating_sub(count);
            self.supply[kind] = self.supply[kind].saturating_add(count);
        }
    }

    /// Adds a card to a hand, with one gold if the supply has any.
    pub(super) fn reserve(&mut self, seat: u8, card: Option<Card>) {
        self.seats[usize::from(seat)].hand.push(card);
        if self.supply[GOLD] > 0 {
            let mut gold = [0; 6];
            gold[GOLD] = 1;
            self.take(seat, gold);
        }
    }

    /// Returns the price of a card for a seat: its cost without the bonuses.
    pub(super) fn price(&self, seat: u8, card: Card) -> [u8; 5] {
        let bonuses = self.seats[usize::from(seat)].bonuses;
        Color::ALL.map(|color| card.cost().get(color).saturating_sub(bonuses[color.index()]))
    }

    /// Adds the bonus of a card to a seat.
    pub(super) fn gain(&mut self, seat: u8, card: Card) {
        let holder = &mut self.seats[usize::from(seat)];
        for (bonus, (_, more)) in holder.bonuses.iter_mut().zip(card.bonuses().iter()) {
            *bonus = bonus.saturating_add(more);
        }
    }

    /// Pays for a card, gems before gold, and adds its bonus.
    ///
    /// Returns the payment, or `None` if the seat cannot afford the card.
    pub(super) fn purchase(&mut self, seat: u8, card: Card) -> Option<TokenCounts> {
        let price = self.price(seat, card);
        let held = self.seats[usize::from(seat)].tokens;
        let mut pay = [0; 6];
        for (kind, price) in price.into_iter().enumerate() {
            pay[kind] = price.min(held[kind]);
            pay[GOLD] += price - pay[kind];
        }
        // The bonus counts even if the seat cannot pay: the client accepted the purchase, and only
        // a judge may reject it.
        self.gain(seat, card);
        let can = pay[GOLD] <= held[GOLD];
        can.then(|| {
            self.give(seat, pay);
            counts(pay)
        })
    }

    /// Draws the next card of a deck; the card is unknown if no file gives the deck.
    pub(super) fn draw(&mut self, level: Level) -> MarketSlot {
        match &mut self.decks[level.index()] {
            None => MarketSlot::Unknown,
            Some(deck) => deck.pop_front().map_or(MarketSlot::Empty, MarketSlot::Card),
        }
    }

    /// Removes the card of a slot, and refills the slot from the deck.
    ///
    /// Returns the contents of the slot, and the refill. A slot without a known card stays.
    pub(super) fn lift(&mut self, level: Level, slot: u8) -> (MarketSlot, MarketSlot) {
        let row = &self.market[level.index()];
        let found = row.get(usize::from(slot)).copied().unwrap_or(MarketSlot::Empty);
        if found.card().is_none() {
            return (found, MarketSlot::Empty);
        }
        let next = self.draw(level);
        self.market[level.index()][usize::from(slot)] = next;
        (found, next)
    }

    /// Removes a card from the market and refills its slot from the deck.
    pub(super) fn refill(&mut self, card: Card) -> MarketSlot {
        let level = card.level();
        let next = self.draw(level);
        let row = &mut self.market[level.index()];
        if let Some(at) = row.iter().position(|spot| spot.card() == Some(card)) {
            row[at] = next;
        }
        next
    }

    /// Returns the remaining cards of each deck; empty for unknown decks.
    pub(super) fn left(&self) -> [Vec<Card>; 3] {
        Level::ALL.map(|level| self.decks[level.index()].iter().flatten().copied().collect())
    }

    /// Returns the nobles that a seat qualifies for, in the order of the table.
    pub(super) fn visitors(&self, seat: u8) -> Vec<Noble> {
        let bonuses = self.seats[usize::from(seat)].bonuses;
        let meets = |noble: &Noble| {
            let mut each = Color::ALL.into_iter().zip(bonuses);
            each.all(|(color, bonus)| bonus >= noble.demand.get(color))
        };
        self.nobles.iter().copied().filter(meets).collect()
    }

    /// Removes a noble from the table; returns whether it was there.
    pub(super) fn receive(&mut self, noble: Noble) -> bool {
        let at = self.nobles.iter().position(|&other| other == noble);
        at.map(|at| self.nobles.remove(at)).is_some()
    }
}
