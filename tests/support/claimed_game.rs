//! Complete games with claims, and the finding about a false one.

use splendor_play::generate::{GenerateOptions, generate};
use splendor_schema::Log;
use splendor_schema::log::{End, GameResult};
use splendor_verify::{JudgeOptions, judge};

use crate::root;

/// Returns a complete game of two seats with a claim after each turn.
pub(crate) fn game() -> Log {
    let mut log = generate(&GenerateOptions { seed: 11, after: true, ..Default::default() });
    assert_eq!(found(&log), None, "the game itself is legal");
    log.result.as_mut().unwrap().winners.as_mut().unwrap().sort_unstable();
    log
}

/// Returns the clause of the first finding, and the clause that it contradicts.
pub(crate) fn found(log: &Log) -> Option<(&'static str, Option<&'static str>)> {
    let judgment = judge(log, &JudgeOptions::default());
    let breach = judgment.findings.first()?.breach;
    Some((breach.clause().id(), breach.contradicted().map(|other| other.clause().id())))
}

/// Returns the claim about the end.
pub(crate) fn end(log: &mut Log) -> &mut End {
    log.end.as_mut().unwrap()
}

/// Returns the claimed result.
pub(crate) fn result(log: &mut Log) -> &mut GameResult {
    log.result.as_mut().unwrap()
}

/// Returns a complete game with cities that one of two seats wins.
pub(crate) fn game_of_cities() -> Log {
    let path = root().join("replays/legal/city-met.json");
    Log::read(&std::fs::read(path).unwrap()).unwrap()
}
