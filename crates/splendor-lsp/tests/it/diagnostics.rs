//! Diagnostics are what the verifier reports, at the same places.

use serde_json::{Value, json};
use splendor_lsp::Settings;
use splendor_schema::Verdict;
use splendor_schema::report::Severity;
use splendor_verify::{JudgeOptions, RequiredRules};

use crate::client::{Client, bytes_of, utf8};
use crate::{replay, replays, report};

const ERROR: u64 = 1;
const WARNING: u64 = 2;
const INFORMATION: u64 = 3;
const HINT: u64 = 4;

/// Returns the code of a diagnostic and the line and the character where it begins, from 1.
fn place(diagnostic: &Value) -> (String, u64, u64) {
    let start = &diagnostic["range"]["start"];
    let number = |name: &str| start[name].as_u64().unwrap() + 1;
    (diagnostic["code"].as_str().unwrap().to_owned(), number("line"), number("character"))
}

#[test]
fn every_illegal_replay_has_the_places_of_its_report() {
    let mut client = Client::new();
    let replays = replays("illegal");
    assert!(replays.len() > 90);
    for (name, text) in replays {
        let report = report(&text);
        let errors = report.findings.iter().filter(|found| found.severity == Severity::Error);
        let expected: Vec<_> = errors
            .map(|found| (found.clause.clone(), found.line.unwrap(), found.column.unwrap()))
            .collect();
        let found = client.open(&text);
        let found = found.iter().filter(|found| found["severity"] == ERROR);
        // All replays are in ASCII, where a character is a byte.
        assert_eq!(found.map(place).collect::<Vec<_>>(), expected, "{name}");
    }
}

#[test]
fn a_legal_replay_has_none() {
    let mut client = Client::new();
    for (name, text) in replays("legal") {
        let notes = report(&text).findings.iter().filter(|f| f.severity == Severity::Note).count();
        let found = client.open(&text);
        assert_eq!(found.len(), notes, "{name}: {found:?}");
        assert!(found.iter().all(|found| found["severity"] == INFORMATION), "{name}: {found:?}");
    }
}

