//! The breaches of the cards that fill the market.

use alloc::vec::Vec;

use super::{Case, Part, Refill};
use crate::clause::Violation;
use crate::component::{CardId, Row};
use crate::position::Place;
use crate::violations::reveals::Drawn;

impl Part<'_> {
    /// Draws the cards of a reservation from a deck.
    pub(super) fn draw(&mut self, row: Row, drawn: &Drawn, [card, under]: [Option<CardId>; 2]) {
        let count = if drawn.other.is_some() { 2 } else { 1 };
        self.decks[row.index()].drain(..count);
        self.take_at_word(row, drawn.kept, card);
        let Some(other) = drawn.other else { return };
        self.take_at_word(row, other, under);
        let below = under.map_or(other, Place::Card);
        if let Place::Card(card) = below {
            self.decked.insert(card);
        }
        self.decks[row.index()].push_back(below);
    }

    /// Takes a drawn card out of the hidden ones. If the log names another card of the deck, the
    /// one that was due lies where that came from.
    fn take_at_word(&mut self, row: Row, due: Place, named: Option<CardId>) {
        let Some(came) = named else {
            if let Place::Card(card) = due {
                self.decked.remove(card);
            }
            return;
        };
        self.scene.unseen.remove(came);
        let Place::Card(due) = due else { return };
        let is_known = self.decked.has(came);
        let mut deck = self.decks[row.index()].iter_mut();
        match deck.find(|place| is_known && **place == Place::Card(came)) {
            Some(place) => {
                *place = Place::Card(due);
                self.decked.remove(came);
            }
            None if came == due => self.decked.remove(came),
            None => {
                self.decked.remove(due);
                self.scene.unseen.insert(due);
            }
        }
    }
}

impl Case<'_> {
    /// Fills the empty places in their order.
    pub(super) fn refill(&self, part: &mut Part<'_>, late: &mut Vec<Violation>) {
        for Refill { row, named } in core::mem::take(&mut part.emptied) {
            let all = self.game.components;
            let Some(top) = part.decks[row.index()].pop_front() else {
                late.extend(named.map(|card| Violation::MarketRefill {
                    card: all.card(card),
                    why: "the deck of the level is empty",
                }));
                continue;
            };
            if let Some(card) = named {
                let unseen = part.scene.unseen.has(card);
                let decked = part.decked.has(card);
                let facts = all.card(card);
                let place = match top {
                    _ if !unseen && !decked => {
                        let taken = self.position.table.decked.has(card) || self.turn.takes(card);
                        let place = self.position.whereabouts(card).filter(|_| !taken);
                        Some(place.unwrap_or("it was taken in this turn"))
                    }
                    Place::Hidden if decked && facts.row() == row => Some("it is in a deck"),
                    _ => None,
                };
                late.extend(place.map(|place| Violation::RevealUnseen { card: facts, place }));
                if facts.row() != row {
                    late.push(Violation::RevealLevel { card: facts, level: row });
                }
                if let Place::Card(next) = top
                    && next != card
                {
                    let next = all.card(next);
                    late.push(Violation::RevealDeck { card: facts, next });
                }
            }
            part.take_at_word(row, top, named);
            part.scene.lay(row, Some(named.map_or(top, Place::Card)));
        }
    }
}
