//! Buying a card, by the action or as a conquest: its place, its price, the payment, and what
//! follows.

use super::take::lacking;
use super::{Listener, TurnInProgress, market, orient, post, stronghold};
use crate::clause::{Clause, Elsewhere, Violation};
use crate::component::{CardId, Post};
use crate::game::{ConsultedRulings, GoldUse, Overpay};
use crate::number::{Color, Gems, Token, Tokens};
use crate::position::Seat;
use crate::sun_never_sets::{CardsPaid, Effects};
use crate::turn::{PurchaseOrigin, Unknown};

/// A purchase as the log writes it.
pub(super) struct Purchase<'t> {
    pub(super) card: CardId,
    pub(super) pay: Tokens,
    pub(super) cards_paid: &'t CardsPaid,
    pub(super) from: Option<PurchaseOrigin>,
    pub(super) refill: Option<CardId>,
    pub(super) gem: Option<Token>,
    pub(super) effects: &'t Effects,
    pub(super) is_conquest: bool,
}

/// Buys a card, and applies what follows in its order: copy and free cards, the gem of a post, the
/// step with a stronghold.
pub(super) fn buy<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    bought: &Purchase<'_>,
) -> Result<(), L::Stop> {
    let Purchase { card, pay, cards_paid, .. } = *bought;
    let free = bought.effects.free_cards().map(|free| free.card);
    // A card in hand carries no stronghold, and a card to conquer only those of this seat.
    let own = (!bought.is_conquest && !progress.seat().hand.has(card)).then_some(card);
    stronghold::check_not_blocked(progress, listener, own.into_iter().chain(free))?;
    let place = check_source(progress, listener, bought)?;
    orient::check_copy_needs_color(progress, listener, card)?;
    check_payment(progress, listener, bought)?;
    orient::check_discarded_cards(progress, listener, card, cards_paid)?;
    progress.return_tokens(pay);
    for given in cards_paid.spent.iter().chain(cards_paid.discarded.iter()) {
        progress.give_up_card(given);
    }
    take_card(progress, bought, place);
    progress.gain_card(card);
    progress.now.sun_never_sets.count_purchase(progress.game, progress.now.mover_index());
    orient::apply_powers(progress, listener, card, bought.effects)?;
    post::check_double_gold(progress, listener)?;
    let power = post::gem_power_after_purchase(progress);
    post::use_power(progress, listener, power, bought.gem)?;
    stronghold::take_step(progress, listener, bought.effects.stronghold)
}

/// Checks that an action other than a purchase has no effects of one, except the gem of a pair.
pub(super) fn finish_without_purchase<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    orient::check_no_powers(progress, listener)?;
    let power = post::gem_power_after_take(progress);
    post::use_power(progress, listener, power, progress.turn.gem)?;
    stronghold::check_no_step(progress, listener)
}

/// The place of a bought card: a known place, or one of the hidden places.
#[derive(Clone, Copy)]
enum CardPlace {
    Market,
    Hand,
    HiddenMarket,
    HiddenHand,
}

fn check_source<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    bought: &Purchase<'_>,
) -> Result<Option<CardPlace>, L::Stop> {
    let place = find(progress, bought);
    listener.hear(place.is_some(), || Violation::PurchaseSource {
        card: progress.card(bought.card),
        place: elsewhere(progress, bought),
    })?;
    Ok(place)
}

#[inline]
fn find(progress: &mut TurnInProgress<'_>, bought: &Purchase<'_>) -> Option<CardPlace> {
    let Purchase { card, from, refill, .. } = *bought;
    let (market, hand) = (from != Some(PurchaseOrigin::Hand), from != Some(PurchaseOrigin::Market));
    if market && progress.now.table.market.has(card) {
        return Some(CardPlace::Market);
    }
    if hand && progress.seat().hand.has(card) {
        return Some(CardPlace::Hand);
    }
    // A card in a known place is in no hidden place.
    if !progress.now.table.unseen.has(card) {
        return None;
    }
    let row = progress.card(card).row().index();
    let hidden_hand = hand && progress.seat().hidden[row] > 0;
    let hidden_market = market && progress.now.table.market_hidden[row] > 0;
    if hidden_hand && !(hidden_market && refill.is_some()) {
        if hidden_market {
            progress.events.unknown = Some(Unknown::Source);
        }
        Some(CardPlace::HiddenHand)
    } else {
        hidden_market.then_some(CardPlace::HiddenMarket)
    }
}

/// Returns the place of a card that is not where the turn buys it.
#[cold]
fn elsewhere(progress: &TurnInProgress<'_>, bought: &Purchase<'_>) -> Elsewhere {
    match bought.from {
        Some(PurchaseOrigin::Hand) if progress.now.market().has(bought.card) => Elsewhere::Market,
        Some(PurchaseOrigin::Market) if progress.seat().hand.has(bought.card) => Elsewhere::Hand,
        Some(PurchaseOrigin::Hand | PurchaseOrigin::Market) | None => Elsewhere::Neither,
    }
}

