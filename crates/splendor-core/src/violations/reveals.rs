//! The breaches of the clauses on revealed cards.

use alloc::vec::Vec;

use super::Case;
use crate::clause::Violation;
use crate::component::{CardId, Post, Row};
use crate::game::Powers;
use crate::position::Place;
use crate::turn::Action;

/// The places of a deck that a reservation draws from.
pub(super) struct Drawn {
    pub(super) kept: Place,
    /// The place of the card that goes under the deck, if two are drawn.
    pub(super) other: Option<Place>,
    pub(super) breaches: Vec<Violation>,
}

impl Case<'_> {
    pub(super) fn of_reveals(&self) -> Vec<Violation> {
        let mut all = Vec::new();
        if let Action::ReserveDeck { row, card, under } = self.turn.action {
            all.extend(self.of_draw(row, card, under));
        }
        if let (Some(card), Some(row)) = (self.turn.refill, self.emptied()) {
            all.extend(self.of_reveal(card, row, self.position.deck(row).top()));
        }
        all
    }

    /// Whether the refill proves that an unseen card was bought from the market, although it could
    /// also have been in the hand.
    pub(super) fn refills(&self, card: CardId) -> bool {
        self.turn.refill.is_some() && self.may_be_shown(card)
    }

    fn of_reveal(&self, id: CardId, row: Row, top: Option<Place>) -> Vec<Violation> {
        let mut all = Vec::new();
        let card = self.game.components.card(id);
        let position = self.position;
        let decked = position.table.decked.has(id) && card.row() == row;
        let pinned = decked && top == Some(Place::Hidden);
        let bound = self.binds(id) && self.turn.refill == Some(id);
        if let Some(place) = position.whereabouts(id).filter(|_| !position.table.decked.has(id)) {
            let taken = self.turn.takes(id);
            let place = if taken { "it was taken in this turn" } else { place };
            all.push(Violation::RevealUnseen { card, place });
        } else if pinned {
            all.push(Violation::RevealUnseen { card, place: "it is in a deck" });
        } else if bound {
            all.push(Violation::RevealUnseen { card, place: "it was taken in this turn" });
        }
        if card.row() != row {
            all.push(Violation::RevealLevel { card, level: row });
        }
        if let Some(Place::Card(next)) = top
            && next != id
        {
            all.push(Violation::RevealDeck { card, next: self.game.components.card(next) });
        }
        all
    }

    /// The breaches of the cards that a reservation from a deck shows.
    fn of_draw(&self, row: Row, card: Option<CardId>, under: Option<CardId>) -> Vec<Violation> {
        self.draw(row, card, under).map_or(Vec::new(), |drawn| drawn.breaches)
    }

    /// The cards that a reservation from a deck shows: of two, each may be the one that is kept.
    pub(super) fn draw(
        &self,
        row: Row,
        card: Option<CardId>,
        under: Option<CardId>,
    ) -> Option<Drawn> {
        let mut places = self.position.deck(row).iter();
        let first = places.next()?;
        let Some(second) = places.next().filter(|&second| self.draws_two(under, card, second))
        else {
            let breaches = card.map_or(Vec::new(), |id| self.of_reveal(id, row, Some(first)));
            return Some(Drawn { kept: first, other: None, breaches });
        };
        let kept = |place| card.map_or(Vec::new(), |id| self.of_reveal(id, row, Some(place)));
        let other = |place| match under {
            Some(id) if card == Some(id) => {
                let card = self.game.components.card(id);
                Vec::from([Violation::RevealUnseen { card, place: "it was taken in this turn" }])
            }
            Some(id) => self.of_reveal(id, row, Some(place)),
            None => Vec::new(),
        };
        let way = |one, two| {
            let (of_kept, of_other) = (kept(one), other(two));
            let fault = (!of_kept.is_empty(), !of_other.is_empty());
            let breaches = of_kept.into_iter().chain(of_other).collect();
            (fault, Drawn { kept: one, other: Some(two), breaches })
        };
        let ways = [way(first, second), way(second, first)];
        ways.into_iter().min_by_key(|&(fault, _)| fault).map(|(_, drawn)| drawn)
    }

    fn draws_two(&self, under: Option<CardId>, card: Option<CardId>, second: Place) -> bool {
        let names_second = under.is_some() || card.map(Place::Card) == Some(second);
        let used = self.game.rules.rulings.powers == Powers::Mandatory || names_second;
        self.game.rules.modules.trading_posts && used && self.seat.posts.has(Post::DrawTwo)
    }

    /// Whether an action that empties a place takes `id` from a hidden place.
    fn binds(&self, id: CardId) -> bool {
        match self.turn.action {
            Action::ReserveMarket(card) | Action::Purchase { card, .. } => {
                card == id && !self.position.market().has(id)
            }
            Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => false,
        }
    }
}
