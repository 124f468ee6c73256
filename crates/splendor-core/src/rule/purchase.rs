//! Buying a card: its place, its price, the payment.

use super::{RevealedCard, TurnInProgress, orient};
use crate::chain::CardsPaid;
use crate::clause::{Elsewhere, Violation};
use crate::component::{Card, CardId, CardSet, Post};
use crate::game::{GoldUse, Overpay, Rulings};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::{Place, Seat};
use crate::turn::{Source, Unknown};

#[inline]
pub(crate) fn act(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
    pay: Tokens,
    from: Option<Source>,
) -> Result<(), Violation> {
    let facts = progress.game.components.card(card);
    let source = check_source(progress, card, from, progress.turn.refill.is_some())?;
    let owned = progress.seat.tokens;
    let price = facts.cost.minus(progress.seat.bonuses);
    let rulings = progress.game.rules.rulings;
    // Most seats pay the price itself, of which nothing is short and nothing too much.
    if pay != Tokens::from(price) {
        progress.split = check_price(progress.seat, facts, price, pay, 0)?;
        check_payment(progress.seat, facts, price, pay, (rulings, 0))?;
    }
    progress.seat.tokens = check_tokens(owned, pay)?;
    progress.table.supply = progress.table.supply.plus(pay);
    move_card(progress, card, facts, source);
    progress.seat.bought.insert(card);
    progress.seat.bonuses = progress.seat.bonuses.plus(facts.bonuses());
    progress.seat.colors = progress.seat.colors.plus(facts.colors());
    progress.seat.prestige = progress.seat.prestige.saturating_add(facts.points);
    Ok(())
}

/// Checks the source and the payment of a purchase, and moves the tokens and the cards. Returns the
/// place of the card. It is never inlined: [`act`] has the registers for itself.
#[inline(never)]
pub(crate) fn buy(
    progress: &mut TurnInProgress<'_>,
    (card, pay, cards_paid): (CardId, Tokens, &CardsPaid),
    from: Option<Source>,
    refill: Option<CardId>,
) -> Result<(), Violation> {
    let facts = progress.game.components.card(card);
    let source = check_source(progress, card, from, refill.is_some())?;
    orient::check_copy_needs_color(progress, facts)?;
    let price = facts.cost.minus(progress.seat.bonuses);
    // Most seats pay the price itself, of which nothing is short and nothing too much.
    let tokens = if pay == Tokens::from(price) && cards_paid.is_empty() {
        check_tokens(progress.seat.tokens, pay)?
    } else {
        check_paid(progress, facts, price, pay, cards_paid)?
    };
    orient::check_discarded(progress, facts, cards_paid)?;
    progress.seat.tokens = tokens;
    progress.table.supply = progress.table.supply.plus(pay);
    orient::pay_cards(progress, cards_paid);
    move_card(progress, card, facts, source);
    if progress.emptied.take().is_some() {
        progress.chains.strongholds.clear(card);
        progress.empty(card, refill);
    }
    progress.seat.bought.insert(card);
    progress.seat.colors = progress.seat.colors.plus(facts.colors());
    progress.seat.bonuses = progress.seat.bonuses.plus(facts.bonuses());
    progress.seat.prestige = progress.seat.prestige.saturating_add(facts.points);
    progress.chains.count_purchase(progress.game, usize::from(progress.turn.seat));
    Ok(())
}

/// Checks a payment with tokens and cards, apart from the cards given up as a price. Returns the
/// tokens that the seat keeps.
fn check_paid(
    progress: &mut TurnInProgress<'_>,
    card: Card,
    price: Gems,
    pay: Tokens,
    cards_paid: &CardsPaid,
) -> Result<Tokens, Violation> {
    let gold = 2 * u16::from(cards_paid.spent.len());
    let split = check_price(progress.seat, card, price, pay, gold)?;
    let open = price.minus(pay.gems());
    let left = progress.seat.gold_for(open).total().saturating_sub(u16::from(pay.gold()));
    let rulings = progress.game.rules.rulings;
    check_payment(progress.seat, card, price, pay, (rulings, left.min(gold)))?;
    let tokens = check_tokens(progress.seat.tokens, pay)?;
    orient::check_spent(progress, cards_paid, left)?;
    orient::check_double_virtual(split, cards_paid)?;
    progress.split = split;
    Ok(tokens)
}

#[expect(clippy::inline_always, reason = "called for every purchase of the base game")]
#[inline(always)]
fn check_source(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
    from: Option<Source>,
    is_refilled: bool,
) -> Result<CardPlace, Violation> {
    source(progress, card, from, is_refilled).ok_or_else(|| {
        let place = elsewhere(&progress.table.market, &progress.seat.hand, card, from);
        Violation::PurchaseSource { card: progress.game.components.card(card), place }
    })
}

/// The place of a bought card: a known place, or one of the hidden places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CardPlace {
    Market,
    Hand,
    HiddenMarket,
    HiddenHand,
}