/// Checks the tokens and on the cards of virtual gold.
fn check_payment<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    bought: &Purchase<'_>,
) -> Result<(), L::Stop> {
    let Purchase { pay: paid, cards_paid, .. } = *bought;
    let card = progress.card(bought.card);
    let seat = *progress.seat();
    let price = card.cost().minus(seat.bonuses);
    // Most purchases pay exactly the price.
    if !L::HEARS_MET && paid == Tokens::from(price) && cards_paid.is_empty() {
        return check_tokens(listener, &seat, paid);
    }
    let (gold, virtual_gold) = (u16::from(paid.gold()), 2 * u16::from(cards_paid.spent.len()));
    let open = price.minus(paid.gems());
    let needed = seat.gold_for(open).total();
    let short = needed.saturating_sub(gold + virtual_gold);
    let enough_in_halves = open.total().div_ceil(2) <= gold + virtual_gold;
    let splits = short > 0 && seat.posts.has(Post::DoubleGold) && enough_in_halves;
    let breach = || Violation::PurchasePrice { card, price, paid, short };
    listener.hear(short == 0 || splits, breach)?;
    let left = needed.saturating_sub(gold);
    let virtual_paid = left.min(virtual_gold);
    let (over, why) = excess(&progress.rulings, &seat, price, paid, virtual_paid);
    listener.hear(over == 0, || Violation::PurchasePayment { card, price, paid, over, why })?;
    check_tokens(listener, &seat, paid)?;
    orient::check_spent_cards(progress, listener, cards_paid, left)?;
    let is_virtual = !cards_paid.spent.is_empty();
    if is_virtual && seat.posts.has(Post::DoubleGold) {
        listener.hear(!splits, || Violation::OrientDoubleVirtual { card, price, paid })?;
    }
    progress.split = (splits && !is_virtual).then_some((card, price, paid));
    Ok(())
}

/// Returns how many tokens are paid too many, and why. `virtual_paid` is the part of the price that
/// virtual gold pays.
fn excess(
    rulings: &ConsultedRulings<'_>,
    seat: &Seat,
    price: Gems,
    paid: Tokens,
    virtual_paid: u16,
) -> (u16, &'static str) {
    let open = price.minus(paid.gems());
    let needed = seat.gold_for(open);
    let gold = u16::from(paid.gold());
    let doubled = seat.posts.has(Post::DoubleGold);
    let spare_gold = gold.saturating_sub(needed.total());
    // A gem beside a gold that would pay for it as the other half of a pair.
    let spare_gem = |(color, n): (Color, u8)| n % 2 == 1 && paid.get(Token::Gem(color)) > 0;
    let spare_gems = || open.iter().map(|gems| u16::from(spare_gem(gems))).sum();
    let (spare_gold, spare_gems) = match doubled.then(|| rulings.overpay()) {
        Some(Overpay::SpareGold) => (0, 0),
        Some(Overpay::Irredundant) => (spare_gold, spare_gems()),
        Some(Overpay::HalfGold) | None => (spare_gold, 0),
    };
    let over = paid.gems().minus(price).total() + spare_gold;
    if over > 0 {
        return (over, "too many");
    }
    if spare_gems > 0 {
        let why = "that the gold already covers, which the ruling overpay=irredundant forbids";
        return (spare_gems, why);
    }
    if gold == 0 {
        return (0, "");
    }
    match rulings.gold() {
        GoldUse::Free => (0, ""),
        GoldUse::LastResort => {
            let least = seat.gold_for(price.minus(seat.tokens.gems()));
            let over = needed.minus(least).total().saturating_sub(virtual_paid).min(gold);
            let why = "of gold in place of gems that the seat has, which the ruling \
                       gold=last-resort forbids";
            (over, why)
        }
    }
}

fn check_tokens<L: Listener>(listener: &mut L, seat: &Seat, paid: Tokens) -> Result<(), L::Stop> {
    listener.hear_fault(Clause::PurchaseTokens, lacking(paid, seat.tokens), |(token, paid)| {
        let owned = seat.tokens.get(token);
        Violation::PurchaseTokens { token, paid, owned }
    })
}

/// Takes the card from its place. Without one it goes by the log's word.
fn take_card(progress: &mut TurnInProgress<'_>, bought: &Purchase<'_>, place: Option<CardPlace>) {
    let card = bought.card;
    let source = match place {
        Some(CardPlace::Market | CardPlace::HiddenMarket) => {
            market::remove_card(progress, card);
            PurchaseOrigin::Market
        }
        Some(CardPlace::Hand) => {
            progress.seat_mut().hand.remove(card);
            progress.now.table.secret.remove(card);
            PurchaseOrigin::Hand
        }
        Some(CardPlace::HiddenHand) => {
            let row = progress.card(card).row().index();
            progress.seat_mut().hidden[row] -= 1;
            progress.now.table.unseen.remove(card);
            PurchaseOrigin::Hand
        }
        None => {
            progress.remove_from_anywhere(card);
            bought.from.unwrap_or(PurchaseOrigin::Market)
        }
    };
    match source {
        PurchaseOrigin::Market => progress.note_empty_place(card, bought.refill),
        PurchaseOrigin::Hand => progress.seat_mut().count_hand(),
    }
    // The events tell from where the action bought its card.
    if !bought.is_conquest {
        progress.events.source = Some(source);
    }
}
