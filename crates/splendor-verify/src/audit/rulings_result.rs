//! How far a log gets under a set of rulings.

use std::cmp::Reverse;

use splendor_core::RulingMask;

use crate::verdict::{Judgment, Verdict};

/// How far a log gets: the turn of the first finding, then fewer findings at that turn.
pub(super) type Rank = (usize, Reverse<usize>);

/// The result of judging a log under a set of rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RulingsResult {
    pub(super) verdict: Verdict,
    pub(super) rank: Rank,
    /// The steps of the searches for omitted facts.
    pub(super) steps: usize,
    /// The rulings that the log consults, and perhaps more. The result is the same under all sets
    /// of rulings that agree on these.
    pub(super) consulted: RulingMask,
    /// Those of them that the log consults apart from the baseline, the set that changes no ruling:
    /// on a turn before which the positions differ, or on a turn that consults a changed ruling.
    pub(super) consulted_apart: RulingMask,
}

impl RulingsResult {
    /// Returns the result of a judgment that may have consulted every ruling.
    pub(super) fn of(judgment: &Judgment) -> Self {
        let (verdict, rank) = (judgment.verdict(), rank_of(judgment));
        let all = RulingMask::ALL;
        Self { verdict, rank, steps: judgment.work.steps(), consulted: all, consulted_apart: all }
    }

    /// Returns the result for a log with one finding, at a turn counted from 0. The log may have
    /// consulted every ruling.
    pub(super) const fn illegal_at(turn: usize) -> Self {
        let (rank, all) = ((turn + 1, Reverse(1)), RulingMask::ALL);
        Self { verdict: Verdict::Illegal, rank, steps: 0, consulted: all, consulted_apart: all }
    }

    /// Returns whether the log is legal, or consistent.
    pub(super) const fn passes(self) -> bool {
        matches!(self.verdict, Verdict::Legal | Verdict::Consistent)
    }
}

/// A finding at a turn ranks by its turn; a wrong claim about the end ranks after all turns.
fn rank_of(judgment: &Judgment) -> Rank {
    let turns = judgment.findings.iter().map(|finding| match finding.turn {
        Some(turn) => turn + 1,
        None if judgment.last().is_none() || judgment.judged == 0 => 0,
        None => usize::MAX,
    });
    let reached = turns.min().unwrap_or(judgment.judged);
    (reached, Reverse(judgment.findings.len()))
}