#[expect(clippy::inline_always, reason = "called for every purchase of the base game")]
#[inline(always)]
fn source(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
    from: Option<Source>,
    is_refilled: bool,
) -> Option<CardPlace> {
    let (market, hand) = (from != Some(Source::Hand), from != Some(Source::Market));
    if market && progress.table.market.has(card) {
        return Some(CardPlace::Market);
    }
    if hand && progress.seat.hand.has(card) {
        return Some(CardPlace::Hand);
    }
    // A card in a known place is in no hidden place.
    if !progress.table.unseen.has(card) {
        return None;
    }
    let row = progress.game.components.card(card).row().index();
    let hidden_hand = hand && progress.seat.hidden[row] > 0;
    let hidden_market = market && progress.table.market_hidden[row] > 0;
    if hidden_hand && !(hidden_market && is_refilled) {
        if hidden_market {
            progress.events.unknown = Some(Unknown::Source);
        }
        Some(CardPlace::HiddenHand)
    } else if hidden_market {
        progress.events.unknown = progress.table.unknown_in_market(progress.game, card);
        Some(CardPlace::HiddenMarket)
    } else {
        None
    }
}

/// Returns the place of a card that is not where the turn buys it.
#[cold]
fn elsewhere(market: &CardSet, hand: &CardSet, card: CardId, from: Option<Source>) -> Elsewhere {
    match from {
        Some(Source::Hand) if market.has(card) => Elsewhere::Market,
        Some(Source::Market) if hand.has(card) => Elsewhere::Hand,
        _ => Elsewhere::Neither,
    }
}

/// Checks that the payment covers the price, with so much virtual gold. Returns the payment if it
/// covers the price only with a gold that pays for gems of two colors; `post.double-gold` or
/// `orient.double-virtual` rejects it later, in book order.
fn check_price(
    seat: &Seat,
    card: Card,
    price: Gems,
    paid: Tokens,
    virtual_gold: u16,
) -> Result<Option<(Card, Gems, Tokens)>, Violation> {
    let open = price.minus(paid.gems());
    let gold = u16::from(paid.gold()) + virtual_gold;
    let short = seat.gold_for(open).total().saturating_sub(gold);
    if short == 0 {
        return Ok(None);
    }
    if seat.posts.has(Post::DoubleGold) && open.total().div_ceil(2) <= gold {
        return Ok(Some((card, price, paid)));
    }
    Err(Violation::PurchasePrice { card, price, paid, short })
}

fn check_payment(
    seat: &Seat,
    card: Card,
    price: Gems,
    paid: Tokens,
    (rulings, virtual_gold): (Rulings, u16),
) -> Result<(), Violation> {
    let (over, why) = excess(seat, price, paid, rulings, virtual_gold);
    if over == 0 {
        return Ok(());
    }
    Err(Violation::PurchasePayment { card, price, paid, over, why })
}

/// Returns how many tokens are paid that should not be, and why. So much of the price is left to
/// virtual gold.
fn excess(
    seat: &Seat,
    price: Gems,
    paid: Tokens,
    rulings: Rulings,
    virtual_gold: u16,
) -> (u16, &'static str) {
    let open = price.minus(paid.gems());
    let needed = seat.gold_for(open);
    let gold = u16::from(paid.gold());
    let doubled = seat.posts.has(Post::DoubleGold);
    let spare_gold = match rulings.overpay {
        Overpay::SpareGold if doubled => 0,
        _ => gold.saturating_sub(needed.total()),
    };
    let over = paid.gems().minus(price).total() + spare_gold;
    if over > 0 {
        return (over, "too many");
    }
    if rulings.overpay == Overpay::Irredundant && doubled {
        let spare = |(color, n): (Color, u8)| n % 2 == 1 && paid.get(Token::Gem(color)) > 0;
        let over = open.iter().map(|gems| u16::from(spare(gems))).sum();
        if over > 0 {
            return (
                over,
                "that the gold already covers, which the ruling overpay=irredundant forbids",
            );
        }
    }
    let least = seat.gold_for(price.minus(seat.tokens.gems()));
    let over = needed.minus(least).total().saturating_sub(virtual_gold).min(gold);
    if rulings.gold == GoldUse::LastResort && over > 0 {
        return (
            over,
            "of gold in place of gems that the seat has, which the ruling gold=last-resort forbids",
        );
    }
    (0, "")
}

/// Checks the tokens of the seat, and returns those that it keeps.
fn check_tokens(owned: Tokens, pay: Tokens) -> Result<Tokens, Violation> {
    if let Some(left) = owned.exact_minus(pay) {
        return Ok(left);
    }
    let short = pay.iter().find(|&(token, paid)| paid > owned.get(token));
    short.map_or(Ok(owned), |(token, paid)| {
        Err(Violation::PurchaseTokens { token, paid, owned: owned.get(token) })
    })
}

#[expect(clippy::inline_always, reason = "called for every purchase of the base game")]
#[inline(always)]
fn move_card(progress: &mut TurnInProgress<'_>, card: CardId, facts: Card, source: CardPlace) {
    let row = facts.row();
    match source {
        CardPlace::Market => progress.table.market.remove(card),
        CardPlace::Hand => {
            progress.seat.hand.remove(card);
            progress.table.secret.remove(card);
        }
        CardPlace::HiddenHand => {
            progress.seat.hidden[row.index()] -= 1;
            progress.revealed = Some(RevealedCard { row, top: Place::Hidden, card: Some(card) });
        }
        CardPlace::HiddenMarket => {
            progress.table.market_hidden[row.index()] -= 1;
            progress.table.unseen.remove(card);
        }
    }
    let market = matches!(source, CardPlace::Market | CardPlace::HiddenMarket);
    progress.seat.hand_size -= u8::from(!market);
    progress.events.source = Some(if market { Source::Market } else { Source::Hand });
    progress.emptied = market.then_some(row);
}
