//! Deals the first position, and reports components that are in no box.

use std::cell::OnceCell;

use splendor_core::{Components, Position, Violation};

use super::Replay;
use crate::from_log::{self, Lists};
use crate::verdict::Breach;

impl<'h> Replay<'_, 'h> {
    /// Returns the first position, or `None` if the setup is illegal and the replay stops.
    ///
    /// With `keep_going`, components that do not exist become part of the game, so that the replay
    /// reaches the turns that use them.
    pub(super) fn deal(&mut self, extra: &'h OnceCell<Components>) -> Option<Position> {
        let all = self.game.components;
        if self.options.keep_going && from_log::names_unknown_components(self.log, all) {
            let (strays, components) = from_log::strays(self.log, all);
            self.strays = strays;
            self.report_strays(None);
            self.game.components =
                extra.get_or_init(|| components.unwrap_or_else(Components::empty));
        }
        let violation =
            match Lists::of(&self.log.setup, self.game.components, !self.strays.is_empty()) {
                Err(unknown) => unknown,
                Ok(lists) => {
                    let setup = lists.setup(self.log.players.len());
                    let violation = match Position::deal(&self.game, &setup) {
                        Ok(position) if self.strays.is_empty() => return Some(position),
                        Ok(_) => return Position::deal_anyway(&self.game, &setup),
                        Err(violation) => violation,
                    };
                    // A listed deck with an unknown card lacks the published card at that place, and an
                    // unknown city leaves an empty place. Both violations follow from
                    // `component.unknown`, so they are not reported again.
                    let known = self.strays.is_empty()
                        || match violation {
                            Violation::SetupCards { times, .. } => times > 0,
                            Violation::SetupCities { needed, .. } => {
                                needed == 0 || lists.has_every_city(&self.log.setup)
                            }
                            _ => true,
                        };
                    if known {
                        self.judgment.add_finding(Breach::Rule(violation), None, None);
                    }
                    return self
                        .options
                        .keep_going
                        .then(|| Position::deal_anyway(&self.game, &setup))?;
                }
            };
        self.judgment.add_finding(Breach::Rule(violation), None, None);
        None
    }

    /// Reports the components that do not exist and that the log first names in a turn, or in the
    /// setup for `None`.
    pub(super) fn report_strays(&mut self, turn: Option<usize>) {
        let here = self.strays.iter().filter(|stray| stray.turn == turn);
        for violation in here.map(|stray| stray.violation).collect::<Vec<_>>() {
            self.judgment.add_finding_of_every_world(Breach::Rule(violation), turn);
        }
    }
}
