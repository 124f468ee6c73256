//! The fast path gives the report of the replay, or none.

use serde_json::Value;
use splendor_core::{Modules, Rules};
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::{InputFile, Log, Verdict};

use super::report;
use crate::{JudgeOptions, ReportScope, verify, verify_by_replay};
use splendor_play::generate::{Dice, GenerateOptions, Policy, generate};

const SCOPES: [ReportScope; 2] = [ReportScope::Brief, ReportScope::Full];

fn input() -> InputFile {
    InputFile { name: "log.json".into(), game: 1, line: 1 }
}

/// Compares the report of the fast path, if there is one, with that of a replay from the first
/// turn. Also compares that of `verify`, which may resume the replay after the fast path. Returns
/// whether the fast path gave the short report, and the verdict.
fn compare(text: &str) -> (bool, Verdict) {
    let keep_going = JudgeOptions { keep_going: true, ..JudgeOptions::default() };
    let [brief, full] = SCOPES.map(|scope| {
        let (replayed, _) = verify_by_replay(input(), text.as_bytes(), &keep_going, scope);
        assert_eq!(verify(input(), text.as_bytes(), &keep_going, scope).0, replayed, "{text}");
        let options = JudgeOptions::default();
        let (replayed, _) = verify_by_replay(input(), text.as_bytes(), &options, scope);
        let fast = report(&input(), text, &options, scope);
        assert!(fast.as_ref().ok().is_none_or(|fast| *fast == replayed), "{fast:?}");
        assert_eq!(verify(input(), text.as_bytes(), &options, scope).0, replayed, "{text}");
        (fast.is_ok(), replayed.verdict)
    });
    assert!(brief.0 || !full.0, "the short report needs no more than the full one");
    brief
}

/// Returns options for a game of every kind of table and log, chosen by the bits of a number.
fn any_game(seed: u64) -> GenerateOptions {
    let bit = |at: u64| seed >> at & 1 == 1;
    let modules = Modules {
        cities: bit(0),
        trading_posts: bit(1),
        orient: seed.is_multiple_of(7),
        strongholds: seed.is_multiple_of(11),
    };
    let choose = |count: u64| usize::try_from(seed % count).unwrap_or_default();
    GenerateOptions {
        seed,
        seats: [2, 3, 4][choose(3)],
        rules: Rules { modules, ..Rules::default() },
        policy: Policy::ALL[choose(5)],
        decks: !bit(4),
        after: bit(2),
        digest: bit(2) && bit(3),
        ..GenerateOptions::default()
    }
}

#[test]
fn a_usual_game_is_reported_by_the_fast_path() {
    let mut counts = [0; 2];
    for seed in 0..120 {
        let options = any_game(seed);
        let log = generate(&options);
        let modules = options.rules.modules;
        for text in [json_line(&log), pretty_log(&log)] {
            let (fast, verdict) = compare(&text);
            let expected = verdict == Verdict::Legal && !modules.have_sun_never_sets();
            assert_eq!(fast, expected, "seed {seed}");
            counts[usize::from(fast)] += 1;
        }
    }
    assert!(counts[0] > 40 && counts[1] > 100, "{counts:?}");
}

/// Changes one part of a log: a turn, or a word.
fn spoil(text: &str, dice: &mut Dice) -> String {
    let mut log: Value = serde_json::from_str(text).unwrap();
    let turns = log["turns"].as_array_mut().unwrap();
    let at = dice.below(turns.len());
    let other = turns[dice.below(turns.len())].clone();
    match dice.below(8) {
        0 => drop(turns.remove(at)),
        1 => turns.insert(at, other),
        2 => turns[at] = other,
        3 => drop(turns[at].as_object_mut().unwrap().remove("seat")),
        4 => turns[at]["ext"] = "{}".parse().unwrap(),
        5 => turns[at]["return"] = r#"{"ruby":1}"#.parse().unwrap(),
        _ => return replace_word(text, dice),
    }
    log.to_string()
}

