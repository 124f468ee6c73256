//! Completions and quick fixes: what they write makes the log go on, or makes it legal.

use serde_json::{Value, json};
use splendor_schema::diagnosis::Standing;
use splendor_schema::{InputFile, Log, Verdict};
use splendor_verify::{JudgeOptions, ReportSource};

use crate::client::{Client, edited, position};
use crate::{replay, replays, report};

/// Returns the completions at the first `^` of a text, which is no part of it, and the text.
fn complete(client: &mut Client, text: &str) -> (Vec<Value>, String) {
    let at = text.find('^').unwrap();
    let text = text.replacen('^', "", 1);
    client.show(&text);
    let list = client.ask_at("textDocument/completion", &text, at);
    (list["items"].as_array().unwrap().clone(), text)
}

fn labels(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["label"].as_str().unwrap()).collect()
}

/// Returns the text with a completion.
fn accept(text: &str, item: &Value) -> String {
    let more = item["additionalTextEdits"].as_array().into_iter().flatten();
    edited(text, &more.chain([&item["textEdit"]]).collect::<Vec<_>>())
}

/// The start of a log, up to its first turn.
fn start() -> String {
    let text = replay("legal/take-pair-needs-four.json");
    let (start, _) = text.split_once("{ \"seat\"").unwrap();
    start.trim_end().to_owned()
}

#[test]
fn every_proposed_turn_is_legal() {
    let mut client = Client::new();
    for text in [
        start() + "^\n]}",
        start() + "{^}\n]}",
        start() + "\n{ \"take\": [\"ruby\", \"ruby\"] },^ ]}",
        // The comma is missing.
        start() + "\n{ \"take\": [\"ruby\", \"ruby\"] } ^ ]}",
        start() + "\n{ \"take\": [\"ruby\", \"ruby\"] }^ ]}",
    ] {
        let (items, text) = complete(&mut client, &text);
        assert!(items.len() > 20, "{text}");
        for item in &items {
            let text = accept(&text, item);
            assert_eq!(report(&text).verdict, Verdict::Legal, "{text}");
            let json = item["filterText"].as_str().unwrap();
            assert!(text.contains(json), "{text}");
        }
    }
}

#[test]
fn turns_are_proposed_in_the_middle_of_a_broken_log() {
    let mut client = Client::new();
    let text = replay("legal/ending-by-card-2-seats.json");
    let (at, _) = text.match_indices("{ \"seat\"").nth(9).unwrap();
    let broken = text[..at].to_owned() + "^ , { \"tkae\"\n" + &text[at..];
    let (items, _) = complete(&mut client, &broken);
    let logged = text[at..].lines().next().unwrap().trim_end_matches(',');
    let take: Value = serde_json::from_str(logged).unwrap();
    // The log also names the refill, which a legal turn leaves to the deck.
    let is_take = |item: &Value| {
        let turn: Value = serde_json::from_str(item["filterText"].as_str().unwrap()).unwrap();
        turn["take"] == take["take"] && turn["purchase"]["card"] == take["purchase"]["card"]
    };
    assert!(items.iter().any(is_take), "{logged}");
}

