//! The visit of a noble at the end of a turn.

use super::{Listener, TurnInProgress};
use crate::clause::{Clause, Violation, Word};
use crate::component::{NobleId, NobleSet};
use crate::game::{Game, NobleChoice, NobleTime};
use crate::number::Gems;
use crate::turn::Action;

#[inline]
pub(super) fn visit<L: Listener>(
    progress: &mut TurnInProgress<'_>,
    listener: &mut L,
) -> Result<(), L::Stop> {
    let named = progress.turn.nobles;
    let met = met(progress.game, progress.now.nobles(), progress.seat().colors);
    // As long as nobles are left, each turn has the condition that none of them is due.
    let hears_mandatory = L::HEARS_MET && !progress.now.nobles().is_empty();
    if named.is_empty() && met.is_empty() && !hears_mandatory {
        return Ok(());
    }
    check_nobles(progress, listener, named, met)?;
    come(progress, named);
    Ok(())
}

fn come(progress: &mut TurnInProgress<'_>, named: NobleSet) {
    for noble in named.iter() {
        let points = progress.game.components.noble(noble).points;
        progress.now.table.nobles.remove(noble);
        let seat = progress.seat_mut();
        seat.nobles.insert(noble);
        seat.prestige = seat.prestige.saturating_add(points);
        progress.events.noble = Some(noble);
    }
}

/// Returns the nobles whose demand these cards of each color meet.
#[inline]
pub(crate) fn met(game: &Game<'_>, nobles: NobleSet, colors: Gems) -> NobleSet {
    if !game.components.may_meet_a_noble(colors) {
        return NobleSet::NONE;
    }
    nobles.iter().filter(|&id| colors.covers(game.components.noble(id).demand)).collect()
}

fn check_nobles<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    named: NobleSet,
    met: NobleSet,
) -> Result<(), L::Stop> {
    let noble = |id| progress.game.components.noble(id);
    let bonuses = progress.seat().colors;
    let untimely = action_without_noble(progress);
    if !named.is_empty() {
        let absent = named.without(progress.now.nobles()).first_member();
        let breach = |id| Violation::NoblePresent { noble: noble(id) };
        listener.hear_fault(Clause::NoblePresent, absent, breach)?;
        let unearned = |id: &NobleId| !bonuses.covers(noble(*id).demand);
        let breach = |id| Violation::NobleEarned { noble: noble(id), bonuses };
        listener.hear_fault(Clause::NobleEarned, named.iter().find(unearned), breach)?;
        check_time(progress, listener, named, untimely)?;
    }
    let met = if untimely.is_some() { NobleSet::NONE } else { met };
    let may_be_several = || match progress.rulings.noble_choice() {
        NobleChoice::All => true,
        NobleChoice::Seat | NobleChoice::FirstListed => false,
    };
    let nobles = Some(named.len()).filter(|&nobles| nobles > 1 && !may_be_several());
    listener.reject(nobles, |nobles| Violation::NobleOne { nobles })?;
    let comes = !named.and(met).is_empty();
    let refused = if comes { None } else { due(progress, met) };
    let breach = |id| Violation::NobleMandatory { noble: noble(id), bonuses };
    listener.hear_fault(Clause::NobleMandatory, refused, breach)?;
    if comes { check_choice(progress, listener, named, met) } else { Ok(()) }
}

fn check_time<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    named: NobleSet,
    untimely: Option<Word>,
) -> Result<(), L::Stop> {
    if untimely.is_none() && !L::HEARS_MET {
        return Ok(());
    }
    match progress.rulings.noble_time() {
        NobleTime::EveryTurn => return Ok(()),
        NobleTime::AfterAction | NobleTime::AfterPurchase => {}
    }
    let fault = named.first_member().zip(untimely);
    listener.hear_fault(Clause::NobleTime, fault, |(id, action)| {
        let noble = progress.game.components.noble(id);
        Violation::NobleTime { noble, action }
    })
}

/// Returns the action of the turn if no noble comes after it by the ruling `noble-time`.
fn action_without_noble(progress: &TurnInProgress<'_>) -> Option<Word> {
    let unless_every_turn = |action| match progress.rulings.noble_time() {
        NobleTime::EveryTurn => None,
        NobleTime::AfterAction | NobleTime::AfterPurchase => Some(action),
    };
    let only_after_purchase = |action| match progress.rulings.noble_time() {
        NobleTime::EveryTurn | NobleTime::AfterAction => None,
        NobleTime::AfterPurchase => Some(action),
    };
    match progress.turn.action {
        _ if progress.turn.conquest.is_some() => None,
        Action::Purchase { .. } => None,
        Action::Pass => unless_every_turn("a pass"),
        Action::Take(_) => only_after_purchase("a take"),
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => {
            only_after_purchase("a reservation")
        }
    }
}

/// Returns the noble that must come if the turn names none that could.
fn due(progress: &TurnInProgress<'_>, met: NobleSet) -> Option<NobleId> {
    if met.len() <= 1 {
        return met.first_member();
    }
    match progress.rulings.noble_choice() {
        NobleChoice::FirstListed => first_listed(progress, met),
        NobleChoice::Seat | NobleChoice::All => met.first_member(),
    }
}

fn first_listed(progress: &TurnInProgress<'_>, met: NobleSet) -> Option<NobleId> {
    progress.now.table.noble_order.of_set(met).next()
}

/// Checks that the nobles that come are those that the ruling `noble-choice` requires.
fn check_choice<L: Listener>(
    progress: &TurnInProgress<'_>,
    listener: &mut L,
    named: NobleSet,
    met: NobleSet,
) -> Result<(), L::Stop> {
    let left = met.without(named);
    if left.is_empty() && !L::HEARS_MET {
        return Ok(());
    }
    let (passed_over, why) = match progress.rulings.noble_choice() {
        NobleChoice::Seat => return Ok(()),
        NobleChoice::FirstListed => (
            first_listed(progress, met).filter(|&id| left.has(id)),
            "comes first under the ruling noble-choice=first-listed",
        ),
        NobleChoice::All => {
            (left.first_member(), "must also be taken under the ruling noble-choice=all")
        }
    };
    listener.hear_fault(Clause::NobleChoice, passed_over, |id| {
        let noble = progress.game.components.noble(id);
        Violation::NobleChoice { noble, why }
    })
}
