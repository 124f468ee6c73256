//! The module Strongholds: blocked cards, and the step after a purchase.

use super::{Listener, TurnInProgress, market};
use crate::clause::{Clause, Violation, Word};
use crate::component::{CardId, CardSet};
use crate::game::{Move, Remove, StepDuty};
use crate::sun_never_sets::StrongholdStep;
use crate::turn::Action;

/// Checks that only a game with the module has strongholds in a turn.
#[inline]
pub(super) fn check_present<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let turn = progress.turn;
    let what = match (turn.conquest.is_some(), turn.effects.stronghold) {
        _ if progress.game.rules.modules.strongholds => None,
        (true, _) => Some("a card is conquered"),
        (false, Some(_)) => Some("a stronghold is placed, moved or removed"),
        (false, None) => None,
    };
    listener.reject(what, |what| Violation::StrongholdPresent { what })
}

/// Checks that no other seat has a stronghold on any of these cards of the market.
#[inline]
pub(super) fn check_not_blocked<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    cards: impl IntoIterator<Item = CardId>,
) -> Result<(), L::Stop> {
    if !progress.game.rules.modules.strongholds {
        return Ok(());
    }
    let (now, seat) = (&*progress.now, progress.seat_number());
    let mut cards = cards.into_iter().peekable();
    if cards.peek().is_none() {
        return Ok(());
    }
    let mut shown = cards.filter(|&card| now.market().has(card));
    let blocked = shown.find_map(|card| Some(card).zip(now.strongholds().rival(seat, card)));
    listener.hear_fault(Clause::StrongholdBlocked, blocked, |(card, (rival, count))| {
        Violation::StrongholdBlocked { card: progress.card(card), rival, count }
    })
}

/// Checks that no step follows an action other than a purchase.
#[inline]
pub(super) fn check_no_step<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let action: Word = match progress.turn.action {
        Action::Purchase { .. } => return Ok(()),
        Action::Take(_) => "a take",
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => "a reservation",
        Action::Pass => "a pass",
    };
    let step = progress.turn.effects.stronghold;
    listener.reject(step, |_| Violation::StrongholdStep { action })
}

/// Takes the step that follows a purchase.
#[inline]
pub(super) fn take_step<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    step: Option<StrongholdStep>,
) -> Result<(), L::Stop> {
    if !progress.game.rules.modules.strongholds {
        return Ok(());
    }
    check_mandatory_step(progress, listener, step)?;
    match step {
        None => Ok(()),
        Some(StrongholdStep::Place(card)) => place(progress, listener, card),
        Some(StrongholdStep::Move { from, to }) => shift(progress, listener, from, to),
        Some(StrongholdStep::Remove { card, seat }) => remove(progress, listener, card, seat),
    }
}

/// Checks that a mandatory step is not left out.
fn check_mandatory_step<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    step: Option<StrongholdStep>,
) -> Result<(), L::Stop> {
    let is_due = || match progress.rulings.stronghold_step() {
        StepDuty::Mandatory => true,
        StepDuty::Optional => false,
    };
    let omitted = if step.is_none() && is_due() { possible_step(progress) } else { None };
    let breach = |possible| Violation::StrongholdMandatory { possible };
    listener.hear_fault(Clause::StrongholdMandatory, omitted, breach)
}

