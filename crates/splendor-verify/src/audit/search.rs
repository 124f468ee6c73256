//! Searches for rulings that make a log legal, by judging the log under each candidate.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use splendor_core::{RULINGS, Rules, RulingMask, Rulings};
use splendor_schema::Log;

use super::lockstep;
use super::rulings_result::{Rank, RulingsResult};
use crate::rulings::resolve_rules;
use crate::{Budget, JudgeOptions, Verdict, judge};

/// Rulings as names and values, in book order.
pub type RulingSet = Vec<(String, String)>;

/// How many times a set is extended for one log.
const ROUNDS: usize = 4;

/// The most rulings of one set: the first round may add two.
const MOST_RULINGS: usize = ROUNDS + 1;

/// The beam width: how many sets are extended in each round.
const MOST_SETS: usize = 6;

/// The target score that real clients offer as an alternative to 15. The replay under many sets of
/// rulings relies on it: it looks for turns that a target from 15 on could decide.
const OTHER_TARGET: &str = "21";

/// The result of the search for one log.
#[derive(Debug, Default)]
pub(super) struct Fixes {
    /// The smallest sets that make the log legal.
    pub(super) sets: Vec<RulingSet>,
    /// The first of those sets; if there is none, the set under which the first finding comes
    /// latest.
    pub(super) farthest: RulingSet,
    /// Whether the log stayed undecided under some set, so that other sets may help too.
    pub(super) undecided: bool,
    /// What is left of the budget.
    pub(super) budget: Budget,
}

/// A value of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Choice {
    /// The index in [`RULINGS`].
    ruling: u8,
    /// The index in the values of the ruling; the index after them means [`OTHER_TARGET`].
    value: u8,
}

impl Choice {
    /// Returns every value of the rulings of a mask, in book order.
    fn all(of: RulingMask) -> impl Iterator<Item = Self> {
        (0..).zip(RULINGS).filter(move |(_, info)| of.contains(info.name)).flat_map(
            |(ruling, info)| {
                let more = usize::from(info.name == "target");
                (0..).take(info.values.len() + more).map(move |value| Self { ruling, value })
            },
        )
    }

    /// Returns the name of the ruling and the value.
    fn setting(self) -> (&'static str, &'static str) {
        let info = RULINGS[usize::from(self.ruling)];
        (info.name, info.values.get(usize::from(self.value)).unwrap_or(&OTHER_TARGET))
    }
}

/// A set of rulings that the search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The choices in book order; `None` comes first.
    choices: [Option<Choice>; MOST_RULINGS],
    /// All rulings that are in force with these choices.
    rulings: Rulings,
}

impl Candidate {
    /// Returns the candidate extended by each value of each of these rulings that it does not name.
    /// It must have fewer than [`MOST_RULINGS`] choices.
    fn extensions(self, by: RulingMask) -> impl Iterator<Item = Self> {
        let names = move |ruling| self.choices.iter().flatten().any(|old| old.ruling == ruling);
        Choice::all(by).filter(move |choice| !names(choice.ruling)).map(move |choice| {
            let mut extended = self;
            extended.choices[0] = Some(choice);
            extended.choices.sort_unstable();
            let (name, value) = choice.setting();
            extended.rulings.set(name, value).expect("the table has the value");
            extended
        })
    }

    fn to_set(self) -> RulingSet {
        let settings = self.choices.iter().flatten().map(|choice| choice.setting());
        settings.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

/// Searches for the smallest sets of rulings that make an illegal log legal.
///
/// This is a beam search that adds one ruling per round and keeps the sets that move the first
/// finding back, or leave fewer findings at the end. If no single ruling helps, it tries pairs. All
/// sets are judged on top of `base`.
///
/// `as_it_is` is the result under `base` alone.
pub(super) fn fixes(
    log: &Log,
    base: &[(String, String)],
    budget: Budget,
    as_it_is: RulingsResult,
) -> Fixes {
    let Ok(rules) = resolve_rules(&log.rules, base) else { return Fixes::default() };
    let mut search = Search {
        log,
        base,
        rules,
        sets: Vec::new(),
        next: Vec::new(),
        budget,
        undecided: false,
        outcomes: BTreeMap::new(),
    };
    let start = Candidate { choices: [None; MOST_RULINGS], rulings: rules.rulings };
    // The outcome of the start decides which single rulings the search tries. But one replay under
    // the start and all of them costs less than two replays.
    let singles = start.extensions(RulingMask::ALL);
    search.judge_together(&std::iter::once(start).chain(singles).collect::<Vec<_>>());
    let reached = *search.outcomes.entry(start.rulings).or_insert(as_it_is);
    let mut best = (reached.rank, start);
    let mut open = vec![best];
    for _ in 0..ROUNDS {
        for (reached, candidate) in open {
            search.extend(candidate, reached);
        }
        if let Some(first) = search.sets.first() {
            let farthest = first.to_set();
            let sets = search.sets.iter().map(|candidate| candidate.to_set()).collect();
            return Fixes { farthest, sets, undecided: search.undecided, budget: search.budget };
        }
        // The sort is stable, so among equals the order of the attempts decides, and results
        // repeat.
        open = std::mem::take(&mut search.next);
        open.sort_by_key(|(rank, _)| Reverse(*rank));
        open.truncate(MOST_SETS);
        if let Some(farthest) = open.first().filter(|(rank, _)| *rank > best.0) {
            best = *farthest;
        }
    }
    let (farthest, sets) = (best.1.to_set(), Vec::new());
    Fixes { farthest, sets, undecided: search.undecided, budget: search.budget }
}

/// The state of a search.
struct Search<'l> {
    log: &'l Log,
    base: &'l [(String, String)],
    /// The rules of the log with `base` in force.
    rules: Rules,
    /// The candidates that make the log legal.
    sets: Vec<Candidate>,
    /// The candidates that get further than the one they extend.
    next: Vec<(Rank, Candidate)>,
    /// What is left for the candidates.
    budget: Budget,
    /// Whether the log stayed undecided under some candidate.
    undecided: bool,
    /// The outcome under the rulings that were in force. Many candidates name values that are in
    /// force anyway, and the log need not be judged again under them.
    outcomes: BTreeMap<Rulings, RulingsResult>,
}

impl Search<'_> {
    /// Extends a candidate by one ruling that the log consults under it, because no other ruling
    /// changes the outcome. If no ruling helps the empty candidate, tries pairs: every pair that
    /// may have an outcome that neither of its rulings has alone.
    fn extend(&mut self, candidate: Candidate, reached: Rank) {
        let consulted = self.mask_of(candidate, |outcome| outcome.consulted);
        let singles: Vec<Candidate> = candidate.extensions(consulted).collect();
        let helped = self.count_helping(&singles, reached);
        // A wrong setup has no turn before the finding, and no ruling can repair it.
        if helped == 0 && candidate.choices.iter().all(Option::is_none) && reached.0 > 0 {
            let mut pairs: Vec<Candidate> = Vec::new();
            for single in singles {
                let apart = self.mask_of(single, |outcome| outcome.consulted_apart);
                // A ruling that leaves a fact open costs many times as much to judge, and does not
                // tell what it consults. It forms pairs only with rulings that consult it.
                let opens_a_fact = apart == RulingMask::ALL && consulted != RulingMask::ALL;
                if !opens_a_fact {
                    pairs.extend(single.extensions(apart));
                }
            }
            pairs.sort();
            pairs.dedup();
            self.count_helping(&pairs, reached);
        }
    }

