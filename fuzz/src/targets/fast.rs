//! The fast path: what it judges, a replay of all turns judges the same.

use serde_json::Value;
use splendor_schema::InputFile;
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_verify::{JudgeOptions, ReportScope, verify, verify_by_replay};

use super::choices::Choices;
use super::games;

/// Any bytes, judged with the fast path and without it.
pub(super) fn same(bytes: &[u8]) {
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

/// Bytes → a legal game or a similar log, as four programs would write it.
pub(super) fn same_game(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    // A search for omitted facts is no part of the fast paths, and takes long late in a game.
    let omits = choices.once_in(3);
    let mut log = games::log(&mut choices, if omits { 12 } else { 60 });
    if omits {
        log = games::with_less(&mut choices, &log);
    }
    let value = serde_json::to_value(&log).expect("a log is JSON");
    // Here the keys are in the order of the alphabet.
    let sorted = value.to_string();
    let shuffled = in_any_order(&mut choices, &value);
    for text in [json_line(&log), pretty_log(&log), sorted, shuffled] {
        same(text.as_bytes());
    }
}

/// Writes the fields of a log in an order of choices.
fn in_any_order(choices: &mut Choices<'_>, log: &Value) -> String {
    let mut fields: Vec<(&String, &Value)> = log.as_object().into_iter().flatten().collect();
    let mut texts = Vec::new();
    while let Some((key, value)) = choices.draw(&mut fields) {
        texts.push(format!("{key:?}:{value}"));
    }
    format!("{{{}}}", texts.join(","))
}
