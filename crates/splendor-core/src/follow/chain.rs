//! The parts of a turn that only Orient and Strongholds have, applied at the log's word.

use crate::chain::{CardsPaid, Conquest, Copied, Effects, StrongholdStep};
use crate::component::{CardId, CardSet, Power};
use crate::game::Game;
use crate::number::{Token, Tokens};
use crate::position::{CopiedColor, MOST_SEATS, Position};
use crate::turn::Source;

impl Position {
    /// Takes cards that a seat has out of the game.
    pub(super) fn give_up_unchecked(&mut self, game: &Game<'_>, seat: usize, paid: &CardsPaid) {
        let all = game.components;
        for card in paid.spent.iter().chain(paid.discarded.iter()) {
            if !self.seats[seat].bought.has(card) {
                continue;
            }
            let facts = all.card(card);
            let [colors, bonuses] = self.chains.copies.sums(all, CardSet::one(card));
            self.chains.copies = self.chains.copies.with(all, card, None);
            self.chains.gone.insert(card);
            let holdings = &mut self.seats[seat];
            holdings.bought.remove(card);
            holdings.colors = holdings.colors.minus(facts.colors()).minus(colors);
            holdings.bonuses = holdings.bonuses.minus(facts.bonuses()).minus(bonuses);
            holdings.prestige = holdings.prestige.saturating_sub(facts.points);
        }
    }

    /// Applies what follows a purchase: copies, free cards, the gem, the step with a stronghold.
    pub(super) fn effects_unchecked(
        &mut self,
        game: &Game<'_>,
        seat: usize,
        bought: CardId,
        effects: &Effects,
        gem: Option<Token>,
    ) {
        self.copy_unchecked(game, seat, bought, effects.copy);
        for free in effects.free_cards() {
            self.purchase_unchecked(game, seat, free.card, Some(Source::Market), free.refill);
            self.copy_unchecked(game, seat, free.card, free.copy);
        }
        if let Some(gem) = gem {
            self.take_unchecked(seat, Tokens::one(gem));
        }
        self.step_unchecked(seat, effects.stronghold);
    }

    pub(super) fn conquer_unchecked(&mut self, game: &Game<'_>, seat: usize, it: &Conquest) {
        self.pay_unchecked(seat, it.pay);
        self.give_up_unchecked(game, seat, &it.cards_paid);
        self.chains.count_purchase(game, seat);
        self.purchase_unchecked(game, seat, it.card, Some(Source::Market), it.refill);
        self.effects_unchecked(game, seat, it.card, &it.effects, it.gem);
    }

    /// Gives a copy card the color that the log names; without a name it takes that of any card.
    fn copy_unchecked(
        &mut self,
        game: &Game<'_>,
        seat: usize,
        card: CardId,
        named: Option<Copied>,
    ) {
        let all = game.components;
        let is_copy_card = all.card(card).power.is_some_and(Power::copies);
        if !is_copy_card || self.chains.copies.get(all, card).is_some() {
            return;
        }
        let color_of = |other: CardId| {
            let printed = all.card(other).bonus;
            printed.or_else(|| self.chains.copies.get(all, other).map(|copied| copied.color))
        };
        let color = match named {
            Some(Copied::Color(color)) => Some(color),
            Some(Copied::Card(other)) => color_of(other),
            None => self.seats[seat].bought.iter().find_map(color_of),
        };
        let Some(color) = color else { return };
        let copied = CopiedColor { color, doubled: false };
        self.chains.copies = self.chains.copies.with(all, card, Some(copied));
        let [colors, bonuses] = self.chains.copies.sums(all, CardSet::one(card));
        let holdings = &mut self.seats[seat];
        holdings.colors = holdings.colors.plus(colors);
        holdings.bonuses = holdings.bonuses.plus(bonuses);
    }

    fn step_unchecked(&mut self, seat: usize, step: Option<StrongholdStep>) {
        let seat = u8::try_from(seat).unwrap_or(0);
        let strongholds = &mut self.chains.strongholds;
        match step {
            None => {}
            Some(StrongholdStep::Place(card)) => {
                strongholds.place(seat, card);
            }
            Some(StrongholdStep::Move { from, to }) => {
                let _ = strongholds.lift(seat, from) && strongholds.place(seat, to);
            }
            Some(StrongholdStep::Remove { card, seat: named }) => {
                let rival = strongholds.rival(seat, card).map(|(rival, _)| rival);
                if let Some(rival) = rival.or(named).filter(|&it| usize::from(it) < MOST_SEATS) {
                    strongholds.lift(rival, card);
                }
            }
        }
    }
}
