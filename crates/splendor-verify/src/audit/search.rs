//! Searches for rulings that make a log legal, by judging the log under each candidate.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use splendor_core::{RULINGS, Rulings};
use splendor_schema::Log;

use crate::complete::MOST_COMPLETIONS_OF_A_LOG;
use crate::rulings::resolve_rules;
use crate::verdict::{Judgment, Verdict};
use crate::{JudgeOptions, judge};

/// Rulings as names and values, in book order.
pub type Set = Vec<(String, String)>;

/// How many rulings are combined for one log.
const MOST_RULINGS: usize = 4;

/// The beam width: how many sets are extended in each round.
const MOST_SETS: usize = 6;

/// The target score that real clients offer as an alternative to 15.
const OTHER_TARGET: &str = "21";

/// The result of the search for one log.
#[derive(Debug, Default)]
pub(super) struct Fixes {
    /// The smallest sets that make the log legal.
    pub(super) sets: Vec<Set>,
    /// The first of those sets; if there is none, the set under which the first finding comes
    /// latest.
    pub(super) farthest: Set,
    /// Whether the search stopped at its limit, so that other sets may help too.
    pub(super) stopped: bool,
}

/// How far a log gets: the turn of the first finding, then fewer findings at that turn.
type Rank = (usize, Reverse<usize>);

/// Searches for the smallest sets of rulings that make an illegal log legal.
///
/// This is a beam search that adds one ruling per round and keeps the sets that move the first
/// finding back, or leave fewer findings at the end. If no single ruling helps, it tries pairs. All
/// sets are judged on top of `base`.
pub(super) fn fixes(log: &Log, base: &[(String, String)]) -> Fixes {
    let mut search = Search {
        log,
        base,
        sets: Vec::new(),
        next: Vec::new(),
        work: 0,
        stopped: false,
        outcomes: BTreeMap::new(),
    };
    let start = search.judge(&Set::new());
    search.work = start.work;
    let start = start.rank;
    let mut best = (start, Set::new());
    let mut open = vec![best.clone()];
    for _ in 0..MOST_RULINGS {
        for (reached, set) in &open {
            search.widen(set, *reached);
        }
        if let Some(first) = search.sets.first() {
            let farthest = first.clone();
            return Fixes { farthest, sets: search.sets, stopped: search.stopped };
        }
        // The sort is stable, so among equals the order of the attempts decides, and results
        // repeat.
        open = std::mem::take(&mut search.next);
        open.sort_by_key(|(rank, _)| Reverse(*rank));
        open.truncate(MOST_SETS);
        if let Some(farthest) = open.first().filter(|(rank, _)| *rank > best.0) {
            best = farthest.clone();
        }
    }
    Fixes { sets: Vec::new(), farthest: best.1, stopped: search.stopped }
}

/// The state of a search.
struct Search<'l> {
    log: &'l Log,
    base: &'l [(String, String)],
    /// The sets that make the log legal.
    sets: Vec<Set>,
    /// The sets that get further than the set they extend.
    next: Vec<(Rank, Set)>,
    /// The number of completed turns that were tried under all sets.
    work: usize,
    /// Whether some set was not tried, because there was too much work.
    stopped: bool,
    /// The outcome under the rulings that were in force. Many sets name values that are in force
    /// anyway, and the log need not be judged again under them.
    outcomes: BTreeMap<Rulings, Outcome>,
}

impl Search<'_> {
    /// Extends a set by one ruling. If no ruling helps the empty set, tries every pair.
    fn widen(&mut self, set: &Set, reached: Rank) {
        let singles: Vec<Set> = wider(set).collect();
        let helped = singles.iter().filter(|wider| self.helps(wider, reached)).count();
        // A wrong setup has no turn before the finding, and no ruling can repair it.
        if helped == 0 && set.is_empty() && reached.0 > 0 {
            let mut pairs: Vec<Set> = singles.iter().flat_map(wider).collect();
            pairs.sort();
            pairs.dedup();
            for pair in pairs {
                self.helps(&pair, reached);
            }
        }
    }

    /// Returns whether a log gets further under a set, and records how far.
    fn helps(&mut self, set: &Set, reached: Rank) -> bool {
        if self.work >= MOST_COMPLETIONS_OF_A_LOG {
            self.stopped = true;
            return false;
        }
        let outcome = self.judge(set);
        self.work += outcome.work;
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

    /// Judges the log under a set, unless the same rulings were in force before.
    fn judge(&mut self, set: &Set) -> Outcome {
        let rulings = [self.base, set].concat();
        let judge = || judged_by(self.log, self.base, set);
        match resolve_rules(&self.log.rules, &rulings) {
            Ok(rules) => *self.outcomes.entry(rules.rulings).or_insert_with(judge),
            Err(_) => judge(),
        }
    }
}

/// Returns the set extended by each value of each ruling that it does not name.
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

/// Judges a log under a set of rulings, up to the first finding.
pub(super) fn judged_by(log: &Log, base: &[(String, String)], set: &[(String, String)]) -> Outcome {
    let options = JudgeOptions { rulings: [base, set].concat(), keep_going: false, required: None };
    let judgment = judge(log, &options);
    Outcome { verdict: judgment.verdict(), rank: rank_of(&judgment), work: judgment.tried }
}

/// The result of judging a log under a set of rulings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    rank: Rank,
    /// The number of completed turns that were tried.
    pub(super) work: usize,
}

impl Outcome {
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
