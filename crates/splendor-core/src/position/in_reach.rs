//! The cards that a seat can pay for.

use super::{Position, Seat};
use crate::component::{CardId, CardSet, Post, Power};
use crate::game::Game;
use crate::number::Gems;

impl Position {
    /// Returns the face-up and the own reserved cards that the seat to move can pay for.
    pub fn affordable(&self, game: &Game<'_>) -> CardSet {
        let blocked = self.sun_never_sets.strongholds.rival_cards(self.to_move());
        let cards = self.table.market.without(blocked).or(self.mover().hand).iter();
        cards.filter(|&card| self.can_pay(game, card)).collect()
    }

    /// Returns whether the seat to move can pay for a card: with tokens and virtual gold, or with
    /// two cards of a color. A seat without a color cannot buy a copy card.
    pub fn can_pay(&self, game: &Game<'_>, card: CardId) -> bool {
        let (seat, card) = (self.mover(), game.components.card(card));
        let virtual_gold = seat.bought.and(game.components.with_power(Power::VirtualGold)).len();
        let colorless = card.power().is_some_and(Power::copies) && seat.colors == Gems::NONE;
        let given_up = card.discard().is_none_or(|color| seat.colors.get(color) >= 2);
        !colorless && given_up && seat.affords_with(card.cost(), 2 * virtual_gold)
    }
}

impl Seat {
    /// Returns whether the tokens, gold for any gem, cover the cost less the bonuses.
    pub fn affords(&self, cost: Gems) -> bool {
        self.affords_with(cost, 0)
    }

    /// Returns the same with so much virtual gold.
    fn affords_with(&self, cost: Gems, virtual_gold: u8) -> bool {
        let price = cost.minus(self.bonuses);
        let gold = u16::from(self.tokens.gold()) + u16::from(virtual_gold);
        self.gold_for(price.minus(self.tokens.gems())).total() <= gold
    }

    /// Returns how many gold of the seat pay for these gems, color by color: one for each, or with
    /// the post that doubles gold one for every two.
    pub(crate) const fn gold_for(&self, gems: Gems) -> Gems {
        if self.posts.has(Post::DoubleGold) { gems.halves() } else { gems }
    }
}
