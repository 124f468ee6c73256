//! Encodes a position as one number, to recognize it later.

use super::Decks;
use splendor_core::{
    CardId, CardSet, End, Game, NobleSet, Phase, Place, Position, Row, Seat, Token,
};

/// How the positions of one game are written as numbers: digit after digit, each with the base that
/// its values need.
///
/// A number leaves out the facts that no rule depends on: the count of turns, and which cards only
/// their seat has seen. The supply, the bonuses, the prestige, the posts and the length of a deck
/// follow from the other digits.
#[derive(Debug)]
pub(super) struct Keys {
    seats: u8,
    /// The tokens that there are, and how many.
    tokens: Vec<(Token, u8)>,
    /// How many cards move: they come first.
    cards: u8,
    nobles: NobleSet,
    /// Whether hands and market may hold unknown cards.
    dark: bool,
    /// For each level: the number of cards, the first card, and how many places of its deck are
    /// distinguished.
    levels: [(u8, u8, usize); 3],
    width: u8,
}

/// The number of a position so far.
struct Digits {
    word: u128,
    /// The product of the bases: how many numbers there are.
    size: Option<u128>,
}

impl Digits {
    fn push(&mut self, digit: u8, base: u8) {
        debug_assert!(digit < base, "digit {digit} to the base {base}");
        self.word = self.word.wrapping_mul(u128::from(base)) + u128::from(digit);
        self.size = self.size.and_then(|size| size.checked_mul(u128::from(base)));
    }
}

impl Keys {
    /// Returns how to write the positions of a game whose first `cards` cards move.
    pub(super) fn of(game: &Game<'_>, seats: u8, cards: u8, decks: Decks) -> Self {
        let ordered = decks == Decks::Known || game.rules.modules.trading_posts;
        let moving = CardSet::first(usize::from(cards));
        let level = |level: Row| {
            let cards = game.components.of_row(level).and(moving);
            let places = cards.len().saturating_sub(game.market_width);
            let first = cards.iter().next().map_or(0, CardId::number);
            (cards.len(), first, if ordered { usize::from(places) } else { 0 })
        };
        Self {
            seats,
            tokens: game.tokens.iter().filter(|&(_, count)| count > 0).collect(),
            cards,
            nobles: game.components.nobles(),
            dark: decks == Decks::Dark,
            levels: Row::BASE.map(level),
            width: game.market_width,
        }
    }

    /// Returns the number of a position, from 1; equal numbers are equal positions to all rules.
    pub(super) fn key(&self, position: &Position) -> u128 {
        self.digits(position).word + 1
    }

    /// Returns whether every number fits.
    pub(super) fn fit(&self, position: &Position) -> bool {
        self.digits(position).size.is_some_and(|size| size < u128::MAX)
    }

    fn digits(&self, position: &Position) -> Digits {
        let mut digits = Digits { word: 0, size: Some(1) };
        for seat in position.seats() {
            for &(token, count) in &self.tokens {
                digits.push(seat.tokens().get(token), count + 1);
            }
        }
        self.push_cards(position, &mut digits);
        if self.dark {
            let hands = position.seats().iter().flat_map(Seat::hidden);
            hands.for_each(|count| digits.push(count, 4));
            position.market_hidden().iter().for_each(|&count| digits.push(count, self.width + 1));
        }
        for (level, &(cards, first, places)) in Row::BASE.into_iter().zip(&self.levels) {
            let mut cards_below = position.deck(level).iter().map(|place| match place {
                Place::Card(card) => card.number() - first + 1,
                Place::Hidden => 0,
            });
            (0..places).for_each(|_| digits.push(cards_below.next().unwrap_or(0), cards + 1));
        }
        digits.push(position.to_move(), self.seats);
        digits.push(position.passes_in_a_row().min(self.seats), self.seats + 1);
        digits.push(phase(position.phase()), 4);
        digits
    }

    /// Writes where each card and each noble is that can move.
    fn push_cards(&self, position: &Position, digits: &mut Digits) {
        let mut places = [0; 128];
        let moving = CardSet::first(usize::from(self.cards));
        let mut lay = |set: CardSet, place| {
            set.and(moving).iter().for_each(|card| places[usize::from(card.number())] = place);
        };
        lay(position.market(), 1);
        for (place, seat) in (2..).step_by(2).zip(position.seats()) {
            lay(seat.hand(), place);
            lay(seat.bought(), place + 1);
        }
        places[..usize::from(self.cards)]
            .iter()
            .for_each(|&place| digits.push(place, 2 + 2 * self.seats));
        for noble in self.nobles.iter() {
            let place = |seat: usize| position.seats()[seat].nobles().has(noble);
            let owner = (0..self.seats).find(|&seat| place(usize::from(seat)));
            digits.push(owner.map_or(0, |seat| seat + 1), self.seats + 1);
        }
    }
}

const fn phase(phase: Phase) -> u8 {
    match phase {
        Phase::Open => 0,
        Phase::LastRound => 1,
        Phase::Ended(End::Completed) => 2,
        Phase::Ended(End::Stalemate) => 3,
    }
}
