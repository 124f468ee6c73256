//! The reader rejects malformed logs with the right message at the right place.

use std::time::{Duration, Instant};

use splendor_schema::{Log, ReadError, ReadErrorKind, limits};

use crate::samples::full_log;

const SMALL: &str = r#"{
  "format": "splendor-log/1",
  "rules": { "edition": "2024" },
  "players": [{ "name": "Zoë" }, {}],
  "setup": { "market": { "level1": [], "level2": [], "level3": [] } },
  "turns": [
    { "seat": 0, "take": ["ruby"] }
  ]
}
"#;

fn refusal(bytes: &[u8]) -> ReadError {
    Log::read(bytes).unwrap_err()
}

/// Returns the error of the small log with one part replaced.
fn refused(part: &str, by: &str) -> ReadError {
    assert!(SMALL.contains(part), "{part}");
    refusal(SMALL.replacen(part, by, 1).as_bytes())
}

#[track_caller]
fn check(
    error: &ReadError,
    kind: &ReadErrorKind,
    pointer: &str,
    place: (usize, usize),
    text: &str,
) {
    assert_eq!(error.message, text);
    assert_eq!(error.kind, *kind);
    assert_eq!(error.pointer.as_deref(), Some(pointer));
    assert_eq!((error.line, error.column), place);
}

#[track_caller]
fn shape(part: &str, by: &str, pointer: &str, place: (usize, usize), text: &str) {
    check(&refused(part, by), &ReadErrorKind::Shape, pointer, place, text);
}

#[track_caller]
fn syntax(part: &str, by: &str, text: &str) {
    let error = refused(part, by);
    assert_eq!((error.kind, error.message.as_str()), (ReadErrorKind::Syntax, text));
}

const TURN: &str = r#"{ "seat": 0, "take": ["ruby"] }"#;

