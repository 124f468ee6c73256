//! Checks properties of arbitrary input: no panics, a place for every error, and positions that
//! survive a round trip.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use splendor_core::{Modules, Rules};
use splendor_play::generate::{GenerateOptions, Policy, generate};
use splendor_schema::turn::Reserve;
use splendor_schema::{EXAMPLE, Log};
use splendor_verify::{
    JudgeOptions, continue_after, digest, judge, position_at, position_from_log, position_to_log,
};

/// Checks a property on pseudorandom inputs, which are the same in every run.
pub(crate) fn for_all<S: Strategy>(
    cases: u32,
    inputs: &S,
    property: impl Fn(S::Value) -> TestResult,
) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(config, rng).run(inputs, property).unwrap();
}

type TestResult = Result<(), TestCaseError>;

/// Checks that bytes are either judged or rejected with a line and column.
fn check_judged_or_rejected(bytes: &[u8]) -> TestResult {
    match Log::read(bytes) {
        Ok(log) => {
            let judgment = judge(&log, &JudgeOptions::default());
            prop_assert!(judgment.judged <= log.turns.len());
            let (verdict, judged) = (judgment.verdict(), judgment.judged);
            let followed = continue_after(&log, judgment, |_, _| {});
            prop_assert!((judged..=log.turns.len()).contains(&followed.judged));
            prop_assert_eq!(followed.verdict(), verdict);
        }
        Err(error) => prop_assert!(error.line > 0 && error.column > 0, "{error:?}"),
    }
    Ok(())
}

#[test]
fn any_bytes_are_rejected_with_a_place() {
    for_all(2_000, &prop::collection::vec(any::<u8>(), 0..200), |bytes| {
        check_judged_or_rejected(&bytes)
    });
}

#[test]
fn any_changed_log_is_judged_or_rejected() {
    let piece = prop::string::string_regex("[\\[\\]{}:,\"0-9a-e. \\\\]{0,6}").unwrap();
    let change = (0..EXAMPLE.len(), 0_usize..12, piece);
    for_all(5_000, &change, |(at, removed, piece)| {
        let end = EXAMPLE.len().min(at + removed);
        let bytes = [&EXAMPLE.as_bytes()[..at], piece.as_bytes(), &EXAMPLE.as_bytes()[end..]];
        check_judged_or_rejected(&bytes.concat())
    });
}

/// Returns a generated game. The bits of `kind` choose known decks, blind reservations without
/// their cards, cities, and trading posts.
fn game(seed: u64, seats: u8, kind: u8) -> Log {
    let (decks, dark, cities) = (kind & 1 == 1, kind & 2 == 2, kind & 4 == 4);
    let modules = Modules { cities, trading_posts: kind & 8 == 8, ..Modules::NONE };
    let rules = Rules { modules, ..Rules::default() };
    let policy = *Policy::ALL.get(usize::from(kind % 5)).unwrap_or(&Policy::Rich);
    let options = GenerateOptions { seed, seats, rules, policy, decks, ..Default::default() };
    let mut log = generate(&options);
    for turn in &mut log.turns {
        if let (true, Some(Reserve::Deck { card, .. })) = (dark && !decks, &mut turn.reserve) {
            *card = None;
        }
    }
    log
}

#[test]
fn a_position_survives_a_round_trip_through_a_file() {
    for_all(400, &(0_u64..5_000, 2_u8..=4, 0_u8..16, 0_usize..100), |(seed, seats, kind, part)| {
        let log = game(seed, seats, kind);
        let turn = log.turns.len() * part / 100;
        let Some((game, before)) = position_at(&log, &JudgeOptions::default(), turn) else {
            return Ok(()); // What follows an open fact is not followed.
        };
        let game = game.as_game();
        let description = position_to_log(&game, &before);
        let text = serde_json::to_vec(&description).unwrap();
        let read = splendor_schema::Position::read(&text).unwrap();
        let (again, position) = position_from_log(&read).map_err(TestCaseError::fail)?;
        prop_assert_eq!(digest(&game, &before), digest(&again, &position));
        prop_assert_eq!(before.legal_turns(&game), position.legal_turns(&again));
        prop_assert_eq!(Some(digest(&game, &before)), description.digest());
        Ok(())
    });
}