    /// Counts the candidates under which the log gets further, and records how far it gets.
    fn count_helping(&mut self, candidates: &[Candidate], reached: Rank) -> usize {
        self.judge_together(candidates);
        candidates.iter().filter(|&&candidate| self.helps(candidate, reached)).count()
    }

    /// Returns whether the log gets further under a candidate, and records how far it gets.
    fn helps(&mut self, candidate: Candidate, reached: Rank) -> bool {
        let outcome = self.judge(candidate);
        self.undecided |= outcome.verdict == Verdict::Undecided;
        let rank = outcome.rank;
        if outcome.passes() {
            if !self.sets.contains(&candidate) {
                self.sets.push(candidate);
            }
            return true;
        }
        if rank > reached && self.next.iter().all(|(_, other)| *other != candidate) {
            self.next.push((rank, candidate));
        }
        rank > reached
    }

    /// Judges the log under all candidates at once, if the log omits no fact.
    fn judge_together(&mut self, candidates: &[Candidate]) {
        let rulings = candidates.iter().map(|candidate| candidate.rulings);
        let mut new: Vec<Rulings> =
            rulings.filter(|rulings| !self.outcomes.contains_key(rulings)).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return;
        }
        if let Some(outcomes) = lockstep::outcomes(self.log, self.rules, &new) {
            let known = new.into_iter().zip(outcomes);
            self.outcomes.extend(known.filter_map(|(rulings, outcome)| Some((rulings, outcome?))));
        }
    }

    /// Returns a mask from the outcome under a candidate; every ruling if the candidate was not
    /// judged.
    fn mask_of(&self, candidate: Candidate, mask: fn(&RulingsResult) -> RulingMask) -> RulingMask {
        self.outcomes.get(&candidate.rulings).map_or(RulingMask::ALL, mask)
    }

    /// Judges the log under a candidate, unless the same rulings were in force before.
    fn judge(&mut self, candidate: Candidate) -> RulingsResult {
        *self.outcomes.entry(candidate.rulings).or_insert_with(|| {
            let outcome = judge_under(self.log, self.base, &candidate.to_set(), self.budget);
            self.budget = self.budget.less(outcome.steps);
            outcome
        })
    }
}

/// Judges a log under each set of rulings. The first has a budget of its own, the others share one.
pub(super) fn judge_under_each<'s>(
    log: &Log,
    base: &[(String, String)],
    [first, mut others]: [Budget; 2],
    sets: impl Iterator<Item = &'s RulingSet> + Clone,
) -> Vec<RulingsResult> {
    let rules = |set: &RulingSet| resolve_rules(&log.rules, &[base, set].concat()).ok();
    let all: Option<Vec<Rules>> = sets.clone().map(rules).collect();
    let together = all.and_then(|all| {
        let rulings: Vec<Rulings> = all.iter().map(|rules| rules.rulings).collect();
        lockstep::outcomes(log, *all.first()?, &rulings)
    });
    let together = together.into_iter().flatten().chain(std::iter::repeat(None));
    let outcomes = sets.zip(together).enumerate().map(|(at, (set, outcome))| {
        let budget = if at == 0 { first } else { others };
        let outcome = outcome.unwrap_or_else(|| judge_under(log, base, set, budget));
        if at > 0 {
            others = others.less(outcome.steps);
        }
        outcome
    });
    outcomes.collect()
}

/// Judges a log under a set of rulings, up to the first finding.
fn judge_under(
    log: &Log,
    base: &[(String, String)],
    set: &[(String, String)],
    budget: Budget,
) -> RulingsResult {
    let options = JudgeOptions { rulings: [base, set].concat(), required: None, budget };
    RulingsResult::of(&judge(log, &options))
}
