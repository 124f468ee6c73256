//! The breaches of a payment with tokens and cards.

use alloc::vec::Vec;

use super::{Case, Part};
use crate::chain::CardsPaid;
use crate::clause::Violation;
use crate::component::{CardId, Post, Power};
use crate::game::{GoldUse, Overpay, VirtualSpare};
use crate::number::{Color, Gems, Token, Tokens};

impl Case<'_> {
    /// The price and the payment. Returns the breach of gold that pays for gems of two colors.
    pub(super) fn of_units(
        &self,
        part: &mut Part<'_>,
        id: CardId,
        paid: Tokens,
        cards_paid: &CardsPaid,
    ) -> Option<Violation> {
        let card = self.game.components.card(id);
        let rulings = self.game.rules.rulings;
        let doubled = self.seat.posts.has(Post::DoubleGold);
        let units = |gems: u8| u16::from(if doubled { gems.div_ceil(2) } else { gems });
        let bonuses = part.scene.bonuses();
        let spent = u16::from(cards_paid.spent.len());
        let (mut price, mut open, mut gold) = (Gems::NONE, 0, 0);
        let (mut over, mut least, mut wasted) = (0, 0, 0);
        for color in Color::ALL {
            let token = Token::Gem(color);
            let due = card.cost.get(color).saturating_sub(bonuses.get(color));
            let gems = paid.get(token);
            let left = due.saturating_sub(gems);
            price = price.with(color, due);
            open += u16::from(left);
            gold += units(left);
            over += u16::from(gems.saturating_sub(due));
            let fewest = units(due.saturating_sub(part.scene.tokens.get(token)));
            least += units(left).saturating_sub(fewest);
            wasted += u16::from(doubled && left % 2 == 1 && gems > 0);
        }
        let tokens = u16::from(paid.gold());
        let most = tokens + 2 * spent;
        let splits = doubled && gold > most && open.div_ceil(2) <= most;
        if gold > most && !splits {
            let short = gold - most;
            part.breaches.push(Violation::PurchasePrice { card, price, paid, short });
        }
        let left = gold.saturating_sub(tokens);
        let may_idle = doubled && rulings.overpay == Overpay::SpareGold;
        let idle = over + if may_idle { 0 } else { tokens.saturating_sub(gold) };
        let (over, why) = if idle > 0 {
            (idle, "too many")
        } else if rulings.overpay == Overpay::Irredundant && wasted > 0 {
            (wasted, "that the gold already covers, which the ruling overpay=irredundant forbids")
        } else if rulings.gold == GoldUse::LastResort {
            let why = "of gold in place of gems that the seat has, which the ruling \
                       gold=last-resort forbids";
            (least.saturating_sub(left.min(2 * spent)).min(tokens), why)
        } else {
            (0, "")
        };
        if over > 0 {
            part.breaches.push(Violation::PurchasePayment { card, price, paid, over, why });
        }
        let needed = match rulings.virtual_spare {
            VirtualSpare::NoSpare if spent > 0 => 2 * spent - 1,
            _ => spent,
        };
        if left < needed {
            let spent = cards_paid.spent.len();
            part.breaches.push(Violation::OrientSpendUsed { spent, open: left });
        }
        let split = splits.then_some(match spent {
            0 => Violation::PostDoubleGold { card, price, paid },
            _ => Violation::OrientDoubleVirtual { card, price, paid },
        });
        if let Some(breach @ Violation::OrientDoubleVirtual { .. }) = split {
            part.breaches.push(breach);
            return None;
        }
        split
    }

    /// The cards that are spent or given up.
    pub(super) fn of_given_cards(&self, part: &mut Part<'_>, id: CardId, paid: &CardsPaid) {
        let (all, scene) = (self.game.components, part.scene);
        let is_gold = |card| all.card(card).power == Some(Power::VirtualGold);
        let spent: Vec<CardId> = paid.spent.iter().collect();
        let fault = spent.iter().find(|&&card| !scene.bought.has(card) || !is_gold(card));
        let why =
            |card: CardId, why| if is_gold(card) { why } else { "it is no card of virtual gold" };
        let fault = fault.map(|&card| (card, why(card, "the seat lacks it")));
        let fault = fault.or(repeated(&spent).map(|card| (card, "it is named twice")));
        part.breaches.extend(
            fault.map(|(card, why)| Violation::OrientSpendOwned { card: all.card(card), why }),
        );
        let given: Vec<CardId> = paid.discarded.iter().collect();
        let card = all.card(id);
        let needed = if card.discard.is_some() { 2 } else { 0 };
        if given.len() != usize::from(needed) {
            part.breaches.push(Violation::OrientDiscardPrice {
                card,
                given: paid.discarded.len(),
                needed,
            });
        }
        let Some(color) = card.discard else { return };
        let own = scene.of_color(color);
        let fault = given.iter().find(|card| !own.contains(card)).map(|&card| {
            let owned = scene.bought.has(card);
            (card, if owned { "it does not count as one" } else { "the seat does not have it" })
        });
        let fault = fault.or(repeated(&given).map(|card| (card, "it is named twice")));
        if let Some((card, why)) = fault {
            part.breaches.push(Violation::OrientDiscardColor { card: all.card(card), color, why });
        }
        let kept = own.iter().find(|&&it| scene.is_copy_card(it) && !given.contains(&it));
        let goes = given.iter().any(|&it| own.contains(&it) && !scene.is_copy_card(it));
        if let Some(&card) = kept.filter(|_| goes) {
            let card = all.card(card);
            part.breaches.push(Violation::OrientDiscardCopiesFirst { card, color });
        }
    }
}

/// Returns a card that is listed twice.
fn repeated(cards: &[CardId]) -> Option<CardId> {
    let mut at = 0;
    while at < cards.len() {
        if cards[..at].contains(&cards[at]) {
            return Some(cards[at]);
        }
        at += 1;
    }
    None
}