#[test]
fn words_are_proposed_where_they_fit() {
    let gems = ["diamond", "sapphire", "emerald", "ruby", "onyx"];
    let mut client = Client::new();
    let mut at = |turn: &str| {
        let (items, text) = complete(&mut client, &(start() + "\n" + turn));
        let labels = labels(&items).into_iter().map(str::to_owned).collect::<Vec<_>>();
        (labels, items.first().map(|item| accept(&text, item)).unwrap_or_default())
    };
    assert_eq!(at(r#"{ "take": ["ruby", "^"#).0, gems);
    let (labels, text) = at(r#"{ "take": ["e^me", "ruby"] } ]}"#);
    assert_eq!(labels, gems);
    assert!(text.ends_with(r#"{ "take": ["diamond", "ruby"] } ]}"#), "{text}");
    assert_eq!(at(r#"{ "gem": "^" } ]}"#).0, gems);
    let amounts = at(r#"{ "purchase": { "card": "a0d3s", "pay": { "^"#).0;
    assert_eq!((amounts.len(), amounts.contains(&"gold".to_owned())), (6, true));
    assert_eq!(at(r#"{ "return": { "^": 1 } } ]}"#).0.len(), 6);
    assert_eq!(at(r#"{ "noble": ["^"#).0.len(), 12);
    assert!(at(r#"{ "post": "^"#).0.contains(&"third-gem".to_owned()));
    assert_eq!(at(r#"{ "purchase": { "from": "^"#).0, ["market", "hand"]);
    for nothing in [r#"{ "^"#, r#"{ "seat": ^"#, r#"{ "take": ^["ruby"] }"#, r#"{ "ext": "^"#] {
        assert_eq!(at(nothing).0, [""; 0], "{nothing}");
    }
}

#[test]
fn cards_on_the_table_come_first() {
    let mut client = Client::new();
    let (items, text) = complete(&mut client, &(start() + r#"{ "reserve": { "market": "^"#));
    assert!(items.len() > 90);
    let first = |item: &&Value| item["sortText"].as_str().unwrap().starts_with('0');
    let market: Vec<_> = items.iter().filter(first).collect();
    assert_eq!(market.len(), 12);
    for item in market {
        assert!(text.contains(&format!("\"{}\"", item["label"].as_str().unwrap())));
        assert!(item["detail"].as_str().unwrap().starts_with("A card of level "), "{item}");
    }
}

/// Returns the text after a quick fix.
fn fixed(text: &str, fix: &Value) -> String {
    let edits = fix["edit"]["changes"].as_object().unwrap().values().next().unwrap();
    edited(text, &edits.as_array().unwrap().iter().collect::<Vec<_>>())
}

#[test]
fn every_quick_fix_is_an_edit_of_diagnose() {
    let mut client = Client::new();
    for (name, text) in replays("illegal") {
        let log = Log::read(text.as_bytes()).unwrap();
        let source = ReportSource { input: InputFile::default(), text: text.as_str().into() };
        let diagnosis = splendor_verify::diagnose(&source, &log, &JudgeOptions::default());
        client.open(&text);
        let fixes = client.fixes();
        assert_eq!(fixes.len(), diagnosis.causes.len().min(20), "{name}");
        for (fix, cause) in fixes.iter().zip(&diagnosis.causes) {
            let text = fixed(&text, fix);
            let expected = splendor_verify::diagnose::apply_edit(&log, cause);
            assert_eq!(Log::read(text.as_bytes()).ok(), expected, "{name}: {cause:?}");
            let is_sufficient = cause.standing == Standing::Proven;
            let title = fix["title"].as_str().unwrap();
            assert_eq!(title.ends_with("(another error follows)"), !is_sufficient, "{title}");
            if is_sufficient {
                assert_eq!(report(&text).verdict, cause.verdict, "{name}");
            }
        }
        assert!(fixes.iter().skip(1).all(|fix| fix["isPreferred"] == false));
    }
}

#[test]
fn a_quick_fix_keeps_the_layout_of_the_rest() {
    let mut client = Client::new();
    let text = replay("illegal/take-pair-needs-four.json");
    client.open(&text);
    for fix in client.fixes() {
        let fixed = fixed(&text, &fix);
        let same = text.lines().filter(|line| fixed.lines().any(|other| other == *line)).count();
        assert!(same + 3 >= text.lines().count(), "{fixed}");
    }
}

#[test]
fn fixes_are_offered_at_the_error_and_for_their_kind() {
    let mut client = Client::new();
    let text = replay("illegal/take-pair-needs-four.json");
    client.open(&text);
    let error = text.find(r#"["emerald", "emerald"]"#).unwrap();
    let mut count = |byte, context: Value| {
        let place = position(&text, byte);
        let params = json!({
            "textDocument": { "uri": crate::client::LOG },
            "range": { "start": place, "end": place },
            "context": context,
        });
        client.ask("textDocument/codeAction", &params).as_array().unwrap().len()
    };
    assert!(count(error, json!({ "diagnostics": [] })) > 0);
    assert!(count(error, json!({ "only": ["quickfix"] })) > 0);
    assert_eq!(count(error, json!({ "only": ["source.organizeImports"] })), 0);
    assert_eq!(count(0, json!({})), 0);
}
