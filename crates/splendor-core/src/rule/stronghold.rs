//! The module Strongholds: blocked cards, the step after a purchase, the conquest.

use super::{TurnInProgress, market};
use crate::chain::StrongholdStep;
use crate::clause::{Violation, Word};
use crate::component::{CardId, CardSet};
use crate::game::{Move, Remove, StepDuty};
use crate::position::STRONGHOLDS;
use crate::turn::Action;

/// Checks that only a game with the module has strongholds in a turn.
pub(crate) fn check_present(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let turn = progress.turn;
    let what = match (turn.conquest, turn.effects.stronghold) {
        _ if progress.game.rules.modules.strongholds => return Ok(()),
        (Some(_), _) => "a card is conquered",
        (None, Some(_)) => "a stronghold is placed, moved or removed",
        (None, None) => return Ok(()),
    };
    Err(Violation::StrongholdPresent { what })
}

/// Checks that no other seat has a stronghold on a card.
pub(crate) fn check_blocked(progress: &TurnInProgress<'_>, card: CardId) -> Result<(), Violation> {
    match progress.chains.strongholds.rival(progress.turn.seat, card) {
        Some((rival, count)) if progress.table.market.has(card) => {
            let card = progress.game.components.card(card);
            Err(Violation::StrongholdBlocked { card, rival, count })
        }
        _ => Ok(()),
    }
}

/// Checks the same of a card that the action has already taken out of the market.
pub(crate) fn check_blocked_before(
    progress: &TurnInProgress<'_>,
    card: CardId,
) -> Result<(), Violation> {
    match progress.chains.strongholds.rival(progress.turn.seat, card) {
        None => Ok(()),
        Some((rival, count)) => {
            let card = progress.game.components.card(card);
            Err(Violation::StrongholdBlocked { card, rival, count })
        }
    }
}

/// Checks that the seat may conquer a card.
pub(crate) fn check_conquest(progress: &TurnInProgress<'_>, card: CardId) -> Result<(), Violation> {
    let own = progress.chains.strongholds.count(progress.turn.seat, card);
    let passes = progress.turn.action == Action::Pass;
    if own == STRONGHOLDS && progress.table.market.has(card) && !passes {
        return Ok(());
    }
    let card = progress.game.components.card(card);
    let after_pass = if passes { ", after a pass" } else { "" };
    Err(Violation::StrongholdConquest { card, own, after_pass })
}

/// Checks that no step follows an action other than a purchase.
pub(crate) fn check_no_step(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let action: Word = match progress.turn.action {
        _ if progress.turn.effects.stronghold.is_none() => return Ok(()),
        Action::Purchase { .. } => return Ok(()),
        Action::Take(_) => "a take",
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => "a reservation",
        Action::Pass => "a pass",
    };
    Err(Violation::StrongholdStep { action })
}

/// Takes the step that follows a purchase.
pub(crate) fn take_step(
    progress: &mut TurnInProgress<'_>,
    step: Option<StrongholdStep>,
) -> Result<(), Violation> {
    if !progress.game.rules.modules.strongholds {
        return Ok(());
    }
    match step {
        None => check_mandatory(progress),
        Some(StrongholdStep::Place(card)) => place(progress, card),
        Some(StrongholdStep::Move { from, to }) => shift(progress, from, to),
        Some(StrongholdStep::Remove { card, seat }) => remove(progress, card, seat),
    }
}

fn check_mandatory(progress: &TurnInProgress<'_>) -> Result<(), Violation> {
    let may_decline = progress.game.rules.rulings.stronghold_step == StepDuty::Optional;
    match possible_step(progress).filter(|_| !may_decline) {
        Some(possible) => Err(Violation::StrongholdMandatory { possible }),
        None => Ok(()),
    }
}