#[test]
fn rules_say_each_thing_once_and_numbers_without_quotes() {
    let (rules, edition) = (r#"{ "edition": "2024" }"#, r#"{ "edition": "2024""#);
    let modules = format!(r#"{edition}, "modules": ["cities", "cities"] }}"#);
    let twice = "the list has `cities` twice";
    shape(rules, &modules, "/rules/modules/1", (3, 55), twice);
    let boxes = format!(r#"{edition}, "boxes": ["a", "b", "a"] }}"#);
    shape(rules, &boxes, "/rules/boxes/2", (3, 53), "the list has `a` twice");
    let rulings = format!(r#"{edition}, "rulings": {{ "target": "15" }} }}"#);
    let quoted = "expected a word or a number, found the string \"15\"";
    shape(rules, &rulings, "/rules/rulings/target", (3, 56), quoted);
}

#[test]
fn the_small_log_is_read() {
    assert_eq!(Log::read(SMALL.as_bytes()).unwrap().turns.len(), 1);
}

#[test]
fn wrong_types() {
    let seat = "a whole number from 0 to 15";
    let at = (7, 15);
    for (value, found) in [
        ("\"0\"", "the string \"0\""),
        ("null", "null"),
        ("true", "`true`"),
        ("1.0", "the number `1.0`"),
        ("1e0", "the number `1e0`"),
        ("[0]", "a list"),
        ("-0", "the number `-0`"),
        ("-1", "the number `-1`"),
        ("16", "16"),
        ("{}", "an object"),
    ] {
        let by = format!("\"seat\": {value}");
        shape("\"seat\": 0", &by, "/turns/0/seat", at, &format!("expected {seat}, found {found}"));
    }
    shape(
        "[\"ruby\"]",
        "\"ruby\"",
        "/turns/0/take",
        (7, 26),
        "expected a list of tokens, found the string \"ruby\"",
    );
    shape(TURN, "[]", "/turns/0", (7, 5), "expected an object (a turn), found a list");
    shape(
        "{ \"edition\": \"2024\" }",
        "[\"2024\"]",
        "/rules",
        (3, 12),
        "expected an object (`rules`), found a list",
    );
    shape(
        "\"ruby\"",
        "{\"ruby\":null}",
        "/turns/0/take/0",
        (7, 27),
        "expected a token, found an object",
    );
}

#[test]
fn wrong_words_and_ids() {
    shape(
        "\"ruby\"",
        "\"rubi\"",
        "/turns/0/take/0",
        (7, 27),
        "`rubi` is not a token; did you mean `ruby`?",
    );
    shape(
        "\"ruby\"",
        "\"Ruby\"",
        "/turns/0/take/0",
        (7, 27),
        "`Ruby` is not a token; did you mean `ruby`?",
    );
    shape(
        "\"ruby\"",
        "\"red\"",
        "/turns/0/take/0",
        (7, 27),
        "`red` is not a token; did you mean `ruby`?",
    );
    shape(
        "\"level2\": []",
        "\"level2\": [\n\"b9x\"]",
        "/setup/market/level2/0",
        (6, 1),
        "`b9x` is not a card id like `a0d3s`",
    );
    shape(
        "\"level2\": []",
        "\"level2\": [\"a0r2d1e1s1o\"]",
        "/setup/market/level2/0",
        (5, 51),
        "`a0r2d1e1s1o` is not a card id: the colors come in the order d, s, e, r, o; did you mean \
         `a0r2d1s1e1o`?",
    );
}

#[test]
fn unknown_and_missing_fields() {
    shape(
        "\"take\"",
        "\"tkae\"",
        "/turns/0/tkae",
        (7, 18),
        "a turn has no field `tkae`; did you mean `take`?",
    );
    shape(
        "\"name\"",
        "\"nick\"",
        "/players/0/nick",
        (4, 17),
        "a player has no field `nick`; expected one of name, ext",
    );
    shape("\"edition\": \"2024\"", "", "/rules", (3, 12), "`rules` needs the field `edition`");
    shape(
        "\"turns\": [",
        "\"ext\": {}, \"setup2\": [",
        "/setup2",
        (6, 14),
        "a log has no field `setup2`; did you mean `setup`?",
    );
}

#[test]
fn free_places_hold_objects() {
    for ext in ["[]", "1", "\"x\"", "null"] {
        let error = refused("{}]", &format!("{{ \"ext\": {ext} }}]"));
        assert_eq!(error.pointer.as_deref(), Some("/players/1/ext"), "{error:?}");
        assert!(error.message.starts_with("expected an object, found "), "{error:?}");
    }
}

#[test]
fn a_foreign_turn_has_no_action() {
    for (turn, action) in
        [("\"take\": [], \"foreign\": 1", "take"), ("\"foreign\": 1, \"pass\": true", "pass")]
    {
        shape(
            "\"take\": [\"ruby\"]",
            turn,
            "/turns/0",
            (7, 5),
            &format!("a foreign turn has only seat, foreign, after and ext; this one has {action}"),
        );
    }
}

#[test]
fn a_turn_has_valid_fields() {
    shape(
        "\"take\": [\"ruby\"]",
        "\"gem\": \"ruby\", \"foreign\": 1",
        "/turns/0",
        (7, 5),
        "a foreign turn has only seat, foreign, after and ext; this one has gem",
    );
    shape(
        "\"take\": [\"ruby\"]",
        "\"pass\": false",
        "/turns/0/pass",
        (7, 26),
        "expected `true`, found `false`",
    );
    shape(
        "\"take\": [\"ruby\"]",
        "\"reserve\": {}",
        "/turns/0/reserve",
        (7, 29),
        "`reserve` needs `market`, `deck` or `orient`",
    );
    shape(
        "\"take\": [\"ruby\"]",
        "\"reserve\": { \"market\": \"a0d3s\", \"deck\": 1 }",
        "/turns/0/reserve",
        (7, 29),
        "`reserve` has either `market` alone, or `deck` with `card` and `under`",
    );
}

#[test]
fn lists_have_limits() {
    let thirteen = format!("[{}]", ["\"ruby\""; 13].join(","));
    let error = refused("[\"ruby\"]", &thirteen);
    assert_eq!(error.message, "a list with more entries than the limit of 12");
    assert_eq!(error.pointer.as_deref(), Some("/turns/0/take/12"));
    let name = "x".repeat(1001);
    let error = refused("Zoë", &name);
    assert_eq!(error.message, "a string of 1001 characters, more than the limit of 1000");
}

#[test]
fn duplicate_keys() {
    let cases = [
        ("\"edition\": \"2024\"", "\"edition\": \"2024\", \"edition\": \"2024\"", "/rules/edition"),
        (
            "\"edition\": \"2024\"",
            "\"edition\": \"2024\", \"\\u0065dition\": \"1\"",
            "/rules/edition",
        ),
        (
            "\"edition\"",
            "\"rulings\": { \"a/b\": 1, \"a/b\": 1 }, \"edition\"",
            "/rules/rulings/a~1b",
        ),
        (
            "\"take\": [",
            "\"return\": { \"gold\": 1, \"gold\": 1 }, \"take\": [",
            "/turns/0/return/gold",
        ),
        ("\"take\": [", "\"take\": [], \"take\": [", "/turns/0/take"),
        ("\"take\": [\"ruby\"]", "\"foreign\": [{ \"a\": 1, \"a\": 2 }]", "/turns/0/foreign/0/a"),
        ("\"seat\"", "\"ext\": { \"x\": { \"y\": 1, \"y\": 1 } }, \"seat\"", "/turns/0/ext/x/y"),
    ];
    for (part, by, pointer) in cases {
        let error = refused(part, by);
        assert_eq!(error.kind, ReadErrorKind::DuplicateKey, "{error:?}");
        assert_eq!(error.pointer.as_deref(), Some(pointer));
        assert!(error.message.starts_with("duplicate key `"), "{error:?}");
    }
    let error = refused("\"name\": \"Zoë\"", "\"name\": \"Zoë\", \"name\": \"Zoë\"");
    assert_eq!((error.line, error.column), (4, 32), "columns count characters");
}

#[test]
fn not_json() {
    syntax("\"2024\" }", "\"2024\", }", "unexpected comma before the closing bracket");
    syntax("\"2024\"", "\"2024", "unescaped control character in a string");
    syntax("\"2024\"", "NaN", "expected a value, found `N`");
    syntax("\"2024\"", "'2024'", "expected a value, found `'`");
    syntax("\"2024\"", "01", "a number must not begin with zero");
    syntax("\"2024\"", "1.", "expected a digit, found ` `");
    syntax("\"2024\"", "\"\\ud800\"", "unpaired surrogate in a string");
    syntax("\"2024\"", "\"\\udc00\\ud800\"", "unpaired surrogate in a string");
    syntax("\"2024\"", "\"\\x\"", "invalid escape in a string");
    syntax("\"2024\"", "\"\\u12g4\"", "`\\u` without four hexadecimal digits");
    syntax("\"rules\": {", "\"rules\" {", "expected a colon, found `{`");
    syntax("\"2024\" }", "\"2024\" ]", "expected a comma or `}`, found `]`");
    syntax("{ \"edition\"", "{ edition", "expected a key in quotes, found `e`");
    let trailing = format!("{SMALL}{{}}");
    let error = refusal(trailing.as_bytes());
    assert_eq!(error.message, "unexpected text after the end of the value");
    assert_eq!((error.line, error.column), (10, 1));
}

#[test]
fn not_strict_json_in_free_places() {
    let free = |value: &str| refused("{}]", &format!("{{ \"ext\": {{ \"a\": {value} }} }}]"));
    for value in
        ["9007199254740992", "-9007199254740992", "1e999", "123456789012345678901234567890"]
    {
        let error = free(value);
        assert_eq!(error.kind, ReadErrorKind::Syntax, "{error:?}");
        assert_eq!(error.pointer.as_deref(), Some("/players/1/ext/a"));
    }
    assert_eq!(free("\"\\ud800\"").kind, ReadErrorKind::Syntax);
    for value in ["9007199254740991", "1.5e3", "-0", "null", "\"\\ud83d\\ude00\""] {
        let text = SMALL.replacen("{}]", &format!("{{ \"ext\": {{ \"a\": {value} }} }}]"), 1);
        assert!(Log::read(text.as_bytes()).is_ok(), "{value}");
    }
}

#[test]
fn every_truncated_file_is_refused_where_it_ends() {
    let text = SMALL.trim_end();
    for (end, _) in text.char_indices() {
        let error = refusal(&text.as_bytes()[..end]);
        assert_eq!(error.kind, ReadErrorKind::Syntax, "{end} {error:?}");
        let lines = text[..end].split('\n').count();
        assert!(error.line == lines || text[..end].trim_end().len() < end, "{end} {error:?}");
    }
    assert_eq!(refusal(b"").message, "expected a value, found the end of the text");
}

#[test]
fn encodings() {
    let bom = [b"\xef\xbb\xbf".as_slice(), SMALL.as_bytes()].concat();
    assert_eq!(refusal(&bom).kind, ReadErrorKind::Bom);
    let utf16: Vec<u8> = "\u{feff}{}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(refusal(&utf16).kind, ReadErrorKind::Encoding);
    assert_eq!(refusal(&utf16[2..]).message, "the file is UTF-16, not UTF-8");
    let latin = SMALL.as_bytes().iter().map(|b| if *b == 0xc3 { b'Z' } else { *b });
    let error = refusal(&latin.collect::<Vec<u8>>());
    assert_eq!((error.kind, error.line, error.column), (ReadErrorKind::Encoding, 4, 29));
    assert_eq!(error.message, "the byte 0xab is not valid UTF-8");
}

#[test]
fn depth_is_bounded() {
    let nested = |depth: usize| {
        let free = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        SMALL.replacen("\"take\": [\"ruby\"]", &format!("\"foreign\": {free}"), 1)
    };
    assert!(Log::read(nested(limits::DEPTH).as_bytes()).is_ok());
    for depth in [limits::DEPTH + 1, limits::DEPTH + 20, 1_000_000] {
        let error = refusal(nested(depth).as_bytes());
        assert_eq!(error.kind, ReadErrorKind::TooLarge);
        assert_eq!(error.message, "nested deeper than the limit of 64 levels");
    }
}

#[test]
fn hostile_input_is_refused_quickly() {
    let start = Instant::now();
    let brackets = vec![b'['; 100_000_000];
    assert_eq!(refusal(&brackets).kind, ReadErrorKind::TooLarge);
    for prefix in ["", "{\"ext\":", "{\"turns\":", "{\"turns\":[{\"foreign\":"] {
        let mut bytes = prefix.as_bytes().to_vec();
        bytes.resize(limits::LOG_BYTES, b'[');
        assert_ne!(refusal(&bytes).kind, ReadErrorKind::DuplicateKey);
    }
    // A reader that takes quadratic time would need days.
    assert!(start.elapsed() < Duration::from_secs(100));
}

#[test]
fn other_formats_are_not_malformed_logs() {
    let error = refused("splendor-log/1", "splendor-log/2");
    let kind = ReadErrorKind::UnknownFormat("splendor-log/2".to_owned());
    let text = "expected the format `splendor-log/1`, found `splendor-log/2`";
    check(&error, &kind, "/format", (2, 13), text);
    let later = r#"{ "future": [1, 1.5], "format": "splendor-log/2" }"#;
    assert!(matches!(refusal(later.as_bytes()).kind, ReadErrorKind::UnknownFormat(_)));
    let error = refusal(br#"{ "format": 1 }"#);
    assert_eq!((error.kind, error.pointer.as_deref()), (ReadErrorKind::Shape, Some("/format")));
    assert_eq!(refusal(b"{}").kind, ReadErrorKind::Shape);
}

#[test]
fn any_byte_changed_is_no_panic() {
    let text = full_log().to_string();
    let mut bytes = text.into_bytes();
    for index in 0..bytes.len() {
        for change in [0x00, 0x22, 0x2c, 0x5b, 0x5c, 0x7d, 0xff] {
            let byte = std::mem::replace(&mut bytes[index], change);
            if let Err(error) = Log::read(&bytes) {
                assert!(error.line == 1 && error.column > 0, "{error:?}");
            }
            bytes[index] = byte;
        }
    }
}
