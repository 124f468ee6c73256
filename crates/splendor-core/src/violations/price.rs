//! The breaches of the clauses on the price of a card.

use alloc::vec::Vec;

use super::Case;
use crate::clause::Violation;
use crate::component::{CardId, Post};
use crate::game::{GoldUse, Overpay};
use crate::number::{Color, Gems, Token, Tokens};
use crate::turn::Action;

/// A payment compared with the price, color by color.
#[derive(Default)]
pub(super) struct Bill {
    pub(super) price: Gems,
    /// The gems that gold has to pay for.
    open: u16,
    /// The gold that they take.
    gold: u16,
    /// The gems beyond the price.
    over: u16,
    /// The gold that gems of the seat could replace.
    spared: u16,
    /// The gems that gold pays for already, as the other half of a pair.
    lost: u16,
}

impl Case<'_> {
    fn doubles(&self) -> bool {
        self.seat.posts.has(Post::DoubleGold)
    }

    pub(super) fn bill(&self, id: CardId, paid: Tokens) -> Bill {
        let gold = |gems: u8| u16::from(if self.doubles() { gems.div_ceil(2) } else { gems });
        let mut bill = Bill::default();
        for color in Color::ALL {
            let cost = self.game.components.card(id).cost.get(color);
            let due = cost.saturating_sub(self.seat.bonuses.get(color));
            let gems = paid.get(Token::Gem(color));
            let open = due.saturating_sub(gems);
            let least = due.saturating_sub(self.seat.tokens.get(Token::Gem(color)));
            bill.price = bill.price.with(color, due);
            bill.open += u16::from(open);
            bill.gold += gold(open);
            bill.over += u16::from(gems.saturating_sub(due));
            bill.spared += gold(open).saturating_sub(gold(least));
            bill.lost += u16::from(self.doubles() && open % 2 == 1 && gems > 0);
        }
        bill
    }

    pub(super) fn of_payment(&self, id: CardId, paid: Tokens) -> Vec<Violation> {
        let card = self.game.components.card(id);
        let bill = self.bill(id, paid);
        let (price, gold) = (bill.price, u16::from(paid.gold()));
        let rulings = self.game.rules.rulings;
        let mut all = Vec::new();
        if bill.gold > gold && !self.splits(&bill, gold) {
            all.push(Violation::PurchasePrice { card, price, paid, short: bill.gold - gold });
        }
        let may_idle = self.doubles() && rulings.overpay == Overpay::SpareGold;
        let idle = bill.over + if may_idle { 0 } else { gold.saturating_sub(bill.gold) };
        let (over, why) = if idle > 0 {
            (idle, "too many")
        } else if rulings.overpay == Overpay::Irredundant && bill.lost > 0 {
            (
                bill.lost,
                "that the gold already covers, which the ruling overpay=irredundant forbids",
            )
        } else if rulings.gold == GoldUse::LastResort {
            let why = "of gold in place of gems that the seat has, which the ruling \
                       gold=last-resort forbids";
            (bill.spared.min(gold), why)
        } else {
            (0, "")
        };
        if over > 0 {
            all.push(Violation::PurchasePayment { card, price, paid, over, why });
        }
        all
    }

    /// Whether too little gold would be enough if its halves paid for different colors.
    fn splits(&self, bill: &Bill, gold: u16) -> bool {
        self.doubles() && bill.gold > gold && 2 * gold >= bill.open
    }

    pub(super) fn of_doubled_gold(&self) -> Option<Violation> {
        let Action::Purchase { card, pay: paid, .. } = self.turn.action else { return None };
        let bill = self.bill(card, paid);
        let (card, price) = (self.game.components.card(card), bill.price);
        self.splits(&bill, u16::from(paid.gold())).then_some(Violation::PostDoubleGold {
            card,
            price,
            paid,
        })
    }
}