/// Replaces a word or a number of a log by another one of the log, or repeats a part of it.
fn replace_word(text: &str, dice: &mut Dice) -> String {
    let ends = |place: &usize| matches!(text.as_bytes()[*place], b',' | b':' | b'[' | b'{' | b'}');
    let places: Vec<usize> = (0..text.len()).filter(ends).collect();
    let mut part = || {
        let at = dice.below(places.len() - 1);
        places[at]..places[at + 1]
    };
    let (from, to) = (part(), part());
    [&text[..to.start], &text[from], &text[to.end..]].concat()
}

#[test]
fn a_spoiled_game_is_reported_as_by_the_replay() {
    let mut dice = Dice::new(19);
    let mut counts = [0; 2];
    for seed in 0..60 {
        let text = json_line(&generate(&any_game(seed)));
        for _ in 0..40 {
            let (fast, _) = compare(&spoil(&text, &mut dice));
            counts[usize::from(fast)] += 1;
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 50, "{counts:?}");
}

#[test]
fn every_cut_and_every_changed_byte_is_reported_as_by_the_replay() {
    let options = GenerateOptions { max_turns: 6, ..any_game(2) };
    let text = json_line(&generate(&options));
    let mut fast = 0;
    for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
        compare(&text[..at]);
        for put in ["", " ", ",", "\"", "0", "1", "{", "}", "\\", "x", "\0"] {
            let end = at + usize::from(text.is_char_boundary(at + 1));
            for end in [at, end] {
                let changed = [&text[..at], put, &text[end..]].concat();
                fast += usize::from(compare(&changed).0);
            }
        }
    }
    assert!(fast > 1000, "{fast}");
}

/// The replay resumes at the first turn that is not quiet.
#[test]
fn the_fast_path_judges_the_turns_before_an_illegal_one() {
    let turns_before = |text: &str| {
        let prefix = report(&input(), text, &JudgeOptions::default(), ReportScope::Brief);
        prefix.unwrap_err().unwrap().turns
    };
    let log = generate(&any_game(2));
    let first = log.turns.len() / 2;
    for at in first..log.turns.len() {
        let mut log = log.clone();
        log.turns[at] = log.turns[at - 1].clone();
        assert_eq!(turns_before(&json_line(&log)), at);
    }
    let mut false_end = log.clone();
    false_end.result.as_mut().unwrap().scores.as_mut().unwrap()[0] += 1;
    let false_end = json_line(&false_end);
    assert_eq!(turns_before(&false_end), log.turns.len());
    assert_eq!(compare(&false_end).1, Verdict::Illegal);
}

#[test]
fn a_log_without_one_of_its_fields_is_reported_as_by_the_replay() {
    // A claim about the end would show that a turn is missing.
    let log = Log { end: None, result: None, ..generate(&any_game(3)) };
    let log = serde_json::to_value(log).unwrap();
    let mut malformed = 0;
    for parent in ["", "/setup", "/setup/market", "/setup/decks", "/rules"] {
        for field in log.pointer(parent).unwrap().as_object().unwrap().keys() {
            let mut log = log.clone();
            log.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(field);
            let (_, verdict) = compare(&log.to_string());
            malformed += usize::from(verdict == Verdict::Malformed);
        }
    }
    assert_eq!(malformed, 5 + 1 + 3 + 1, "format, rules, players, setup, turns, and parts of them");
}

/// A log may declare after its turns that it omits facts: then an absent fact is open.
#[test]
fn a_log_that_omits_facts_is_left_to_the_replay() {
    let line = json_line(&generate(&any_game(2)));
    let text = line.trim_end();
    assert!(compare(text).0);
    for omits in [r#""omits":["return"]"#, r#""omits":["gem","noble"]"#] {
        let last = format!("{},{omits}}}", text.strip_suffix('}').unwrap());
        let first = format!("{{{omits},{}", text.strip_prefix('{').unwrap());
        for text in [last, first] {
            assert!(!compare(&text).0, "{omits}");
        }
    }
    let none = format!("{},{}}}", text.strip_suffix('}').unwrap(), r#""omits":[]"#);
    assert!(compare(&none).0);
}