/// Returns a step that is possible, in words.
fn possible_step(progress: &TurnInProgress<'_>) -> Option<Word> {
    let (seat, strongholds) = (progress.turn.seat, &progress.chains.strongholds);
    let rulings = progress.game.rules.rulings;
    let free = progress.table.market.without(strongholds.rival_cards(seat));
    // A card that the log does not name carries no stronghold.
    let hidden = progress.table.market_hidden.iter().any(|&count| count > 0);
    let in_stock = strongholds.in_stock(seat) > 0;
    if in_stock && (hidden || !free.is_empty()) {
        return Some("a stronghold can be placed");
    }
    let may_move = rulings.move_when == Move::Free || !in_stock;
    let to_other = |from| hidden || !free.without(CardSet::one(from)).is_empty();
    if may_move && strongholds.of(seat).any(to_other) {
        return Some("a stronghold can be moved");
    }
    let lone = |card| strongholds.rival(seat, card).is_some_and(|(_, count)| count == 1);
    let mut rivals = strongholds.rival_cards(seat).iter();
    let removable = rivals.any(|card| rulings.remove == Remove::Any || lone(card));
    removable.then_some("a stronghold can be removed")
}

/// Checks that a card is in the market, and uncovers it there if the log did not name it.
fn check_face_up(progress: &mut TurnInProgress<'_>, card: CardId) -> Result<(), Violation> {
    if !market::is_shown(progress, card) {
        let card = progress.game.components.card(card);
        return Err(Violation::StrongholdFaceUp { card });
    }
    market::uncover_in_market(progress, card);
    Ok(())
}

fn check_rival(progress: &TurnInProgress<'_>, card: CardId) -> Result<(), Violation> {
    match progress.chains.strongholds.rival(progress.turn.seat, card) {
        None => Ok(()),
        Some((rival, _)) => {
            Err(Violation::StrongholdRival { card: progress.game.components.card(card), rival })
        }
    }
}

fn place(progress: &mut TurnInProgress<'_>, card: CardId) -> Result<(), Violation> {
    check_face_up(progress, card)?;
    check_rival(progress, card)?;
    if progress.chains.strongholds.place(progress.turn.seat, card) {
        return Ok(());
    }
    Err(Violation::StrongholdStock { card: progress.game.components.card(card) })
}

fn shift(progress: &mut TurnInProgress<'_>, from: CardId, to: CardId) -> Result<(), Violation> {
    check_face_up(progress, from)?;
    check_face_up(progress, to)?;
    check_rival(progress, to)?;
    let seat = progress.turn.seat;
    let in_stock = progress.chains.strongholds.in_stock(seat) > 0;
    let only_empty = progress.game.rules.rulings.move_when == Move::StockEmpty;
    let why = if from == to {
        "it comes to the same card"
    } else if progress.chains.strongholds.count(seat, from) == 0 {
        "no stronghold of the seat stands there"
    } else if only_empty && in_stock {
        "the stock has one, and the ruling move=stock-empty asks to place it"
    } else {
        progress.chains.strongholds.lift(seat, from);
        progress.chains.strongholds.place(seat, to);
        return Ok(());
    };
    Err(Violation::StrongholdMove { from: progress.game.components.card(from), why })
}

fn remove(
    progress: &mut TurnInProgress<'_>,
    card: CardId,
    named: Option<u8>,
) -> Result<(), Violation> {
    check_face_up(progress, card)?;
    let any = progress.game.rules.rulings.remove == Remove::Any;
    let why = match progress.chains.strongholds.rival(progress.turn.seat, card) {
        None => "none of another seat stands there",
        Some((rival, _)) if named.is_some_and(|named| named != rival) => {
            "it belongs to another seat than the log says"
        }
        Some((_, 2..)) if !any => "it does not stand alone there",
        Some((rival, _)) => {
            progress.chains.strongholds.lift(rival, card);
            return Ok(());
        }
    };
    Err(Violation::StrongholdRemove { card: progress.game.components.card(card), why })
}
