//! Random games with Orient and Strongholds, in all sixteen combinations of modules: the turns that
//! are listed are exactly those that can be played.

mod edits;
mod tables;

use std::collections::BTreeSet;

use crate::played::Played;

use splendor_core::{Action, Game, Position, Turn, Unknown};

pub(crate) use edits::choose;
use edits::{edited, leaves_out_a_copy, normal};
pub(crate) use tables::begin;
use tables::{rich_in_bonuses, table, told};

/// How many games are played: with `SPLENDOR_LONG` enough for a million random turns.
fn games() -> u64 {
    crate::sample(96, 640)
}

/// The counts of a test.
#[derive(Default)]
struct Counts {
    turns: usize,
    perfts: usize,
    edits: usize,
    refused: usize,
    clauses: BTreeSet<&'static str>,
}

impl Counts {
    /// Every listed turn can be played, and breaks nothing by the list of breaches.
    fn check_listed(&mut self, game: &Game<'_>, position: &Position, legal: &[Turn]) {
        for turn in legal.iter().step_by(1 + legal.len() / 40) {
            let told = || format!("{}\n{}", told(game, turn), table(game, position));
            assert_eq!(position.violations(game, turn), [], "{}", told());
            assert_eq!(position.check(game, turn), Ok(()), "{}", told());
            self.turns += 1;
        }
    }

    /// An edited turn can be played exactly if it is listed, and the first breach is the same by
    /// both writings.
    fn check_edited(&mut self, game: &Game<'_>, position: &Position, turn: &Turn, listed: bool) {
        let told = || format!("{}\n{}", told(game, turn), table(game, position));
        let verdict = position.played(game, turn);
        let first = verdict.as_ref().err().copied();
        assert_eq!(first, position.violations(game, turn).first().copied(), "{}", told());
        self.edits += 1;
        if let Some(violation) = first {
            self.clauses.insert(violation.clause().id());
            self.refused += 1;
        }
        // The list leaves chance open, and names every color that is copied.
        let refills = turn.refill.is_some() || turn.conquest.is_some_and(|it| it.refill.is_some());
        let open = verdict.as_ref().is_ok_and(|(_, events)| {
            leaves_out_a_copy(game, turn)
                || events.unknown.is_some_and(|it| it != Unknown::HandAffordable)
        });
        assert!(refills || open || verdict.is_ok() == listed, "{first:?} {}", told());
    }
}

#[test]
fn listed_turns_are_those_that_can_be_played() {
    let mut counts = Counts::default();
    for seed in 0..games() {
        let (mut dice, game, mut position) = begin(seed, seed % 3 > 0);
        for _ in 0..90 {
            let legal = position.legal_turns(&game);
            if legal.is_empty() {
                break;
            }
            counts.check_listed(&game, &position, &legal);
            if let Some(perft) = position.perft(&game, 1) {
                let distinct = position.distinct_turns(&game).len();
                assert_eq!(perft.lines, distinct as u64, "{}", table(&game, &position));
                counts.perfts += 1;
            }
            let known: BTreeSet<Turn> = legal.iter().map(normal).collect();
            for _ in 0..12 {
                let turn = legal[counts.turns.wrapping_mul(0x9e37_79b9) % legal.len()];
                let turn = normal(&edited(&mut dice, &game, &position, &turn));
                counts.check_edited(&game, &position, &turn, known.contains(&turn));
            }
            let turn = choose(&mut dice, &legal);
            let next = position.played(&game, &turn).unwrap().0;
            position = next;
        }
    }
    let Counts { turns, perfts, edits, refused, mut clauses } = counts;
    assert!(perfts > 1_000, "{perfts}");
    assert!(turns > 1_500 * usize::try_from(games()).unwrap(), "{turns}");
    assert!(refused > edits / 2, "{edits} {refused}");
    let modules = ["orient.", "stronghold."];
    clauses.retain(|id| modules.iter().any(|module| id.starts_with(module)));
    assert!(clauses.len() >= 20, "{clauses:?}");
}

/// A log with breaches is followed at its word, whatever its turns name.
#[test]
fn a_log_with_breaches_is_followed_without_a_panic() {
    for seed in 0..160 {
        let (mut dice, game, mut position) = begin(seed, false);
        for _ in 0..60 {
            let legal = position.legal_turns(&game);
            let pass = Turn::new(position.to_move(), Action::Pass);
            let mut turn = if legal.is_empty() { pass } else { choose(&mut dice, &legal) };
            for _ in 0..dice.below(4) {
                turn = edited(&mut dice, &game, &position, &turn);
            }
            let violations = position.violations(&game, &turn);
            let legal = position.check(&game, &turn).is_ok();
            let text: usize = violations.iter().map(|breach| breach.to_string().len()).sum();
            assert!(violations.is_empty() || text > 0);
            let next = position.follow_log(&game, &turn);
            let stands = |seat: u8| next.strongholds().of(seat).count();
            assert!((0..4).all(|seat| stands(seat) <= 3));
            position = if legal && dice.below(2) == 0 {
                position.played(&game, &turn).unwrap().0
            } else {
                next
            };
        }
    }
}

/// A legal turn leaves the same table, played or followed, apart from the mark of a breach.
#[test]
fn a_legal_turn_is_followed_as_it_is_played() {
    let mut same = 0;
    for seed in 0..64 {
        let (mut dice, game, mut position) = begin(seed, false);
        for _ in 0..60 {
            let legal = position.legal_turns(&game);
            if legal.is_empty() {
                break;
            }
            let turn = choose(&mut dice, &legal);
            let next = position.played(&game, &turn).unwrap().0;
            let followed = position.follow_log(&game, &turn);
            assert_eq!(followed, next.adopt(9, None, None, None), "{}", told(&game, &turn));
            same += 1;
            position = next;
        }
    }
    assert!(same > 1_500, "{same}");
}

/// Three gems taken at the limit, a conquest that costs nothing and the gem of a post: the seat
/// gives four tokens back.
#[test]
fn a_turn_returns_at_most_four_tokens() {
    let (game, position) = rich_in_bonuses();
    let legal = position.legal_turns(&game);
    let most = legal.iter().map(|turn| turn.returned.total()).max();
    assert_eq!(most, Some(4));
    let all = |turn: &&Turn| turn.returned.total() == 4;
    let turn = legal.iter().find(all).unwrap();
    assert!(matches!(turn.action, Action::Take(_)) && turn.conquest.is_some());
    let next = position.played(&game, turn).unwrap().0;
    assert_eq!(next.seats()[0].tokens().total(), 10);
}
