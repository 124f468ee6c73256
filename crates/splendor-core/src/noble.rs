//! The visit of a noble at the end of a turn.

use crate::card::NobleSet;
use crate::clause::Violation;
use crate::play::Draft;
use crate::rules::Game;
use crate::tokens::Gems;

pub(crate) fn visit(draft: &mut Draft<'_>) -> Result<(), Violation> {
    let named = draft.turn.nobles;
    let bonuses = draft.seat().bonuses;
    let met = met(draft.game, draft.next.nobles, bonuses);
    if named.is_empty() && met.is_empty() {
        return Ok(());
    }
    present(draft, named)?;
    earned(draft, named, met, bonuses)?;
    one(named)?;
    mandatory(draft, named, met, bonuses)?;
    for noble in named.iter() {
        let points = draft.game.components.noble(noble).points;
        draft.next.nobles.remove(noble);
        draft.seat().nobles.insert(noble);
        draft.seat().prestige = draft.seat().prestige.saturating_add(points);
        draft.events.noble = Some(noble);
    }
    Ok(())
}

/// Returns the nobles whose demand the bonuses meet.
pub(crate) fn met(game: &Game<'_>, nobles: NobleSet, bonuses: Gems) -> NobleSet {
    nobles.iter().filter(|&id| bonuses.covers(game.components.noble(id).demand)).collect()
}

fn present(draft: &Draft<'_>, named: NobleSet) -> Result<(), Violation> {
    match named.without(draft.next.nobles).iter().next() {
        None => Ok(()),
        Some(noble) => Err(Violation::NoblePresent { noble: draft.game.components.noble(noble) }),
    }
}

fn earned(
    draft: &Draft<'_>,
    named: NobleSet,
    met: NobleSet,
    bonuses: Gems,
) -> Result<(), Violation> {
    match named.without(met).iter().next() {
        None => Ok(()),
        Some(noble) => {
            let noble = draft.game.components.noble(noble);
            Err(Violation::NobleEarned { noble, bonuses })
        }
    }
}

fn one(named: NobleSet) -> Result<(), Violation> {
    match named.len() {
        0 | 1 => Ok(()),
        nobles => Err(Violation::NobleOne { nobles }),
    }
}

fn mandatory(
    draft: &Draft<'_>,
    named: NobleSet,
    met: NobleSet,
    bonuses: Gems,
) -> Result<(), Violation> {
    match met.iter().next() {
        Some(noble) if named.and(met).is_empty() => {
            let noble = draft.game.components.noble(noble);
            Err(Violation::NobleMandatory { noble, bonuses })
        }
        _ => Ok(()),
    }
}
