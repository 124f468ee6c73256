//! How far a log gets under a set of rulings.

use std::cmp::Reverse;

use splendor_core::RulingSet;

use crate::verdict::{Judgment, Verdict};

/// How far a log gets: the turn of the first finding, then fewer findings at that turn.
pub(super) type Rank = (usize, Reverse<usize>);

/// The result of judging a log under a set of rulings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    pub(super) rank: Rank,
    /// The number of completed turns that were tried.
    pub(super) work: usize,
    /// The rulings that the log consults, and perhaps others. The outcome is the same under all
    /// rulings that agree on these.
    pub(super) consulted: RulingSet,
}

impl Outcome {
    /// Returns the outcome of a judgment for which only these rulings were consulted.
    pub(super) fn of(judgment: &Judgment, consulted: RulingSet) -> Self {
        let (verdict, rank) = (judgment.verdict(), rank_of(judgment));
        Self { verdict, rank, work: judgment.tried, consulted }
    }

    /// Returns the outcome for a log with its first and only finding at a turn, from 0.
    pub(super) const fn illegal_at(turn: usize, consulted: RulingSet) -> Self {
        let rank = (turn + 1, Reverse(1));
        Self { verdict: Verdict::Illegal, rank, work: 0, consulted }
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
