//! Judges one log under many sets of rulings at once.
//!
//! Most turns depend on no ruling, so most sets of rulings lead to the same position. This replay
//! plays each turn once for all sets that agree on the rulings that the turn consults. It branches
//! only where the results differ. The literature calls this variational execution.
//!
//! It covers only logs that omit no fact; the caller judges other logs with
//! [`judge`](crate::judge), once under each set. A test compares the outcomes of both.
//! Whether a fact is missing can depend on the rulings: then the caller judges the log so under
//! these sets only.

use splendor_core::{Game, Position, Rules, RulingMask, Rulings, Turn};
use splendor_schema::Log;

use super::rulings_result::RulingsResult;
use crate::from_log::{self, Lists};
use crate::verdict::{Finding, Judgment, OwnedGame};
use crate::{claims, complete};

/// The rulings that decide whether the claims of a log about the end are true. The message on a
/// false claim also names the target.
const END_RULINGS: RulingMask =
    RulingMask { stalemate: true, tie: true, tie_cards: true, ..RulingMask::NONE };

/// Judges a log, up to the first finding, under `rules` with each of these sets of rulings. Returns
/// the outcomes in the same order, `None` under a set with which a fact is missing; or `None` if
/// the log omits a fact or has a foreign turn.
///
/// An outcome names the consulted rulings. These include `target` if the default target, or a lower
/// one of another set, would decide a turn.
///
/// An outcome also names the rulings that the log consults apart from the baseline, the set of
/// `rules`; all consulted ones if the baseline is not among the sets. Suppose that two sets each
/// change one ruling, and neither consults the ruling of the other apart. Then both changes
/// together have the outcome of one of the sets or of the baseline: their replay stays with the
/// baseline until the first of the two sets branches off, and then stays with that set to the end.
pub(super) fn outcomes(
    log: &Log,
    rules: Rules,
    rulings: &[Rulings],
) -> Option<Vec<Option<RulingsResult>>> {
    let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
    let game = Game::published(rules, seats);
    let lists = Lists::of(log, &game, false).ok()?;
    let first = Position::deal(&game, &lists.setup()).ok()?;
    let targets = rulings.iter().map(|rulings| rulings.target);
    let lowest_target = targets.fold(Rulings::DEFAULT.target, u8::min);
    let first =
        Branch { position: first, sets: (0..rulings.len()).collect(), consulted: RulingMask::NONE };
    let mut lockstep = Lockstep {
        log,
        game,
        rulings,
        baseline: rulings.iter().position(|&rulings| rulings == rules.rulings),
        lowest_target,
        consulted_apart: vec![RulingMask::NONE; rulings.len()],
        outcomes: vec![None; rulings.len()],
        branches: vec![first],
    };
    for at in 0..log.turns.len() {
        lockstep.play_turn(at)?;
    }
    lockstep.check_end();
    Some(lockstep.outcomes)
}

/// The position to which some of the sets of rulings have led.
struct Branch {
    position: Position,
    /// The indices of these sets.
    sets: Vec<usize>,
    /// The rulings that the turns so far have consulted.
    consulted: RulingMask,
}

struct Lockstep<'l> {
    log: &'l Log,
    game: Game<'static>,
    rulings: &'l [Rulings],
    /// The index of the set that changes no ruling of the game.
    baseline: Option<usize>,
    lowest_target: u8,
    /// The rulings that each set consulted on turns that the baseline played in another group.
    consulted_apart: Vec<RulingMask>,
    /// The outcome under each set of rulings; `None` while the set is in a branch, and for good if
    /// a fact is missing under it.
    outcomes: Vec<Option<RulingsResult>>,
    branches: Vec<Branch>,
}

