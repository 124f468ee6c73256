//! Which rulings would make a log legal: tried out, never inferred.

use std::cmp::Reverse;

use splendor_schema::Log;

use splendor_core::RULINGS;

use crate::verdict::{Judgment, Verdict};
use crate::{Options, Strangers, judge};

/// Rulings by name and value, in the order of the book.
pub type Set = Vec<(String, String)>;

/// How many rulings are combined for one log.
const MOST_RULINGS: usize = 4;

/// How many sets are followed further at a time.
const MOST_SETS: usize = 6;

/// The target that real clients offer beside 15.
const OTHER_TARGET: &str = "21";

/// What the search has found for a log.
#[derive(Debug, Default)]
pub(super) struct Fixes {
    /// The smallest sets that make the log legal.
    pub(super) sets: Vec<Set>,
    /// The first set of those, or the one under which the log goes on for longest.
    pub(super) farthest: Set,
}

/// How far a log comes: to which turn, and with how few findings there.
type Rank = (usize, Reverse<usize>);

/// Looks for the fewest rulings that make an illegal log legal.
///
/// A ruling more is tried one at a time, and kept where the first finding then comes later, or
/// fewer come at the end; only where none does so two are tried at once. `base` is judged by too.
pub(super) fn fixes(log: &Log, base: &[(String, String)]) -> Fixes {
    let mut search = Search { log, base, sets: Vec::new(), next: Vec::new() };
    let start = judged_by(log, base, &[]).rank;
    let mut best = (start, Set::new());
    let mut open = vec![best.clone()];
    for _ in 0..MOST_RULINGS {
        for (reached, set) in &open {
            search.widen(set, *reached);
        }
        if let Some(first) = search.sets.first() {
            return Fixes { farthest: first.clone(), sets: search.sets };
        }
        // The farthest come first, and those that are equal in the order in which they were tried.
        open = std::mem::take(&mut search.next);
        open.sort_by_key(|(rank, _)| Reverse(*rank));
        open.truncate(MOST_SETS);
        if let Some(farthest) = open.first().filter(|(rank, _)| *rank > best.0) {
            best = farthest.clone();
        }
    }
    Fixes { sets: Vec::new(), farthest: best.1 }
}

/// A search through the rulings that a log can be judged by.
struct Search<'l> {
    log: &'l Log,
    base: &'l [(String, String)],
    /// The sets that make the log legal.
    sets: Vec<Set>,
    /// The sets that let it come further than the one that they were made of.
    next: Vec<(Rank, Set)>,
}

impl Search<'_> {
    /// Tries a set with each ruling more; of the empty set each pair, where no ruling helps alone.
    fn widen(&mut self, set: &Set, reached: Rank) {
        let singles: Vec<Set> = wider(set).collect();
        let helped = singles.iter().filter(|wider| self.helps(wider, reached)).count();
        // What is wrong in the setup is no matter of rulings.
        if helped == 0 && set.is_empty() && reached.0 > 0 {
            let mut pairs: Vec<Set> = singles.iter().flat_map(wider).collect();
            pairs.sort();
            pairs.dedup();
            for pair in pairs {
                self.helps(&pair, reached);
            }
        }
    }

    /// Returns whether a log comes further under a set, and notes how far.
    fn helps(&mut self, set: &Set, reached: Rank) -> bool {
        let outcome = judged_by(self.log, self.base, set);
        let rank = outcome.rank;
        if outcome.passes() {
            if !self.sets.contains(set) {
                self.sets.push(set.clone());
            }
            return true;
        }
        if rank > reached && self.next.iter().all(|(_, other)| other != set) {
            self.next.push((rank, set.clone()));
        }
        rank > reached
    }
}

/// Returns a set with one ruling more, for each value of each ruling that it does not name.
fn wider(set: &Set) -> impl Iterator<Item = Set> {
    let values = RULINGS.iter().flat_map(|ruling| {
        let other = (ruling.name == "target").then_some(OTHER_TARGET);
        ruling.values.iter().copied().chain(other).map(|value| (ruling.name, value))
    });
    let more = values.filter(|(name, _)| set.iter().all(|(other, _)| other != name));
    more.map(|(name, value)| {
        let mut wider = set.clone();
        wider.push((name.to_owned(), value.to_owned()));
        wider.sort_by_key(|(name, _)| RULINGS.iter().position(|ruling| ruling.name == name));
        wider
    })
}

/// Judges a log by a set of rulings, up to the first finding; what it judges lives no longer.
pub(super) fn judged_by(log: &Log, base: &[(String, String)], set: &[(String, String)]) -> Outcome {
    let options = Options { rulings: [base, set].concat(), keep_going: false };
    let strangers = Strangers::new();
    let judgment = judge(log, &options, &strangers);
    Outcome { verdict: judgment.verdict(), rank: rank_of(&judgment) }
}

/// What a log comes to under a set of rulings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    rank: Rank,
}

impl Outcome {
    /// Returns whether the log is legal, or consistent.
    pub(super) const fn passes(self) -> bool {
        matches!(self.verdict, Verdict::Legal | Verdict::Consistent)
    }
}

/// A turn that breaks a clause comes after all earlier turns, a claim about the end after all.
fn rank_of(judgment: &Judgment<'_>) -> Rank {
    let turns = judgment.findings.iter().map(|finding| match finding.turn {
        Some(turn) => turn + 1,
        None if judgment.last.is_none() || judgment.judged == 0 => 0,
        None => usize::MAX,
    });
    let reached = turns.min().unwrap_or(judgment.judged);
    (reached, Reverse(judgment.findings.len()))
}
