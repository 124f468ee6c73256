//! The visit of a noble at the end of a turn.

use super::{Listener, TurnInProgress};
use crate::clause::{Violation, Word};
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
    if named.is_empty() && met.is_empty() {
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
    let absent = named.without(progress.now.nobles()).first_member();
    listener.hear_none(absent, |id| Violation::NoblePresent { noble: noble(id) })?;
    let unearned = |id: &NobleId| !bonuses.covers(noble(*id).demand);
    listener.hear_none(named.iter().find(unearned), |id| Violation::NobleEarned {
        noble: noble(id),
        bonuses,
    })?;
    let untimely = action_without_noble(progress);
    listener.hear_none(named.first_member().zip(untimely), |(id, action)| {
        Violation::NobleTime { noble: noble(id), action }
    })?;
    let met = if untimely.is_some() { NobleSet::NONE } else { met };
    let nobles = named.len();
    let may_be_several = match progress.game.rules.rulings.noble_choice {
        NobleChoice::All => true,
        NobleChoice::Seat | NobleChoice::FirstListed => false,
    };
    listener.hear(nobles <= 1 || may_be_several, || Violation::NobleOne { nobles })?;
    if named.and(met).is_empty() {
        return listener.hear_none(due(progress, met), |id| Violation::NobleMandatory {
            noble: noble(id),
            bonuses,
        });
    }
    listener.hear_none(passed_over(progress, named, met), |(id, why)| Violation::NobleChoice {
        noble: noble(id),
        why,
    })
}

/// Returns the action of the turn if no noble comes after it by the ruling `noble-time`.
fn action_without_noble(progress: &TurnInProgress<'_>) -> Option<Word> {
    let time = progress.game.rules.rulings.noble_time;
    match (time, progress.turn.action) {
        (NobleTime::EveryTurn, _) | (_, Action::Purchase { .. }) => None,
        (NobleTime::AfterAction | NobleTime::AfterPurchase, _)
            if progress.turn.conquest.is_some() =>
        {
            None
        }
        (NobleTime::AfterAction | NobleTime::AfterPurchase, Action::Pass) => Some("a pass"),
        (NobleTime::AfterAction, _) => None,
        (NobleTime::AfterPurchase, Action::Take(_)) => Some("a take"),
        (NobleTime::AfterPurchase, Action::ReserveMarket(_) | Action::ReserveDeck { .. }) => {
            Some("a reservation")
        }
    }
}

/// Returns the noble that must come if the turn names none that could.
fn due(progress: &TurnInProgress<'_>, met: NobleSet) -> Option<NobleId> {
    match progress.game.rules.rulings.noble_choice {
        NobleChoice::FirstListed => first_listed(progress, met),
        NobleChoice::Seat | NobleChoice::All => met.first_member(),
    }
}

fn first_listed(progress: &TurnInProgress<'_>, met: NobleSet) -> Option<NobleId> {
    progress.now.table.noble_order.of_set(met).next()
}

/// Returns the noble that should have come with or in place of those that come, and why.
fn passed_over(
    progress: &TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
) -> Option<(NobleId, Word)> {
    let left = met.without(named);
    match progress.game.rules.rulings.noble_choice {
        NobleChoice::Seat => None,
        NobleChoice::FirstListed => {
            let first = first_listed(progress, met).filter(|&id| left.has(id));
            first.zip(Some("comes first under the ruling noble-choice=first-listed"))
        }
        NobleChoice::All => {
            let other = left.first_member();
            other.zip(Some("must also be taken under the ruling noble-choice=all"))
        }
    }
}