impl Lockstep<'_> {
    /// Plays turn `at` on every branch. Returns `None` if the log omits a fact.
    fn play_turn(&mut self, at: usize) -> Option<()> {
        let Some(to_move) = self.branches.first().map(|branch| branch.position.to_move()) else {
            return Some(());
        };
        let logged = &self.log.turns[at];
        if !complete::omits_nothing(logged, &self.log.omits) {
            return None;
        }
        let branches = std::mem::take(&mut self.branches);
        let Ok(turn) = from_log::turn(self.game.components, logged, to_move, false) else {
            for branch in &branches {
                self.record_illegal(at, &branch.sets, branch.consulted);
            }
            return Some(());
        };
        let turn = turn?;
        for branch in branches {
            self.play_on_branch(at, &turn, branch);
        }
        Some(())
    }

    /// Plays a turn on a branch, once for each group of its sets of rulings that agree on those
    /// that the turn consults. A group under which a fact is missing is dropped.
    fn play_on_branch(&mut self, at: usize, turn: &Turn, mut branch: Branch) {
        let begun = self.branches.len();
        while let Some(&first) = branch.sets.first() {
            let game = self.game_under(first);
            let mut position = branch.position;
            let (played, mut consulted) = position.play_consulting(&game, turn);
            // Below the lowest target the prestige of the seat decides nothing under any set.
            let prestige = position.seats()[usize::from(branch.position.to_move())].prestige();
            consulted.target &= prestige >= self.lowest_target;
            let sets = self.take_agreeing(&mut branch.sets, &game.rules.rulings, consulted);
            self.record_consulted_apart(&sets, consulted);
            let consulted = branch.consulted.or(consulted);
            let after = self.log.turns[at].after.as_ref();
            let goes_on = match played {
                Err(_) => Some(false),
                Ok(events) if events.unknown.is_some() => None,
                Ok(_) => claims::are_true(&game, turn, after, &position),
            };
            match goes_on {
                Some(true) => self.add_branch(Branch { position, sets, consulted }, begun),
                Some(false) => self.record_illegal(at, &sets, consulted),
                None => {}
            }
        }
    }

    /// Takes the sets that agree with `rulings` on the rulings of a mask out of `sets`.
    fn take_agreeing(
        &self,
        sets: &mut Vec<usize>,
        rulings: &Rulings,
        on: RulingMask,
    ) -> Vec<usize> {
        if on == RulingMask::NONE {
            return std::mem::take(sets);
        }
        sets.extract_if(.., |set| self.rulings[*set].agrees(rulings, on)).collect()
    }

    /// Adds a branch, or joins it with one from number `begun` on: several groups of sets often
    /// reach the same position.
    fn add_branch(&mut self, mut new: Branch, begun: usize) {
        let mut branches = self.branches[begun..].iter_mut();
        match branches.find(|branch| branch.position == new.position) {
            Some(branch) => {
                branch.sets.append(&mut new.sets);
                branch.consulted = branch.consulted.or(new.consulted);
            }
            None => self.branches.push(new),
        }
    }

    /// Returns the game under a set of rulings.
    fn game_under(&self, number: usize) -> Game<'static> {
        let rules = Rules { rulings: self.rulings[number], ..self.game.rules };
        Game { rules, ..self.game }
    }

    /// Records the rulings that a group of sets consults, unless the baseline is in the group.
    fn record_consulted_apart(&mut self, sets: &[usize], consulted: RulingMask) {
        if consulted == RulingMask::NONE
            || self.baseline.is_some_and(|baseline| sets.contains(&baseline))
        {
            return;
        }
        for &number in sets {
            let apart = &mut self.consulted_apart[number];
            *apart = apart.or(consulted);
        }
    }

    /// Records that the log has its first finding at turn `at` under some sets of rulings.
    fn record_illegal(&mut self, at: usize, sets: &[usize], consulted: RulingMask) {
        self.record(RulingsResult::illegal_at(at), sets, consulted);
    }

    /// Records the outcome under some sets of rulings.
    fn record(&mut self, outcome: RulingsResult, sets: &[usize], consulted: RulingMask) {
        for &number in sets {
            let consulted_apart = self.consulted_apart[number];
            self.outcomes[number] = Some(RulingsResult { consulted, consulted_apart, ..outcome });
        }
    }

    /// Checks the claims about the end on every branch.
    fn check_end(&mut self) {
        for Branch { position, mut sets, consulted } in std::mem::take(&mut self.branches) {
            while let Some(&first) = sets.first() {
                let game = self.game_under(first);
                let group = self.take_agreeing(&mut sets, &game.rules.rulings, END_RULINGS);
                self.record_consulted_apart(&group, END_RULINGS);
                let claims = claims::of_end(self.log, &game, &position).into_iter();
                let findings = claims.map(|claim| Finding::new(claim.breach, None, 1)).collect();
                let (game, judged) = (Some(OwnedGame::from(&game)), self.log.turns.len());
                let position = Some(position);
                let judgment = Judgment { findings, judged, game, position, ..Judgment::nothing() };
                self.record(RulingsResult::of(&judgment), &group, consulted.or(END_RULINGS));
            }
        }
    }
}

#[cfg(test)]
mod tests;
