use super::*;

/// Returns the result of the strict reader, which defines the format.
fn strict(text: &str) -> Option<Log> {
    serde_json::from_str(text).ok()
}

/// Returns the result of the fast reader.
fn fast(text: &str) -> Option<Log> {
    read_log(text).ok().map(|(log, _)| log)
}

/// The fast reader does not read other values, and leaves the errors as they are.
fn assert_same_result(text: &str) {
    let fast = fast(text);
    assert!(fast.is_none() || fast == strict(text), "{text}");
    assert_eq!(Log::read(text.as_bytes()), Log::read_strictly(text.as_bytes()), "{text}");
}

/// A log with every field once, small enough to change every byte.
const FULL: &str = r#"{"$schema":"s","format":"splendor-log/1","rules":{"edition":"2024",
"rulings":{"pass":"always"}},"omits":["gem"],"source":{"client":"a\"b"},"players":[{"name":"é"},
{}],"setup":{"nobles":["3:4d4s"],"cities":["14:4d+4"],"market":{"level1":["a0d3s"],"level2":[],
"level3":[]},"decks":{"level1":["a1d4e"]}},"turns":[{"seat":0,"take":["ruby","gold"],"return":
{"onyx":12},"after":{"prestige":3,"tokens":{"ruby":1},"bonuses":{"ruby":0},"hand":2,"supply":{},
"digest":"0123456789abcdef"}},{"seat":15,"reserve":{"deck":1,"card":"a0d3s","under":"a1d4e"},
"noble":["3:4d4s","3:4d4o"]},{"reserve":{"market":"a0d3s"},"refill":"a0d3s"},{"purchase":{"card":
"a0d3s","pay":{"ruby":1},"from":"hand"},"gem":"ruby","post":"third-gem","noble":"3:4d4s"},
{"pass":true,"ext":{"x":[1,"}"]}},{"foreign":{"a":[]},"seat":1,"ext":{"b\u0063": 1 }}],
"end":{"reason":"completed"},"result":{"scores":[1,2]},
"ext":{}}"#;

#[test]
fn a_spoiled_log_is_read_the_same_or_not_at_all() {
    assert_eq!(fast(FULL), strict(FULL));
    assert!(fast(FULL).is_some());
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
            read += usize::from(read_log(&text).is_ok());
            assert_same_result(&text);
        }
    }
    assert!(read > 1000, "{read}");
}

#[test]
fn usual_spellings_of_other_programs_are_read() {
    let escaped = FULL.replacen("-log/1", r"-log\/1", 1);
    let value: serde_json::Value = serde_json::from_str(FULL).unwrap();
    let long_ends = serde_json::to_string_pretty(&value).unwrap().replace('\n', "\r\n");
    for text in [escaped, long_ends] {
        assert_eq!(fast(&text), strict(FULL), "{text}");
    }
}

#[test]
fn whole_values_in_the_wrong_place_are_read_the_same_or_not_at_all() {
    let values =
        ["null", "true", "-0", "00", "1.0", "1e1", "100", "256", "\"\"", "[]", "{}", "[1]"];
    let ends: Vec<usize> = FULL.match_indices([',', '}', ']']).map(|(at, _)| at).collect();
    for (start, _) in FULL.match_indices([':', '[', ',']) {
        for &end in ends.iter().filter(|&&end| end > start).take(3) {
            for value in values {
                let text = format!("{}{value}{}", &FULL[..=start], &FULL[end..]);
                assert_same_result(&text);
            }
        }
    }
}

#[test]
fn a_field_that_comes_twice_is_that_error() {
    let turns = &FULL[FULL.find(r#""turns""#).unwrap()..FULL.find(r#""end""#).unwrap()];
    let setup = &FULL[FULL.find(r#""setup""#).unwrap()..FULL.find(r#""turns""#).unwrap()];
    for field in [turns, setup] {
        let twice = FULL.replacen(field, &format!("{field}{field}"), 1);
        assert_same_result(&twice);
        let error = Log::read(twice.as_bytes()).unwrap_err();
        assert!(error.message.starts_with("duplicate key"), "{error:?}");
    }
}
