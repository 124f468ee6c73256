//! The samples in the book are valid, and its patterns and limits match the code.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use splendor_core::{Card, City, Noble, PostName};
use splendor_schema::id::Digest;
use splendor_schema::{Log, Position, limits, schemas};

fn page() -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/log-format.md");
    fs::read_to_string(path).unwrap()
}

/// Returns the fenced blocks of one language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let after = page.split(&fence).skip(1);
    after.map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

#[test]
fn samples_are_read() {
    let (mut logs, mut positions, mut turns) = (0, 0, 0);
    for block in blocks(&page(), "json") {
        if block.contains(Log::FORMAT) {
            Log::read(block.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{block}"));
            logs += 1;
        } else if block.contains(Position::FORMAT) {
            Position::read(block.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{block}"));
            positions += 1;
        } else {
            block.lines().for_each(turn_is_read);
            turns += block.lines().count();
        }
    }
    assert!(logs >= 2 && positions >= 1 && turns >= 10, "{logs} {positions} {turns}");
}

fn turn_is_read(line: &str) {
    let log = format!(
        r#"{{ "format": "splendor-log/1", "rules": {{ "edition": "2024" }}, "players": [],
        "setup": {{ "market": {{ "level1": [], "level2": [], "level3": [] }} }},
        "turns": [{line}] }}"#
    );
    Log::read(log.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{line}"));
}

#[test]
fn the_digest_of_the_sample_is_right() {
    let page = page();
    let position =
        blocks(&page, "json").into_iter().find(|b| b.contains(Position::FORMAT)).unwrap();
    let position = Position::read(position.as_bytes()).unwrap();
    let text = blocks(&page, "text").into_iter().find(|b| b.contains("to_move")).unwrap();
    assert_eq!(position.canonical().unwrap(), text);
    assert!(page.contains(&format!("`{}`", Digest::of(&text))), "{}", Digest::of(&text));
}

#[test]
fn patterns_and_limits_are_stated() {
    let page = page();
    for pattern in [Card::PATTERN, Noble::PATTERN, City::PATTERN, PostName::PATTERN] {
        // A bar would end the cell of the table.
        let written = pattern.replace('|', "\\|");
        assert!(page.contains(&format!("`{written}`")), "{pattern}");
    }
    for limit in [
        limits::LOG_BYTES,
        limits::TURNS,
        limits::TEXT,
        limits::WORD,
        limits::POST,
        limits::MODULES,
        limits::RULINGS,
        limits::SEATS,
        limits::CARDS,
        limits::TILES,
        limits::TAKE,
        limits::CHOICES,
        limits::SPENT,
        limits::DISCARDED,
        limits::FREE_CARDS,
        limits::DEPTH,
        usize::from(limits::TOKENS),
    ] {
        assert!(page.contains(&format!("| {limit} |")), "{limit}");
    }
}

#[test]
fn every_field_of_the_log_is_on_the_page() {
    let page = page();
    let documented = |name: &str| ["-log-", "-position-"].iter().any(|part| name.contains(part));
    for (name, text) in schemas().into_iter().filter(|(name, _)| documented(name)) {
        let schema: Value = serde_json::from_str(&text).unwrap();
        let definitions = schema["$defs"].as_object().unwrap().values();
        for part in definitions.chain([&schema]) {
            for field in part["properties"].as_object().into_iter().flat_map(|fields| fields.keys())
            {
                let found =
                    page.contains(&format!("`{field}`")) || page.contains(&format!("\"{field}\""));
                assert!(found, "{name}: {field}");
            }
            for word in part["enum"].as_array().into_iter().flatten() {
                assert!(page.contains(&format!("`{}`", word.as_str().unwrap())), "{word}");
            }
        }
    }
}
