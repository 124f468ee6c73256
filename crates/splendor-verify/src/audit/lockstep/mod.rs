//! Judges one log under many sets of rulings at once.
//!
//! Most turns depend on no ruling, so most sets of rulings lead to the same position. This replay
//! plays each turn once for all sets that agree on the rulings that the turn consults. It branches
//! only where the results differ. The literature calls this variational execution.
//!
//! It covers only logs that omit no fact; the caller judges other logs with
//! [`judge`](crate::judge), once under each set. A test compares the outcomes of both.

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
/// the outcomes in the same order, or `None` if the log omits a fact or has a foreign turn.
///
/// An outcome names the consulted rulings. These include `target` if the default target, or a lower
/// one of another set, would decide a turn.
///
/// An outcome also names the rulings that the log consults apart from the baseline, the set of
/// `rules`; all consulted ones if the baseline is not among the sets. Suppose that two sets each
/// change one ruling, and neither consults the ruling of the other apart. Then both changes
/// together have the outcome of one of the sets or of the baseline: their replay stays with the
/// baseline until the first of the two sets branches off, and then stays with that set to the end.
pub(super) fn outcomes(log: &Log, rules: Rules, rulings: &[Rulings]) -> Option<Vec<RulingsResult>> {
    let seats = u8::try_from(log.players.len()).unwrap_or(u8::MAX);
    let game = Game::published(rules, seats);
    let lists = Lists::of(&log.setup, game.components, false).ok()?;
    let first = Position::deal(&game, &lists.setup(log.players.len())).ok()?;
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
    lockstep.outcomes.into_iter().collect()
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
    /// The outcome under each set of rulings; `None` while the set is in a branch.
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
        let mut branches = std::mem::take(&mut self.branches);
        let Ok(turn) = from_log::turn(self.game.components, logged, to_move, false) else {
            for branch in &branches {
                self.record_illegal(at, &branch.sets, branch.consulted);
            }
            return Some(());
        };
        let turn = turn?;
        let mut gives_up = false;
        branches.retain_mut(|branch| {
            let goes_on = self.play_on_branch(at, &turn, branch);
            gives_up |= goes_on.is_none();
            goes_on == Some(true)
        });
        branches.append(&mut self.branches);
        self.branches = branches;
        (!gives_up).then_some(())
    }

    /// Plays a turn on a branch. Returns whether the branch goes on as one; if its sets of rulings
    /// disagree on those that the turn consults, adds the branches of its groups instead. Returns
    /// `None` if the log omits a fact.
    fn play_on_branch(&mut self, at: usize, turn: &Turn, branch: &mut Branch) -> Option<bool> {
        let consulted = branch.position.consulted_rulings(&self.game, turn, self.lowest_target);
        branch.consulted = branch.consulted.or(consulted);
        let first = &self.rulings[branch.sets[0]];
        let agrees = |&number: &usize| self.rulings[number].agrees(first, consulted);
        if consulted == RulingMask::NONE || branch.sets.iter().all(agrees) {
            self.record_consulted_apart(&branch.sets, consulted);
            return self.play_in_place(at, turn, branch);
        }
        let begun = self.branches.len();
        for sets in self.groups(&branch.sets, consulted) {
            self.record_consulted_apart(&sets, consulted);
            let mut group = Branch { sets, ..*branch };
            if self.play_in_place(at, turn, &mut group)? {
                // Several groups often reach the same position.
                let mut branches = self.branches[begun..].iter_mut();
                match branches.find(|branch| branch.position == group.position) {
                    Some(branch) => branch.sets.append(&mut group.sets),
                    None => self.branches.push(group),
                }
            }
        }
        Some(false)
    }

    /// Plays a turn on a branch whose sets of rulings agree on those that the turn consults.
    /// Returns whether the branch goes on, or `None` if the log omits a fact.
    fn play_in_place(&mut self, at: usize, turn: &Turn, branch: &mut Branch) -> Option<bool> {
        let game = self.game_under(branch.sets[0]);
        let goes_on = match branch.position.play(&game, turn) {
            Err(_) => false,
            Ok(events) if events.unknown.is_some() => return None,
            Ok(_) => {
                let after = self.log.turns[at].after.as_ref();
                claims::are_true(&game, turn, after, &branch.position)?
            }
        };
        if !goes_on {
            self.record_illegal(at, &branch.sets, branch.consulted);
        }
        Some(goes_on)
    }

    /// Returns the game under a set of rulings.
    fn game_under(&self, number: usize) -> Game<'static> {
        let rules = Rules { rulings: self.rulings[number], ..self.game.rules };
        Game { rules, ..self.game }
    }

    /// Groups the sets of rulings that agree on the rulings of a mask.
    fn groups(&self, sets: &[usize], on: RulingMask) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for &number in sets {
            let rulings = &self.rulings[number];
            let agrees = |group: &&mut Vec<usize>| rulings.agrees(&self.rulings[group[0]], on);
            match groups.iter_mut().find(agrees) {
                Some(group) => group.push(number),
                None => groups.push(vec![number]),
            }
        }
        groups
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
        for Branch { position, sets, consulted } in std::mem::take(&mut self.branches) {
            for group in self.groups(&sets, END_RULINGS) {
                self.record_consulted_apart(&group, END_RULINGS);
                let game = self.game_under(group[0]);
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
