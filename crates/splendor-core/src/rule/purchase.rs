//! Buying a card: where it lies, what it costs, what is paid.

use super::{Draft, Shown};
use crate::clause::Violation;
use crate::component::{Card, CardId, Post};
use crate::game::{GoldUse, Overpay, Rulings};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::{Place, Seat};
use crate::turn::{Source, Unknown};

pub(crate) fn act(
    draft: &mut Draft<'_>,
    card: CardId,
    pay: Tokens,
    from: Option<Source>,
) -> Result<(), Violation> {
    let facts = draft.game.components.card(card);
    let source = source(draft, card, from).ok_or(Violation::PurchaseSource { card: facts })?;
    let owned = draft.seat.tokens;
    let price = facts.cost.minus(draft.seat.bonuses);
    let rulings = draft.game.rules.rulings;
    // Most seats pay the price itself, of which nothing is short and nothing too much.
    if pay != Tokens::from(price) {
        draft.split = covered(draft.seat, facts, price, pay)?;
        exact(draft.seat, facts, price, pay, rulings)?;
    }
    draft.seat.tokens = left_of(owned, pay)?;
    draft.table.supply = draft.table.supply.plus(pay);
    move_card(draft, card, facts, source);
    draft.seat.bought.insert(card);
    draft.seat.bonuses = draft.seat.bonuses.plus(Gems::one(facts.bonus));
    draft.seat.prestige = draft.seat.prestige.saturating_add(facts.points);
    Ok(())
}

/// Where a bought card lay: in a known place, or in one that the log has not told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lay {
    Market,
    Hand,
    HiddenMarket,
    HiddenHand,
}

fn source(draft: &mut Draft<'_>, card: CardId, from: Option<Source>) -> Option<Lay> {
    let (market, hand) = (from != Some(Source::Hand), from != Some(Source::Market));
    if market && draft.table.market.has(card) {
        return Some(Lay::Market);
    }
    if hand && draft.seat.hand.has(card) {
        return Some(Lay::Hand);
    }
    // A card that lies in a known place is in no hidden one.
    if !draft.table.unseen.has(card) {
        return None;
    }
    let level = draft.game.components.card(card).level.index();
    let hidden_hand = hand && draft.seat.hidden[level] > 0;
    let hidden_market = market && draft.table.market_hidden[level] > 0;
    if hidden_hand && !(hidden_market && draft.turn.refill.is_some()) {
        if hidden_market {
            draft.events.unknown = Some(Unknown::Source);
        }
        Some(Lay::HiddenHand)
    } else if hidden_market {
        draft.events.unknown = draft.table.unknown_in_market(draft.game, card);
        Some(Lay::HiddenMarket)
    } else {
        None
    }
}

/// Checks that the price is covered; returns what is paid if that takes a gold which pays for gems
/// of two colors.
fn covered(
    seat: &Seat,
    card: Card,
    price: Gems,
    paid: Tokens,
) -> Result<Option<(Card, Gems, Tokens)>, Violation> {
    let open = price.minus(paid.gems());
    let gold = u16::from(paid.gold());
    let short = seat.gold_for(open).total().saturating_sub(gold);
    if short == 0 {
        return Ok(None);
    }
    if seat.posts.has(Post::DoubleGold) && open.total().div_ceil(2) <= gold {
        return Ok(Some((card, price, paid)));
    }
    Err(Violation::PurchasePrice { card, price, paid, short })
}

fn exact(
    seat: &Seat,
    card: Card,
    price: Gems,
    paid: Tokens,
    rulings: Rulings,
) -> Result<(), Violation> {
    let (over, why) = excess(seat, price, paid, rulings);
    if over == 0 {
        return Ok(());
    }
    Err(Violation::PurchasePayment { card, price, paid, over, why })
}

/// Returns how many tokens are paid that should not be, and why.
fn excess(seat: &Seat, price: Gems, paid: Tokens, rulings: Rulings) -> (u16, &'static str) {
    let open = price.minus(paid.gems());
    let needed = seat.gold_for(open);
    let gold = u16::from(paid.gold());
    let over = paid.gems().minus(price).total() + gold.saturating_sub(needed.total());
    if over > 0 {
        return (over, "that the price does not ask for");
    }
    if rulings.overpay == Overpay::Irredundant && seat.posts.has(Post::DoubleGold) {
        let spare = |(color, n): (Color, u8)| n % 2 == 1 && paid.get(Token::Gem(color)) > 0;
        let over = open.iter().map(|gems| u16::from(spare(gems))).sum();
        if over > 0 {
            return (over, "that gold pays for already, which the ruling `overpay` forbids");
        }
    }
    let least = seat.gold_for(price.minus(seat.tokens.gems()));
    let over = needed.minus(least).total().min(gold);
    if rulings.gold == GoldUse::LastResort && over > 0 {
        return (over, "of gold for gems that the seat has, which the ruling `gold` forbids");
    }
    (0, "")
}

/// Returns what a seat has left of its tokens.
fn left_of(owned: Tokens, pay: Tokens) -> Result<Tokens, Violation> {
    if let Some(left) = owned.exact_minus(pay) {
        return Ok(left);
    }
    let short = pay.iter().find(|&(token, paid)| paid > owned.get(token));
    short.map_or(Ok(owned), |(token, paid)| {
        Err(Violation::PurchaseTokens { token, paid, owned: owned.get(token) })
    })
}

fn move_card(draft: &mut Draft<'_>, card: CardId, facts: Card, source: Lay) {
    let level = facts.level;
    match source {
        Lay::Market => draft.table.market.remove(card),
        Lay::Hand => {
            draft.seat.hand.remove(card);
            draft.table.secret.remove(card);
        }
        Lay::HiddenHand => {
            draft.seat.hidden[level.index()] -= 1;
            draft.shown = Some(Shown { level, top: Place::Hidden, card: Some(card) });
        }
        Lay::HiddenMarket => {
            draft.table.market_hidden[level.index()] -= 1;
            draft.table.unseen.remove(card);
        }
    }
    let market = matches!(source, Lay::Market | Lay::HiddenMarket);
    draft.seat.hand_size -= u8::from(!market);
    draft.events.source = Some(if market { Source::Market } else { Source::Hand });
    draft.emptied = market.then_some(level);
}