#[test]
fn a_diagnostic_has_its_requirement_its_cause_and_its_page() {
    let book = Some("https://example.org/book/".to_owned());
    let mut client = Client::with(Settings { book, ..Settings::default() }, &utf8());
    let text = replay("illegal/take-pair-needs-four.json");
    let found = client.open(&text);
    let [found] = &found[..] else { panic!("{found:?}") };
    assert_eq!(&text[bytes_of(&text, &found["range"])], r#"["emerald", "emerald"]"#);
    assert_eq!(
        (&found["code"], &found["source"]),
        (&json!("take.pair-needs-four"), &json!("splendor"))
    );
    let message = found["message"].as_str().unwrap();
    assert!(
        message.starts_with("two emeralds taken from a stack of three; needs four"),
        "{message}"
    );
    assert_eq!(
        found["codeDescription"]["href"],
        "https://example.org/book/rules/take.html#takepair-needs-four"
    );
    let related = &found["relatedInformation"][0];
    let cause = bytes_of(&text, &related["location"]["range"]);
    assert_eq!(&text[cause], r#"["sapphire", "emerald", "ruby"]"#);
    assert_eq!(related["message"], "the stack went from 4 to 3 here");
}

#[test]
fn each_client_counts_in_its_own_units() {
    // One line, so that the name is before every place in it.
    let text =
        replay("illegal/take-pair-needs-four.json").replace('\n', "").replace("Ada", "Zoë 🂡");
    let byte = text.find(r#"["emerald", "emerald"]"#).unwrap();
    let units = text[..byte].encode_utf16().count();
    for (capabilities, encoding, expected) in
        [(utf8(), "utf-8", byte), (json!({}), "utf-16", units)]
    {
        let mut client = Client::with(Settings::default(), &capabilities);
        assert_eq!(client.server_info["capabilities"]["positionEncoding"], encoding);
        let found = client.open(&text);
        assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": expected }));
    }
    let report = report(&text);
    let characters = text[..byte].chars().count() as u64 + 1;
    assert_eq!(report.findings[0].column, Some(characters));
}

#[test]
fn what_cannot_be_read_has_the_place_of_the_error() {
    let mut client = Client::new();
    let text = replay("legal/take-pair-needs-four.json").replace("\"take\"", "\"tkae\"");
    let found = client.open(&text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["code"], "format.shape");
    let token = &text[bytes_of(&text, &found[0]["range"])];
    assert!(token.starts_with("\"tkae\"") || token.starts_with('{'), "{token}");
    let half = &text[..text.len() / 2];
    assert_eq!(client.open(half)[0]["code"], "format.json");
}

#[test]
fn open_facts_and_unchecked_claims_are_no_errors() {
    let mut client = Client::new();
    let text = replay("../tests/cmd/consistent.json");
    assert_eq!(report(&text).verdict, Verdict::Consistent);
    let found = client.open(&text);
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"]),
        (&json!("verdict.consistent"), &json!(INFORMATION))
    );
    let text = replay("../tests/cmd/undecided.json");
    assert_eq!(report(&text).verdict, Verdict::Undecided);
    let found = client.open(&text);
    assert_eq!(
        (&found[0]["code"], &found[0]["severity"]),
        (&json!("verdict.undecided"), &json!(WARNING))
    );
    let message = found[0]["message"].as_str().unwrap();
    assert!(message.starts_with("35 of 38 turns judged: `card` of turn 36: "), "{message}");

    // The turns behind an illegal one are faded.
    let text = replay("legal/ending-by-card-2-seats.json");
    let second = text.match_indices("{ \"seat\"").nth(1).unwrap().0;
    let text = text[..second].to_owned() + "{ \"pass\": true },\n    " + &text[second..];
    let found = client.open(&text);
    let hints: Vec<_> = found.iter().filter(|found| found["severity"] == HINT).collect();
    assert_eq!(hints.len() + 1, found.len(), "{found:?}");
    let faded = &text[bytes_of(&text, &hints[0]["range"])];
    assert!(text[second..].contains(faded) && faded.lines().count() > 30, "{faded}");
    assert_eq!((&hints[0]["code"], &hints[0]["tags"]), (&json!("unchecked"), &json!([1])));
    assert!(text[bytes_of(&text, &hints[1]["range"])].starts_with("{ \"reason\""));
}

#[test]
fn every_line_of_json_lines_is_a_log() {
    let mut client = Client::new();
    let line = |name: &str| replay(name).replace('\n', "");
    let illegal = line("illegal/take-pair-needs-four.json");
    let lines = [line("legal/take-pair-needs-four.json"), String::new(), illegal, "{}".to_owned()];
    let text = lines.join("\n");
    let found = client.open(&text);
    let places: Vec<_> = found.iter().map(place).collect();
    let column = lines[2].find(r#"["emerald", "emerald"]"#).unwrap() as u64 + 1;
    assert_eq!(places[0], ("take.pair-needs-four".to_owned(), 3, column));
    assert_eq!(places[1].0, "format.shape");
    assert_eq!((places[1].1, places.len()), (4, 2));
}

#[test]
fn other_json_is_left_alone() {
    let mut client = Client::new();
    assert_eq!(client.open("{ \"compilerOptions\": "), Vec::<Value>::new());
    assert_eq!(client.ask_at("textDocument/hover", "{}", 1), Value::Null);
}

#[test]
fn the_rules_of_the_server_hold_for_every_log() {
    let options =
        JudgeOptions { required: Some(RequiredRules::Published), ..JudgeOptions::default() };
    let mut client = Client::with(Settings { options, book: None }, &utf8());
    let text = replay("legal/take-pair-needs-four.json");
    assert_eq!(client.open(&text), Vec::<Value>::new());
    let text = text.replace("\"2024\" }", "\"2024\", \"rulings\": { \"pass\": \"always\" } }");
    assert_eq!(client.open(&text)[0]["code"], "rules.rulings");
    // Without required rules, a log chooses its own, and that is no issue.
    assert_eq!(Client::new().open(&text), Vec::<Value>::new());
}
