//! The lockstep replay and [`judge`] under each set of rulings have the same outcomes.

use splendor_core::{Modules, RULINGS, Rules, RulingInfo, Rulings};
use splendor_schema::Log;
use splendor_schema::json::layout::json_line;
use splendor_schema::log::{End, EndReason, GameResult};

use super::outcomes;
use crate::audit::rulings_result::RulingsResult;
use crate::audit::search::RulingSet;
use crate::rulings::resolve_rules;
use crate::{JudgeOptions, judge};
use splendor_play::generate::{Dice, GenerateOptions, Policy, generate};

/// Returns some rulings at random, as names and values.
fn any_set(dice: &mut Dice) -> RulingSet {
    let count = dice.below(5);
    let mut set = RulingSet::new();
    for _ in 0..count {
        let ruling = RULINGS[dice.below(RULINGS.len())];
        let value = match ruling.name {
            "target" => ["8", "15", "21"][dice.below(3)],
            _ => ruling.values[dice.below(ruling.values.len())],
        };
        if set.iter().all(|(name, _)| name != ruling.name) {
            set.push((ruling.name.to_owned(), value.to_owned()));
        }
    }
    set
}

/// Compares the outcomes under sets of rulings; counts the outcomes that pass and the others.
/// Returns `None` if the log omits a fact.
fn compare(log: &Log, sets: &[RulingSet]) -> Option<[usize; 2]> {
    let rules = resolve_rules(&log.rules, &[]).ok()?;
    let rulings = |set: &RulingSet| resolve_rules(&log.rules, set).unwrap().rulings;
    let rulings: Vec<Rulings> = sets.iter().map(rulings).collect();
    let together = outcomes(log, rules, &rulings)?;
    let mut counts = [0; 2];
    for (set, outcome) in sets.iter().zip(together) {
        let Some(outcome) = outcome else { continue };
        let options = JudgeOptions { rulings: set.clone(), ..JudgeOptions::default() };
        let RulingsResult { consulted, consulted_apart, .. } = outcome;
        let alone = RulingsResult {
            consulted,
            consulted_apart,
            ..RulingsResult::of(&judge(log, &options))
        };
        assert_eq!(outcome, alone, "{set:?}\n{}", json_line(log));
        counts[usize::from(!outcome.passes())] += 1;
    }
    Some(counts)
}

/// Generates a game with random modules and rulings. The log may declare none of the rulings, may
/// have two turns swapped, and may make a false claim.
fn any_log(seed: u64, dice: &mut Dice) -> Log {
    let modules = Modules {
        cities: dice.below(4) == 0,
        trading_posts: dice.below(2) == 0,
        orient: dice.below(6) == 0,
        strongholds: dice.below(6) == 0,
    };
    let mut rules = Rules { modules, ..Rules::default() };
    for (name, value) in any_set(dice) {
        rules.rulings.set(&name, &value).unwrap();
    }
    let options = GenerateOptions {
        seed,
        seats: [2, 3, 4][dice.below(3)],
        rules,
        policy: Policy::ALL[dice.below(Policy::ALL.len())],
        after: dice.below(3) == 0,
        digest: dice.below(6) == 0,
        ..GenerateOptions::default()
    };
    let mut log = generate(&options);
    if dice.below(2) == 0 {
        log.rules.rulings = splendor_schema::rules::Rulings::default();
    }
    if dice.below(3) == 0 && !log.turns.is_empty() {
        let (at, other) = (dice.below(log.turns.len()), dice.below(log.turns.len()));
        log.turns.swap(at, other);
    }
    if dice.below(3) == 0 {
        spoil_claims(&mut log, dice);
    }
    log
}

/// Replaces the claims of a log about its end, also by some that are false at every table: their
/// number decides which of two sets of rulings leaves fewer findings.
fn spoil_claims(log: &mut Log, dice: &mut Dice) {
    let mut any_seats = || (0..5).filter(|_| dice.below(3) == 0).collect::<Vec<u8>>();
    let (named, winners) = (any_seats(), any_seats());
    let reason = [EndReason::Completed, EndReason::Stalemate, EndReason::Abandoned][dice.below(3)];
    let plies = (dice.below(2) == 0).then_some(dice.below(80) as u64);
    let seats = if dice.below(4) == 0 { named } else { Vec::new() };
    log.end = Some(End { reason, seats, plies });
    if dice.below(8) == 0 {
        log.turns.clear();
    }
    let scores = (dice.below(4) == 0).then(|| vec![15; log.players.len()]);
    log.result = Some(GameResult { scores, winners: Some(winners) });
}

#[test]
fn a_log_has_the_same_outcomes_together_as_one_by_one() {
    let mut dice = Dice::new(19);
    let mut counts = [0; 2];
    for seed in 0..250 {
        let log = any_log(seed, &mut dice);
        let sets: Vec<RulingSet> = (0..24).map(|_| any_set(&mut dice)).collect();
        let found = compare(&log, &sets).unwrap_or_default();
        counts[0] += found[0];
        counts[1] += found[1];
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

/// The name and the value of a ruling.
type Setting = (&'static str, &'static str);

/// Returns every value of a ruling.
fn settings_of(ruling: &RulingInfo) -> Vec<Setting> {
    let more = (ruling.name == "target").then_some("21");
    ruling.values.iter().copied().chain(more).map(|value| (ruling.name, value)).collect()
}

/// Compares the outcome under every pair of rulings that the search leaves out with those under
/// each of them and under neither. Returns the number of pairs.
fn check_pairs(log: &Log) -> usize {
    let Ok(rules) = resolve_rules(&log.rules, &[]) else { return 0 };
    let all: Vec<Setting> = RULINGS.iter().flat_map(settings_of).collect();
    let with = |mut rulings: Rulings, (name, value): Setting| {
        rulings.set(name, value).unwrap();
        rulings
    };
    let singles = all.iter().map(|&one| with(rules.rulings, one));
    let rulings: Vec<Rulings> = std::iter::once(rules.rulings).chain(singles).collect();
    let Some(alone) = outcomes(log, rules, &rulings) else { return 0 };
    let mut pairs = Vec::new();
    for (at, &one) in all.iter().enumerate() {
        for (other_at, &other) in all.iter().enumerate().skip(at + 1) {
            let (Some(baseline), Some(with_one), Some(with_other)) =
                (alone[0], alone[at + 1], alone[other_at + 1])
            else {
                continue;
            };
            let is_tried = with_one.consulted_apart.contains(other.0)
                || with_other.consulted_apart.contains(one.0);
            if one.0 != other.0 && !is_tried {
                let both = with(with(rules.rulings, one), other);
                pairs.push((both, [baseline, with_one, with_other]));
            }
        }
    }
    let rulings: Vec<Rulings> = pairs.iter().map(|(rulings, _)| *rulings).collect();
    let together = outcomes(log, rules, &rulings).unwrap();
    for ((rulings, alone), both) in pairs.iter().zip(together) {
        let both = both.unwrap();
        let same = |one: &RulingsResult| (one.verdict, one.rank) == (both.verdict, both.rank);
        assert!(alone.iter().any(same), "{rulings:?}\n{}", json_line(log));
    }
    pairs.len()
}

#[test]
fn a_pair_that_the_search_leaves_out_has_no_outcome_of_its_own() {
    let mut dice = Dice::new(23);
    let pairs: usize = (0..60).map(|seed| check_pairs(&any_log(seed, &mut dice))).sum();
    assert!(pairs > 10_000, "{pairs}");
}
