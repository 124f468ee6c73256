//! The breaches of the cards that fill the market.

use alloc::vec::Vec;

use super::{Case, Part, Refill};
use crate::clause::Violation;
use crate::position::Place;

impl Case<'_> {
    /// Fills the empty places in their order.
    pub(super) fn refill(&self, part: &mut Part<'_>, late: &mut Vec<Violation>) {
        for Refill { row, named } in core::mem::take(&mut part.emptied) {
            let drawn = &mut part.drawn[row.index()];
            let top = self.position.deck(row).iter().nth(*drawn);
            *drawn += 1;
            let all = self.game.components;
            let Some(top) = top else {
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
                        let drawn = self.position.table.decked.has(card);
                        let place = self.position.whereabouts(card).filter(|_| !drawn);
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
            if let Place::Card(card) = top {
                part.decked.remove(card);
            }
            part.scene.lay(row, Some(named.map_or(top, Place::Card)));
        }
    }
}
