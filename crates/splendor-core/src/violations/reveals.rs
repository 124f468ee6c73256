//! The breaches of the clauses on revealed cards.

use alloc::vec::Vec;

use super::Case;
use crate::clause::Violation;
use crate::component::{CardId, Post, Row};
use crate::game::Powers;
use crate::position::Place;
use crate::turn::Action;

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

    /// The cards that a reservation from a deck shows: of two, each may be the one that is kept.
    pub(super) fn of_draw(
        &self,
        row: Row,
        card: Option<CardId>,
        under: Option<CardId>,
    ) -> Vec<Violation> {
        let mut places = self.position.deck(row).iter();
        let Some(first) = places.next() else { return Vec::new() };
        let Some(second) = places.next().filter(|&second| self.draws_two(under, card, second))
        else {
            return card.map_or(Vec::new(), |card| self.of_reveal(card, row, Some(first)));
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
        let ways = [(kept(first), other(second)), (kept(second), other(first))];
        let fault = |way: &(Vec<Violation>, Vec<Violation>)| (!way.0.is_empty(), !way.1.is_empty());
        let likeliest = ways.into_iter().min_by_key(fault);
        likeliest.map_or(Vec::new(), |(kept, other)| kept.into_iter().chain(other).collect())
    }

    /// Whether the seat draws two cards of a deck.
    pub(super) fn draws_two_of(
        &self,
        row: Row,
        card: Option<CardId>,
        under: Option<CardId>,
    ) -> bool {
        let second = self.position.deck(row).iter().nth(1);
        second.is_some_and(|second| self.draws_two(under, card, second))
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
