//! A log with a byte too many, too few or wrong, compared with another reader of JSON.

use serde_json::Value;
use splendor_schema::json::layout::{json_line, pretty_log};
use splendor_schema::{Log, ReadErrorKind};

/// A log with every field once, small enough to change every byte.
const FULL: &str = r#"{"$schema":"s","format":"splendor-log/1","rules":{"edition":"2024",
"rulings":{"pass":"always"}},"omits":["gem"],"source":{"client":"a\"b"},"players":[{"name":"é"},
{}],"setup":{"nobles":["3:4d4s"],"cities":["14:4d+4"],"market":{"level1":["a0d3s"],"level2":[],
"level3":[]},"decks":{"level1":["a1d4e"]}},"turns":[{"seat":0,"take":["ruby","gold"],"return":
{"onyx":12},"after":{"prestige":3,"tokens":{"ruby":1},"bonuses":{"ruby":0},"hand":2,"supply":{},
"digest":"0123456789abcdef"}},{"seat":15,"reserve":{"deck":1,"card":"a0d3s","under":"a1d4e"},
"noble":["3:4d4s","3:4d4o"]},{"reserve":{"market":"a0d3s"},"refill":"a0d3s"},{"purchase":{"card":
"a0d3s","pay":{"ruby":1},"from":"hand"},"gem":"ruby","post":"third-gem","noble":"3:4d4s"},
{"pass":true,"ext":{"x":[1,"}"]}},{"foreign":{"a":[]},"seat":1,"ext":{"bc": 1 }}],
"end":{"reason":"completed"},"result":{"scores":[1,2]},
"ext":{}}"#;

/// Reads a text, and returns whether it is a log. A log is JSON for another reader too, and stays
/// the same when it is written; a text with an error of syntax is not.
fn is_log(text: &str) -> bool {
    let json = serde_json::from_str::<Value>(text);
    match Log::read(text.as_bytes()) {
        Ok(log) => {
            let sorted = json.unwrap().to_string();
            assert_eq!(Log::read(sorted.as_bytes()).as_ref(), Ok(&log), "{text}");
            for written in [json_line(&log), pretty_log(&log)] {
                assert_eq!(Log::read(written.as_bytes()).as_ref(), Ok(&log), "{text}");
            }
            true
        }
        Err(error) => {
            let is_syntax = matches!(error.kind, ReadErrorKind::Syntax | ReadErrorKind::Encoding);
            // A number that some readers would change is JSON for this one.
            let is_strict = error.message.contains("too large for some");
            assert!(!is_syntax || is_strict || json.is_err(), "{text}: {error}");
            false
        }
    }
}

#[test]
fn every_spoiled_byte_is_read_as_json_is() {
    assert!(is_log(FULL));
    let letters: Vec<char> = FULL.chars().collect();
    let put =
        ['"', '{', '}', '[', ']', ',', ':', '0', '1', '9', '-', '.', 'e', 'a', ' ', '\\', '\0'];
    let mut read = 0;
    for at in 0..=letters.len() {
        let (before, rest) = letters.split_at(at);
        let after = rest.get(1..).unwrap_or_default();
        let twice = rest.get(..1).unwrap_or_default();
        let spoiled = [(vec![], after), (twice.to_vec(), rest), (vec![], &[][..])];
        let inserted = put.iter().map(|&letter| (vec![letter], rest));
        let replaced = put.iter().map(|&letter| (vec![letter], after));
        for (middle, end) in spoiled.into_iter().chain(inserted).chain(replaced) {
            let text: String = before.iter().chain(&middle).chain(end).collect();
            read += usize::from(is_log(&text));
        }
    }
    assert!(read > 1000, "{read}");
}

/// Writes a value with every character of its strings as an escape.
fn escaped(value: &Value) -> String {
    let text = |text: &str| {
        let escapes = text.encode_utf16().map(|unit| format!("\\u{unit:04X}"));
        format!("\"{}\"", escapes.collect::<String>())
    };
    match value {
        Value::String(word) => text(word),
        Value::Array(entries) => {
            format!("[{}]", entries.iter().map(escaped).collect::<Vec<_>>().join(","))
        }
        Value::Object(members) => {
            let members = members.iter().map(|(key, value)| text(key) + ":" + &escaped(value));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[test]
fn every_spelling_of_json_is_read() {
    let value: Value = serde_json::from_str(splendor_schema::EXAMPLE).unwrap();
    let spaced = serde_json::to_string_pretty(&value).unwrap().replace('\n', "\r\n\t");
    let slash = json_line(&value).replacen("-log/1", r"-log\/1", 1);
    for text in [spaced, slash, escaped(&value)] {
        let log = Log::read(text.as_bytes());
        assert_eq!(log, Log::read(splendor_schema::EXAMPLE.as_bytes()), "{text}");
    }
}

#[test]
fn whole_values_in_the_wrong_place_are_read_as_json_is() {
    let values = ["null", "true", "00", "1.5", "100", "256", "\"\"", "[]", "{}", "[1]"];
    let ends: Vec<usize> = FULL.match_indices([',', '}', ']']).map(|(at, _)| at).collect();
    let mut read = 0;
    for (start, _) in FULL.match_indices([':', '[', ',']) {
        for &end in ends.iter().filter(|&&end| end > start).take(3) {
            for value in values {
                let text = format!("{}{value}{}", &FULL[..=start], &FULL[end..]);
                read += usize::from(is_log(&text));
            }
        }
    }
    assert!(read > 20, "{read}");
}

#[test]
fn a_field_that_comes_twice_is_that_error() {
    let turns = &FULL[FULL.find(r#""turns""#).unwrap()..FULL.find(r#""end""#).unwrap()];
    let setup = &FULL[FULL.find(r#""setup""#).unwrap()..FULL.find(r#""turns""#).unwrap()];
    for field in [turns, setup] {
        let twice = FULL.replacen(field, &format!("{field}{field}"), 1);
        let error = Log::read(twice.as_bytes()).unwrap_err();
        assert_eq!(error.kind, ReadErrorKind::DuplicateKey);
    }
}
