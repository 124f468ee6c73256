//! The ways to pay for a card.

use alloc::vec::Vec;

use crate::component::{CardId, Post};
use crate::game::{Game, GoldUse, Overpay, Rulings};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::{Position, Seat};

impl Position {
    /// Returns every way in which the seat to move can pay for a card.
    pub fn payments(&self, game: &Game<'_>, card: CardId) -> Vec<Tokens> {
        let (seat, mut payments) = (self.mover(), Vec::new());
        let price = game.components.card(card).cost().minus(seat.bonuses);
        seat.pay(game.rules.rulings, price, 0, Tokens::NONE, &mut |pay| payments.push(pay));
        payments
    }
}

impl Seat {
    /// Lists each way to pay a price. `paid` already covers the colors before `at`.
    pub(super) fn pay(
        &self,
        rulings: Rulings,
        price: Gems,
        at: usize,
        paid: Tokens,
        on_payment: &mut impl FnMut(Tokens),
    ) {
        let Some(&color) = Color::ALL.get(at) else {
            let doubled = self.posts.has(Post::DoubleGold);
            let most = match rulings.overpay {
                Overpay::SpareGold if doubled => self.tokens.gold(),
                Overpay::SpareGold | Overpay::HalfGold | Overpay::Irredundant => paid.gold(),
            };
            let all = (paid.gold()..=most).map(|gold| paid.with(Token::Gold, gold));
            return all.for_each(on_payment);
        };
        for (gems, gold) in self.ways_to_pay(rulings, color, price.get(color)) {
            let gold = paid.gold() + gold;
            if gold <= self.tokens.gold() {
                let paid = paid.with(Token::Gem(color), gems).with(Token::Gold, gold);
                self.pay(rulings, price, at + 1, paid, on_payment);
            }
        }
    }

    /// Returns the gems and the gold of each way to pay the price in one color.
    fn ways_to_pay(
        &self,
        rulings: Rulings,
        color: Color,
        price: u8,
    ) -> impl Iterator<Item = (u8, u8)> + use<> {
        let doubled = self.posts.has(Post::DoubleGold);
        let gold = move |open: u8| if doubled { open.div_ceil(2) } else { open };
        let usable = self.tokens.get(Token::Gem(color)).min(price);
        let last_resort = match rulings.gold {
            GoldUse::LastResort => true,
            GoldUse::Free => false,
        };
        let irredundant = match rulings.overpay {
            Overpay::Irredundant => doubled,
            Overpay::HalfGold | Overpay::SpareGold => false,
        };
        let ways = (0..=usable).map(move |gems| (gems, gold(price - gems)));
        let ways = ways.filter(move |&(_, paid)| !last_resort || paid == gold(price - usable));
        ways.filter(move |&(n, _)| !irredundant || n == 0 || (price - n).is_multiple_of(2))
    }
}
