//! A position as one number, to know it again.

use crate::NobleSet;
use crate::card_set::CardSet;
use crate::deck::{Deck, Place};
use crate::position::{End, Phase, Position, Seat};

/// Writes what tells a position from every other of its game into one word.
pub(super) fn packed(position: &Position) -> u128 {
    let mut word = 0;
    let mut push = |value: u8, bits: u32| {
        assert!(u32::from(value) < 1 << bits);
        word = word << bits | u128::from(value);
    };
    for seat in position.seats() {
        seat.tokens.iter().for_each(|(_, count)| push(count, 3));
        seat.hidden.iter().for_each(|&count| push(count, 2));
    }
    for card in CardSet::first(7).iter() {
        push(place(position, |seat| seat.bought.has(card), position.market.has(card)), 2);
        push(place(position, |seat| seat.hand.has(card), false), 2);
    }
    for noble in NobleSet::first(3).iter() {
        push(place(position, |seat| seat.nobles.has(noble), false), 2);
    }
    position.market_hidden.iter().for_each(|&count| push(count, 1));
    // A card that was put under a deck comes last. Where the cards are tells how long a deck is.
    for place in position.decks.iter().flat_map(Deck::iter) {
        push(if let Place::Card(card) = place { card.0 } else { 7 }, 3);
    }
    push(position.to_move, 2);
    push(position.passes, 2);
    let phases = [Phase::Open, Phase::LastRound, Phase::Ended(End::Completed)];
    push(u8::try_from(phases.iter().take_while(|&&p| p != position.phase).count()).unwrap(), 2);
    word
}

/// The seat that has something, from 1, or 3 if nobody has it and `other` is so.
fn place(position: &Position, has: impl Fn(&Seat) -> bool, other: bool) -> u8 {
    match position.seats().iter().position(has) {
        Some(seat) => u8::try_from(seat + 1).unwrap(),
        None => 3 * u8::from(other),
    }
}
