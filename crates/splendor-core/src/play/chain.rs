//! The turns of a game with Orient or Strongholds: an action with what follows it, perhaps a
//! conquest with what follows that, and the end of the turn.
//!
//! The breaches of the action come first, then those of the conquest, then those of refills, limit,
//! nobles and posts: each group in the order of the book. A breach of a refill is therefore kept
//! until the conquest is played, although the card has come before it.

use crate::chain::{CardsPaid, Conquest, Effects};
use crate::clause::{Violation, earlier};
use crate::component::CardId;
use crate::number::{Token, Tokens};
use crate::position::Freedom;
use crate::rule::orient;
use crate::rule::{TurnInProgress, end, limit, market, noble, post, purchase, stronghold, turn};
use crate::turn::{Action, Source};

/// Plays a turn in a game with Orient or Strongholds. It is never inlined: the steps of the base
/// game have the registers for themselves.
#[inline(never)]
pub(super) fn steps(
    progress: &mut TurnInProgress<'_>,
    freedom: Option<Freedom>,
) -> Result<(), Violation> {
    turn::check_after_end(progress)?;
    turn::check_order(progress)?;
    let played = progress.turn;
    if matches!(played.action, Action::Pass) || played.action == Action::Take(Tokens::NONE) {
        act_alone(progress, freedom)?;
    }
    orient::check_present(progress)?;
    stronghold::check_present(progress)?;
    act(progress)?;
    let mut late = refill_after_action(progress);
    if let Some(conquest) = &played.conquest {
        conquer(progress, conquest)?;
    }
    late = earlier(late, market::fill_waiting(progress));
    late.map_or(Ok(()), Err)?;
    limit::return_tokens(progress)?;
    noble::visit(progress)?;
    post::gain(progress)?;
    end::close(progress);
    Ok(())
}

/// Plays an action without effects. It is never inlined, as [`steps`].
#[inline(never)]
fn act_alone(progress: &mut TurnInProgress<'_>, freedom: Option<Freedom>) -> Result<(), Violation> {
    turn::act(progress, freedom)
}

/// Plays the action with its effects.
fn act(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    let played = progress.turn;
    if let Action::Purchase { card, pay, from } = played.action {
        check_blocked(progress, card, &played.effects)?;
        let paid = (card, pay, &played.cards_paid);
        let named = (played.refill, played.gem);
        return follow_purchase(progress, paid, from, named, &played.effects);
    }
    if !matches!(played.action, Action::Pass) {
        act_alone(progress, None)?;
    }
    if let Action::ReserveMarket(card) = played.action {
        stronghold::check_blocked_before(progress, card)?;
        progress.chains.strongholds.clear(card);
        progress.emptied = None;
        progress.empty(card, played.refill);
    }
    orient::check_no_powers(progress)?;
    post::use_power(progress)?;
    stronghold::check_no_step(progress)
}

/// Uncovers the cards that the action revealed, and refills the places that do not wait for a
/// conquest. Returns the first breach.
fn refill_after_action(progress: &mut TurnInProgress<'_>) -> Option<Violation> {
    let mut breach = market::settle(progress);
    let empties = match progress.turn.action {
        Action::Purchase { .. } => progress.events.source == Some(Source::Market),
        Action::ReserveMarket(_) => true,
        Action::Take(_) | Action::ReserveDeck { .. } | Action::Pass => false,
    };
    if !empties {
        let why = "no place in the market is empty";
        breach = earlier(breach, market::check_refill(progress, progress.turn.refill, why).err());
    }
    let is_purchase = matches!(progress.turn.action, Action::Purchase { .. });
    let waits = progress.game.rules.rulings.conquest_refill.waits(is_purchase);
    if waits { breach } else { earlier(breach, market::fill_waiting(progress)) }
}

fn conquer(progress: &mut TurnInProgress<'_>, conquest: &Conquest) -> Result<(), Violation> {
    stronghold::check_conquest(progress, conquest.card)?;
    for free in conquest.effects.free_cards() {
        stronghold::check_blocked(progress, free.card)?;
    }
    let paid = (conquest.card, conquest.pay, &conquest.cards_paid);
    let named = (conquest.refill, conquest.gem);
    // The events tell from where the action bought its card.
    let source = progress.events.source;
    let followed = follow_purchase(progress, paid, Some(Source::Market), named, &conquest.effects);
    progress.events.source = source;
    followed
}

/// Checks that no other seat has a stronghold on the bought card or on a free card.
fn check_blocked(
    progress: &TurnInProgress<'_>,
    card: CardId,
    effects: &Effects,
) -> Result<(), Violation> {
    stronghold::check_blocked(progress, card)?;
    effects.free_cards().try_for_each(|free| stronghold::check_blocked(progress, free.card))
}

/// Buys a card, and applies what follows in its order: copy and free cards, the gem of a post, the
/// step with a stronghold.
fn follow_purchase(
    progress: &mut TurnInProgress<'_>,
    paid: (CardId, Tokens, &CardsPaid),
    from: Option<Source>,
    (refill, gem): (Option<CardId>, Option<Token>),
    effects: &Effects,
) -> Result<(), Violation> {
    purchase::buy(progress, paid, from, refill)?;
    orient::use_powers(progress, paid.0, effects)?;
    post::use_power_after_purchase(progress, gem)?;
    stronghold::take_step(progress, effects.stronghold)
}
