//! Continues a replay in every world, from the first turn with several possible completions.

use splendor_core::{Game, Position};

use super::{Next, Replay};
use crate::worlds::{Rest, Worlds};

impl Replay<'_, '_> {
    /// Follows every world from turn `at` on. Returns the turn at which the replay continues in one
    /// of the worlds, and leaves its position in `position`; `None` if the log is judged.
    pub(super) fn branch(
        &mut self,
        at: usize,
        position: &mut Position,
        next: &mut Position,
        on_position: &mut impl FnMut(&Game<'_>, &Position),
    ) -> Option<usize> {
        // A turn may branch after it inferred some facts. The worlds infer them again.
        self.judgment.inferred.retain(|inferred| inferred.turn < at);
        let worlds = Worlds::new(self.log, self.game, at, position, self.judgment.tried);
        let rest = worlds.follow(&mut self.judgment);
        let judged = self.judgment.judged;
        let completed_turns = self.judgment.completed_turns.clone().unwrap_or_default();
        for turn in completed_turns.turns.iter().take(judged - at) {
            position.play(&self.game, turn).expect("the turns of a world are legal");
            on_position(&self.game, position);
        }
        // Following worlds twice proves nothing new: a second search would start from one guessed
        // table only.
        self.single = true;
        let refuted_turns = usize::from(matches!(rest, Rest::Contradicted(_)));
        for turn in at + 1..judged + refuted_turns {
            self.report_strays(Some(turn));
        }
        match rest {
            Rest::Nothing | Rest::Refuted => None,
            Rest::Stops => {
                self.judgment.guessed = self.options.keep_going && self.judgment.tables.count > 1;
                Some(judged)
            }
            Rest::GaveUp => {
                self.judgment.guessed = self.options.keep_going;
                if !self.options.keep_going {
                    self.check_rest(judged, position);
                }
                self.options.keep_going.then_some(judged)
            }
            Rest::Contradicted(contradiction) => {
                let found = self.judgment.findings.len();
                self.judgment.add_finding(
                    contradiction.breach,
                    Some(contradiction.at),
                    Some(Box::new(contradiction.played)),
                );
                let guessed = self.judgment.mark_as_one_of_several(contradiction.tables, found);
                let Next::GoOn = self.follow_log(judged, position, &contradiction.played.1, next)
                else {
                    return None;
                };
                // The finding holds in every world. But the replay continues from one table of
                // several, so later findings hold only there.
                self.judgment.guessed |= guessed || self.judgment.tables.count > 1;
                *position = *next;
                on_position(&self.game, position);
                self.judgment.judged += 1;
                Some(judged + 1)
            }
        }
    }
}
