//! Every clause about nobles that a turn breaks.

use alloc::vec::Vec;

use super::Case;
use crate::clause::{Violation, Word};
use crate::component::{NobleId, NobleSet};
use crate::game::{NobleChoice, NobleTime};
use crate::number::Gems;
use crate::turn::Action;

impl Case<'_> {
    pub(super) fn of_nobles(&self) -> Vec<Violation> {
        self.of_nobles_with(self.bonuses())
    }

    /// The breaches of a seat with these cards of each color at the end of its turn.
    pub(super) fn of_nobles_with(&self, bonuses: Gems) -> Vec<Violation> {
        let (named, table) = (self.turn.nobles, self.position.nobles());
        let facts = |id| self.game.components.noble(id);
        let meets = |id| facts(id).demand.iter().all(|(c, count)| bonuses.get(c) >= count);
        let untimely = self.no_noble_after();
        let met: NobleSet = table.iter().filter(|&id| untimely.is_none() && meets(id)).collect();
        let absent = named.iter().find(|&id| !table.has(id));
        let early = named.iter().find(|&id| !meets(id));
        let mut all = Vec::new();
        all.extend(absent.map(|id| Violation::NoblePresent { noble: facts(id) }));
        all.extend(early.map(|id| Violation::NobleEarned { noble: facts(id), bonuses }));
        let late = named.iter().next().zip(untimely);
        all.extend(late.map(|(id, action)| Violation::NobleTime { noble: facts(id), action }));
        let several = self.game.rules.rulings.noble_choice == NobleChoice::All;
        if named.len() > 1 && !several {
            all.push(Violation::NobleOne { nobles: named.len() });
        }
        if named.and(met).is_empty() {
            let refused =
                self.due(met).map(|id| Violation::NobleMandatory { noble: facts(id), bonuses });
            all.extend(refused);
        } else {
            let left = self.passed_over(named, met);
            all.extend(left.map(|(id, why)| Violation::NobleChoice { noble: facts(id), why }));
        }
        all
    }

    /// The action after which no noble comes by the ruling, if this turn is such.
    fn no_noble_after(&self) -> Option<Word> {
        match (self.game.rules.rulings.noble_time, self.turn.action) {
            (NobleTime::EveryTurn, _) | (_, Action::Purchase { .. }) => None,
            _ if self.turn.conquest.is_some() => None,
            (_, Action::Pass) => Some("a pass"),
            (NobleTime::AfterAction, _) => None,
            (NobleTime::AfterPurchase, Action::Take(_)) => Some("a take"),
            (NobleTime::AfterPurchase, Action::ReserveMarket(_) | Action::ReserveDeck { .. }) => {
                Some("a reservation")
            }
        }
    }

    /// The noble that is named where none comes although some could.
    fn due(&self, met: NobleSet) -> Option<NobleId> {
        match self.game.rules.rulings.noble_choice {
            NobleChoice::FirstListed => self.position.nobles_listed().find(|&id| met.has(id)),
            NobleChoice::Seat | NobleChoice::All => met.iter().next(),
        }
    }

    /// The noble that should have come with or in place of those that come.
    fn passed_over(&self, named: NobleSet, met: NobleSet) -> Option<(NobleId, Word)> {
        let absent = |&id: &NobleId| !named.has(id);
        match self.game.rules.rulings.noble_choice {
            NobleChoice::Seat => None,
            NobleChoice::FirstListed => self
                .due(met)
                .filter(absent)
                .map(|id| (id, "comes first under the ruling noble-choice=first-listed")),
            NobleChoice::All => met
                .iter()
                .find(absent)
                .map(|id| (id, "must also be taken under the ruling noble-choice=all")),
        }
    }
}
