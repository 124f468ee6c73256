//! Hovers and definitions.

use serde_json::{Value, json};
use splendor_lsp::Settings;
use splendor_schema::Log;
use splendor_verify::JudgeOptions;

use crate::client::{Client, bytes_of};
use crate::{replay, replays};

/// Returns the text that the client shows at the first occurrence of a word.
fn hover(client: &mut Client, text: &str, word: &str) -> String {
    client.show(text);
    let hover = client.ask_at("textDocument/hover", text, text.find(word).unwrap() + 1);
    hover["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_component_has_its_facts() {
    let mut client = Client::new();
    let text = replay("legal/take-pair-needs-four.json");
    let log = text.replace("\"turns\"", "\"ext\": [\"b1o3d3e2o\"], \"turns\"");
    assert!(hover(&mut client, &log, "\"a0d3s\"").contains("It costs three sapphires."));
    let noble = text.split("\"nobles\": [").nth(1).unwrap().split(',').next().unwrap();
    assert!(hover(&mut client, &text, noble).contains("A noble of "));
    assert_eq!(hover(&mut client, &log, "b1o3d3e2o\"], \"turns"), "");
    let unknown = text.replacen("a0d3s", "a0d4s", 1);
    let message = "there is no card `a0d4s`; the nearest is `a0d3s`";
    assert!(hover(&mut client, &unknown, "a0d4s").contains(message));
}

#[test]
fn tiles_and_rulings_have_theirs() {
    let mut client = Client::new();
    let text = replay("legal/take-pair-needs-four.json");
    let mut at = |field: &str, id: &str| {
        let new = format!("\"{field}\": \"{id}\", \"edition\"");
        hover(&mut client, &text.replace("\"edition\"", &new), id)
    };
    assert!(at("cities", "14:4d+4").contains("Samarkand"));
    assert!(at("post", "third-gem").contains("A trading post."));
    let clause = at("clause", "take.pair-needs-four");
    assert!(clause.contains("has at least four"), "{clause}");
    let rulings = text.replace("\"2024\" }", "\"2024\", \"rulings\": { \"pass\": \"always\" } }");
    let explained = splendor_render::explain("pass").unwrap();
    for word in ["pass\"", "always"] {
        let shown = hover(&mut client, &rulings, word);
        assert_eq!(shown, format!("```text\n{}\n```", explained.trim_end()));
    }
}

#[test]
fn a_turn_has_its_words_and_the_table_after_it() {
    let mut client = Client::new();
    let text = replay("legal/ending-by-card-2-seats.json");
    let log = Log::read(text.as_bytes()).unwrap();
    client.show(&text);
    let turns: Vec<_> = text.match_indices("{ \"seat\"").map(|(at, _)| at).collect();
    assert_eq!(turns.len(), log.turns.len());
    for (turn, start) in turns.into_iter().enumerate() {
        let hover = client.ask_at("textDocument/hover", &text, start);
        let hover = hover["contents"]["value"].as_str().unwrap();
        let options = JudgeOptions::default();
        let table = splendor_render::table_at(&log, &options, turn + 1, false, false).unwrap();
        assert!(hover.starts_with(&format!("```text\nturn {}, seat {}: ", turn + 1, turn % 2)));
        assert!(hover.lines().nth(1).unwrap().ends_with(": legal"), "{hover}");
        assert!(hover.ends_with(&format!("\n\n{}\n```", table.text.trim_end())), "{hover}");
    }
}

#[test]
fn an_illegal_turn_says_so() {
    let mut client = Client::new();
    let text = replay("illegal/take-pair-needs-four.json");
    let hover = hover(&mut client, &text, "\"take\": [\"emerald\", \"emerald\"]");
    assert!(hover.starts_with("```text\nturn 2, seat 1: take two emeralds: illegal\n"), "{hover}");
    assert!(hover.contains("seat 1 (Bo)") || hover.contains("Bo"), "{hover}");
}

#[test]
fn a_client_without_markdown_gets_plain_text() {
    let mut client = Client::with(Settings::default(), &json!({}));
    let text = replay("legal/take-pair-needs-four.json");
    let hover = hover(&mut client, &text, "\"a0d3s\"");
    assert!(hover.starts_with("a0d3s\n\nA card of level 1."), "{hover}");
}

/// A player chooses the name, and an editor loads the pictures of Markdown.
#[test]
fn a_name_is_no_markup() {
    let mut client = Client::new();
    let name = "``` ![](https://example.org/x) ````";
    let text = replay("legal/take-pair-needs-four.json").replace("\"Ada\"", &format!("\"{name}\""));
    let hover = hover(&mut client, &text, "\"take\"");
    let fence: String = hover.chars().take_while(|letter| *letter == '`').collect();
    assert!(fence.len() > 3 && hover.contains("![]("), "{hover}");
    assert_eq!(hover.matches(&fence).count(), 2, "{hover}");
}

#[test]
fn a_card_leads_to_the_place_that_revealed_it() {
    let mut client = Client::new();
    let mut found = 0;
    for (name, text) in replays("legal") {
        client.show(&text);
        let cards = text.match_indices("\"card\": \"").map(|(at, key)| at + key.len());
        for byte in cards.take(5) {
            let card = text[byte..].split('"').next().unwrap();
            let place = client.ask_at("textDocument/definition", &text, byte);
            // The card of a hidden draw that the log does not name before.
            if place == Value::Null {
                continue;
            }
            let range = bytes_of(&text, &place["range"]);
            assert_eq!(text[range.clone()], format!("\"{card}\""), "{name}");
            assert!(range.start <= byte, "{name}: {card}");
            let before = &text[..range.start];
            let in_market = before.rfind("\"market\": {") > before.rfind("\"turns\"");
            let key = before.trim_end_matches([' ', '[']);
            let is_reveal = key.ends_with("\"refill\":") || key.ends_with("\"card\":");
            assert!(in_market || is_reveal, "{name}: {card}");
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}