/// Returns a step that is possible, in words.
fn possible_step(progress: &TurnInProgress<'_>) -> Option<Word> {
    let (seat, strongholds) = (progress.seat_number(), progress.now.strongholds());
    let free = progress.now.market().without(strongholds.rival_cards(seat));
    // A card that the log does not name carries no stronghold.
    let hidden = progress.now.market_hidden().iter().any(|&count| count > 0);
    let in_stock = strongholds.in_stock(seat) > 0;
    if in_stock && (hidden || !free.is_empty()) {
        return Some("a stronghold can be placed");
    }
    let may_move = match progress.rulings.move_when() {
        Move::Free => true,
        Move::StockEmpty => !in_stock,
    };
    let to_other = |from| hidden || !free.without(CardSet::one(from)).is_empty();
    if may_move && strongholds.of(seat).any(to_other) {
        return Some("a stronghold can be moved");
    }
    let lone = |card| strongholds.rival(seat, card).is_some_and(|(_, count)| count == 1);
    let mut rivals = strongholds.rival_cards(seat).iter();
    let removable = rivals.any(|card| match progress.rulings.remove() {
        Remove::Any => true,
        Remove::Lone => lone(card),
    });
    removable.then_some("a stronghold can be removed")
}

/// Checks that a card is in the market, and uncovers it there if the log did not name it.
fn show_face_up<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
) -> Result<(), L::Stop> {
    let may_be_in_market = market::may_be_in_market(progress, card);
    listener
        .hear(may_be_in_market, || Violation::StrongholdFaceUp { card: progress.card(card) })?;
    if may_be_in_market {
        market::reveal_in_market(progress, card);
    }
    Ok(())
}

fn check_no_rival<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
) -> Result<(), L::Stop> {
    let rival = progress.now.strongholds().rival(progress.seat_number(), card);
    let breach = |rival| Violation::StrongholdRival { card: progress.card(card), rival };
    listener.hear_fault(Clause::StrongholdRival, rival.map(|(rival, _)| rival), breach)
}

fn place<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
) -> Result<(), L::Stop> {
    show_face_up(progress, listener, card)?;
    check_no_rival(progress, listener, card)?;
    let seat = progress.seat_number();
    let in_stock = progress.now.strongholds().in_stock(seat);
    listener.hear(in_stock > 0, || Violation::StrongholdStock { card: progress.card(card) })?;
    progress.now.sun_never_sets.strongholds.place(seat, card);
    Ok(())
}

fn shift<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    from: CardId,
    to: CardId,
) -> Result<(), L::Stop> {
    show_face_up(progress, listener, from)?;
    show_face_up(progress, listener, to)?;
    check_no_rival(progress, listener, to)?;
    let seat = progress.seat_number();
    let strongholds = progress.now.strongholds();
    let must_place = || match progress.rulings.move_when() {
        Move::StockEmpty => strongholds.in_stock(seat) > 0,
        Move::Free => false,
    };
    let fault = if from == to {
        Some("it comes to the same card")
    } else if strongholds.count(seat, from) == 0 {
        Some("no stronghold of the seat stands there")
    } else if must_place() {
        Some("the stock has one, and the ruling move=stock-empty asks to place it")
    } else {
        None
    };
    let breach = |why| Violation::StrongholdMove { from: progress.card(from), why };
    listener.hear_fault(Clause::StrongholdMove, fault, breach)?;
    let strongholds = &mut progress.now.sun_never_sets.strongholds;
    let _ = strongholds.lift(seat, from) && strongholds.place(seat, to);
    Ok(())
}

fn remove<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
    card: CardId,
    named: Option<u8>,
) -> Result<(), L::Stop> {
    show_face_up(progress, listener, card)?;
    let needs_lone = || match progress.rulings.remove() {
        Remove::Lone => true,
        Remove::Any => false,
    };
    let found = progress.now.strongholds().rival(progress.seat_number(), card);
    let fault = match found {
        None => Some("none of another seat stands there"),
        Some((rival, _)) if named.is_some_and(|named| named != rival) => {
            Some("it belongs to another seat than the log says")
        }
        Some((_, 2..)) if needs_lone() => Some("it does not stand alone there"),
        Some(_) => None,
    };
    let breach = |why| Violation::StrongholdRemove { card: progress.card(card), why };
    listener.hear_fault(Clause::StrongholdRemove, fault, breach)?;
    if let Some((rival, _)) = found {
        progress.now.sun_never_sets.strongholds.lift(rival, card);
    }
    Ok(())
}
