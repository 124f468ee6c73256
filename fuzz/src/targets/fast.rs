//! The fast paths: what they accept, the slower path reads and judges the same.

use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::{InputFile, Log};
use splendor_verify::{JudgeOptions, ReportScope, verify, verify_by_replay};

use super::choices::Choices;
use super::games;

/// Bytes → a log or none, read and judged with the fast paths and without them.
pub(super) fn same(bytes: &[u8]) {
    assert_eq!(Log::read(bytes), Log::read_strictly(bytes));
    let input = InputFile { name: "game.json".into(), game: 1, line: 1 };
    for keep_going in [false, true] {
        let options = JudgeOptions { keep_going, ..JudgeOptions::default() };
        for scope in [ReportScope::Brief, ReportScope::Full] {
            let fast = verify(input.clone(), bytes, &options, scope);
            let replayed = verify_by_replay(input.clone(), bytes, &options, scope);
            assert_eq!(fast, replayed);
        }
    }
}

/// Bytes → a legal game or a similar log, as three programs would write it.
pub(super) fn same_game(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let mut log = games::log(&mut choices, 60);
    if choices.once_in(3) {
        log = games::with_less(&mut choices, &log);
    }
    let value = serde_json::to_value(&log).expect("a log is JSON");
    // Here the keys are in the order of the alphabet.
    let sorted = value.to_string();
    for text in [json_line(&log), pretty_log(&log), sorted] {
        same(text.as_bytes());
    }
}
