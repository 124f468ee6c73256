//! The visit of a noble at the end of a turn.

use super::TurnInProgress;
use crate::clause::{Violation, Word};
use crate::component::{NobleId, NobleSet};
use crate::game::{Game, NobleChoice, NobleTime};
use crate::number::Gems;
use crate::turn::Action;

#[expect(clippy::inline_always, reason = "called in every turn, and rarely has work to do")]
#[inline(always)]
pub(crate) fn visit(progress: &mut TurnInProgress<'_>) -> Result<(), Violation> {
    let bonuses = progress.seat.colors;
    let met = met(progress.game, progress.table.nobles, bonuses);
    if progress.turn.nobles.is_empty() && met.is_empty() {
        return Ok(());
    }
    check_and_visit(progress, progress.turn.nobles, met, bonuses)
}

fn check_and_visit(
    progress: &mut TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
    bonuses: Gems,
) -> Result<(), Violation> {
    check_present(progress, named)?;
    check_earned(progress, named, met, bonuses)?;
    let met = check_time(progress, named, met)?;
    check_one(progress, named)?;
    check_choice(progress, named, met)?;
    check_mandatory(progress, named, met, bonuses)?;
    for noble in named.iter() {
        let points = progress.game.components.noble(noble).points;
        progress.table.nobles.remove(noble);
        progress.seat.nobles.insert(noble);
        progress.seat.prestige = progress.seat.prestige.saturating_add(points);
        progress.events.noble = Some(noble);
    }
    Ok(())
}

/// Returns the nobles whose demand the bonuses meet.
#[inline]
pub(crate) fn met(game: &Game<'_>, nobles: NobleSet, bonuses: Gems) -> NobleSet {
    if !game.components.may_meet_a_noble(bonuses) {
        return NobleSet::NONE;
    }
    nobles.iter().filter(|&id| bonuses.covers(game.components.noble(id).demand)).collect()
}

fn check_present(progress: &TurnInProgress<'_>, named: NobleSet) -> Result<(), Violation> {
    match named.without(progress.table.nobles).first_member() {
        None => Ok(()),
        Some(noble) => {
            Err(Violation::NoblePresent { noble: progress.game.components.noble(noble) })
        }
    }
}

fn check_earned(
    progress: &TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
    bonuses: Gems,
) -> Result<(), Violation> {
    match named.without(met).iter().next() {
        None => Ok(()),
        Some(noble) => {
            let noble = progress.game.components.noble(noble);
            Err(Violation::NobleEarned { noble, bonuses })
        }
    }
}

/// Checks whether nobles come after such an action. Returns the nobles of `met` that come: all or
/// none.
fn check_time(
    progress: &TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
) -> Result<NobleSet, Violation> {
    let time = progress.game.rules.rulings.noble_time;
    let action: Word = match progress.turn.action {
        _ if time == NobleTime::EveryTurn => return Ok(met),
        _ if progress.turn.conquest.is_some() => return Ok(met),
        Action::Purchase { .. } => return Ok(met),
        Action::Pass => "a pass",
        _ if time == NobleTime::AfterAction => return Ok(met),
        Action::Take(_) => "a take",
        Action::ReserveMarket(_) | Action::ReserveDeck { .. } => "a reservation",
    };
    match named.iter().next() {
        None => Ok(NobleSet::NONE),
        Some(noble) => {
            Err(Violation::NobleTime { noble: progress.game.components.noble(noble), action })
        }
    }
}

fn check_one(progress: &TurnInProgress<'_>, named: NobleSet) -> Result<(), Violation> {
    match named.len() {
        0 | 1 => Ok(()),
        _ if progress.game.rules.rulings.noble_choice == NobleChoice::All => Ok(()),
        nobles => Err(Violation::NobleOne { nobles }),
    }
}

/// Checks the noble that comes if a ruling chooses it instead of the seat.
fn check_choice(
    progress: &TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
) -> Result<(), Violation> {
    let left = met.without(named);
    let (noble, why) = match progress.game.rules.rulings.noble_choice {
        NobleChoice::Seat => return Ok(()),
        NobleChoice::FirstListed => {
            (first(progress, met), "comes first under the ruling noble-choice=first-listed")
        }
        NobleChoice::All => {
            (left.iter().next(), "must also be taken under the ruling noble-choice=all")
        }
    };
    match noble.filter(|&noble| left.has(noble) && !named.is_empty()) {
        None => Ok(()),
        Some(noble) => {
            Err(Violation::NobleChoice { noble: progress.game.components.noble(noble), why })
        }
    }
}

fn first(progress: &TurnInProgress<'_>, met: NobleSet) -> Option<NobleId> {
    progress.table.noble_order.of_set(met).next()
}

fn check_mandatory(
    progress: &TurnInProgress<'_>,
    named: NobleSet,
    met: NobleSet,
    bonuses: Gems,
) -> Result<(), Violation> {
    let refused = match progress.game.rules.rulings.noble_choice {
        NobleChoice::FirstListed => first(progress, met),
        NobleChoice::Seat | NobleChoice::All => met.iter().next(),
    };
    match refused {
        Some(noble) if named.and(met).is_empty() => {
            let noble = progress.game.components.noble(noble);
            Err(Violation::NobleMandatory { noble, bonuses })
        }
        _ => Ok(()),
    }
}
