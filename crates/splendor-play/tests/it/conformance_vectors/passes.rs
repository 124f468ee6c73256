//! The ways out of a pass: a seat passes only if it has none.

use splendor_core::{CardId, Gems, Phase, Post, Power};

use super::moment::{Moment, number, small};

impl Moment<'_> {
    /// Returns from where the seat could reserve: 0 from nowhere, 1 from decks only, 2 from the market
    /// only, 3 from both.
    pub(super) fn reservable(&self) -> u8 {
        if self.seat().hand_size() == 3 {
            return 0;
        }
        let rivals = self.before.strongholds().rival_cards(self.turn.seat);
        let lies = !self.before.market().without(rivals).is_empty();
        let has_deck = self.game.rows().iter().any(|&row| !self.before.deck(row).is_empty());
        u8::from(has_deck) + 2 * u8::from(lies)
    }

    fn gems_left(&self) -> u8 {
        small(self.before.supply().gems().total()).unwrap()
    }

    /// Returns how many ways out a seat has instead of a pass: gems, a reservation, and cards to buy.
    pub(super) fn ways_out(&self) -> u8 {
        let others = u8::from(self.gems_left() > 0) + u8::from(self.reservable() > 0);
        others + self.before.affordable(self.game).len()
    }

    /// Returns the gems of the supply, up to two, if a seat has no other way out of a pass.
    pub(super) fn gems_as_way_out(&self) -> Option<u8> {
        let is_only = self.passes() && self.ways_out() == u8::from(self.gems_left() > 0);
        is_only.then(|| self.gems_left().min(2))
    }

    /// Returns from where a seat can reserve that has no other way out of a pass.
    pub(super) fn reservation_as_way_out(&self) -> Option<u8> {
        let is_only = self.passes() && self.ways_out() == u8::from(self.reservable() > 0);
        is_only.then(|| self.reservable())
    }

    /// Returns the card that is the only way out of a pass.
    fn only_card(&self) -> Option<CardId> {
        let affordable = self.before.affordable(self.game);
        let card = affordable.first_member().filter(|_| self.passes())?;
        (affordable.len() == 1 && self.ways_out() == 1).then_some(card)
    }

    /// Returns the place in the hand, from 1, of the only way out.
    pub(super) fn place_of_way_out(&self) -> Option<u8> {
        let card = self.only_card()?;
        small(self.seat().hand().iter().position(|held| held == card)? + 1)
    }

    /// Returns the row of the card that is the only way out, and whether it is in the hand.
    pub(super) fn row_of_way_out(&self, in_hand: bool) -> Option<u8> {
        let card = self.only_card().filter(|&card| self.seat().hand().has(card) == in_hand)?;
        Some(number(self.game.components.card(card).row()))
    }

    /// Returns the gems that a seat lacks for a card.
    fn open(&self, card: CardId) -> Gems {
        let cost = self.game.components.card(card).cost();
        cost.minus(self.seat().bonuses()).minus(self.seat().tokens().gems())
    }

    /// Returns the gems that gold must pay for the only way out.
    pub(super) fn open_of_way_out(&self) -> Option<Gems> {
        Some(self.open(self.only_card()?)).filter(|&open| open != Gems::NONE)
    }

    /// Returns the virtual gold that must pay for the only way out, and the gold if there is none.
    pub(super) fn virtual_gold_of_way_out(&self) -> Option<u8> {
        let needed = self.gold_for(self.open_of_way_out()?);
        Some(needed.saturating_sub(self.seat().tokens().gold()))
    }

    /// Returns the cards of the color that the only way out asks for.
    pub(super) fn cards_of_way_out(&self) -> Option<u8> {
        let color = self.game.components.card(self.only_card()?).discard()?;
        Some(self.seat().colors().get(color))
    }

    pub(super) fn strongholds_on_way_out(&self) -> Option<u8> {
        Some(self.before.strongholds().count(self.turn.seat, self.only_card()?))
    }

    /// Returns the gold that a forced pass lacks for the nearest card in reach.
    pub(super) fn gold_short(&self) -> Option<u8> {
        let all =
            self.in_reach().filter_map(|card| self.short_of(card, self.gold_for(self.open(card))));
        all.min().filter(|_| self.is_forced())
    }

    fn is_forced(&self) -> bool {
        self.passes() && self.ways_out() == 0
    }

    fn in_reach(&self) -> impl Iterator<Item = CardId> {
        let rivals = self.before.strongholds().rival_cards(self.turn.seat);
        self.before.market().without(rivals).or(self.seat().hand()).iter()
    }

    /// Returns the gold that lacks for a card with a price in tokens.
    fn short_of(&self, card: CardId, needed: u8) -> Option<u8> {
        let card = self.game.components.card(card);
        let virtual_gold = self.game.components.with_power(Power::VirtualGold);
        let gold = self.seat().tokens().gold() + 2 * self.seat().bought().and(virtual_gold).len();
        card.discard().is_none().then(|| needed.saturating_sub(gold))
    }

    /// Returns whether only a wrong rule gives a seat that must pass a way out, by its number.
    pub(super) fn wrong_way_out(&self) -> Option<u8> {
        self.is_forced().then_some(())?;
        let all = self.game.components;
        let shares_halves = |card| {
            let gems = u8::try_from(self.open(card).total()).unwrap();
            self.seat().posts().has(Post::DoubleGold)
                && self.short_of(card, gems.div_ceil(2)) == Some(0)
        };
        let pays_one = |card| {
            let color = all.card(card).discard();
            color.is_some_and(|color| self.seat().colors().get(color) == 1)
        };
        let pays_double = |card| {
            let color = all.card(card).discard();
            color.is_some_and(|color| self.seat().bonuses().get(color) == 2)
        };
        let is_copy = |card| all.card(card).power().is_some_and(Power::copies);
        let colorless =
            |card| is_copy(card) && self.short_of(card, self.gold_for(self.open(card))) == Some(0);
        let rivals = self.before.strongholds().rival_cards(self.turn.seat);
        let is_blocked = rivals.iter().any(|card| self.before.can_pay(self.game, card));
        let wrong = [
            is_blocked,
            self.in_reach().any(shares_halves),
            self.in_reach().any(pays_one),
            self.in_reach().any(pays_double),
            self.in_reach().any(colorless),
        ];
        small(wrong.iter().position(|&is_wrong| is_wrong)? + 1)
    }

    /// Returns how many seats move after a pass in the last round.
    pub(super) fn seats_after_last_pass(&self) -> Option<u8> {
        let is_last = self.before.phase() == Phase::LastRound;
        let after = small(self.before.seats().len())?.checked_sub(1 + self.turn.seat)?;
        (self.passes() && is_last).then_some(after)
    }
}
