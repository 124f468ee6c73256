//! A foreign client's table, followed by that client's own rules where its log relies on them.
//!
//! Nothing is judged here: a log that says less than its client knew is filled with what the
//! client must have done, and the account says so.

use std::collections::VecDeque;

use splendor_core::{Card, Color, Noble};
use splendor_schema::{CardId, Level, NobleId, Setup, Token, TokenCounts};

use crate::log_builder::{counts, level_of};

/// A place of the market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarketSlot {
    Card(CardId),
    /// A card lies there that no file tells.
    Unknown,
    Empty,
}

impl MarketSlot {
    pub(super) const fn card(self) -> Option<CardId> {
        match self {
            Self::Card(card) => Some(card),
            Self::Unknown | Self::Empty => None,
        }
    }
}

/// A seat as its client has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Seat {
    pub(super) tokens: [u8; 6],
    bonuses: [u8; 5],
    /// The cards reserved, in order; what is hidden is none.
    pub(super) hand: Vec<Option<CardId>>,
}

/// A table as its client has it.
#[derive(Clone, Debug)]
pub(super) struct ClientTable {
    pub(super) seats: Vec<Seat>,
    supply: [u8; 6],
    pub(super) market: [Vec<MarketSlot>; 3],
    decks: [Option<VecDeque<CardId>>; 3],
    pub(super) nobles: Vec<NobleId>,
}

const GOLD: usize = Token::Gold.index();

impl ClientTable {
    pub(super) fn new(seats: usize, setup: &Setup) -> Self {
        let gems = match seats {
            0..=2 => 4,
            3 => 5,
            _ => 7,
        };
        let row =
            |level| setup.market.level(level).iter().map(|&card| MarketSlot::Card(card)).collect();
        let decks = setup.decks.as_ref();
        let deck = |level| Some(decks?.level(level)?.iter().copied().collect());
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

    /// Puts a card into a hand, with the gold that comes with it.
    pub(super) fn reserve(&mut self, seat: u8, card: Option<CardId>) {
        self.seats[usize::from(seat)].hand.push(card);
        if self.supply[GOLD] > 0 {
            let mut gold = [0; 6];
            gold[GOLD] = 1;
            self.take(seat, gold);
        }
    }

    /// Pays a card as a client does that spends gems before gold, and puts it before the seat;
    /// returns what was paid, or none if the seat does not have it.
    pub(super) fn purchase(&mut self, seat: u8, card: CardId) -> Option<TokenCounts> {
        let facts = Card::parse(card.as_str())?;
        let holder = &mut self.seats[usize::from(seat)];
        let mut pay = [0; 6];
        for (kind, color) in Color::ALL.into_iter().enumerate() {
            let cost = facts.cost.get(color).saturating_sub(holder.bonuses[kind]);
            pay[kind] = cost.min(holder.tokens[kind]);
            pay[GOLD] += cost - pay[kind];
        }
        let bonus = &mut holder.bonuses[facts.bonus.index()];
        *bonus = bonus.saturating_add(1);
        let can = pay[GOLD] <= holder.tokens[GOLD];
        can.then(|| {
            self.give(seat, pay);
            counts(pay)
        })
    }

    /// Draws the next card of a deck: unknown if no file tells the deck.
    pub(super) fn draw(&mut self, level: Level) -> MarketSlot {
        match &mut self.decks[level.index()] {
            None => MarketSlot::Unknown,
            Some(deck) => deck.pop_front().map_or(MarketSlot::Empty, MarketSlot::Card),
        }
    }

    /// Takes a card out of the market and lays the next of its deck there.
    pub(super) fn refill(&mut self, card: CardId) -> MarketSlot {
        let level = level_of(card);
        let next = self.draw(level);
        let row = &mut self.market[level.index()];
        if let Some(at) = row.iter().position(|spot| spot.card() == Some(card)) {
            row[at] = next;
        }
        next
    }

    /// The cards of the decks, where a file tells them.
    pub(super) fn left(&self) -> [Vec<CardId>; 3] {
        Level::ALL.map(|level| self.decks[level.index()].iter().flatten().copied().collect())
    }

    /// The nobles whose demand the bonuses of a seat meet, in the order of the table.
    pub(super) fn visitors(&self, seat: u8) -> Vec<NobleId> {
        let bonuses = self.seats[usize::from(seat)].bonuses;
        let meets = |noble: &NobleId| {
            let facts = Noble::parse(noble.as_str());
            facts.is_some_and(|facts| {
                let mut each = Color::ALL.into_iter().zip(bonuses);
                each.all(|(color, bonus)| bonus >= facts.demand.get(color))
            })
        };
        self.nobles.iter().copied().filter(meets).collect()
    }

    /// Takes a noble off the table; whether it was there.
    pub(super) fn receive(&mut self, noble: NobleId) -> bool {
        let at = self.nobles.iter().position(|&other| other == noble);
        at.map(|at| self.nobles.remove(at)).is_some()
    }
}
