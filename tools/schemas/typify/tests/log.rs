//! Logs read with the types of typify.

use schema_typify::{Reserve, SplendorLog, Turn};
use serde_json::Value;

const LOG: &str = include_str!("../../log.json");

fn read(text: &str) -> serde_json::Result<SplendorLog> {
    serde_json::from_str(text)
}

fn kind(turn: &Turn) -> &'static str {
    match turn {
        Turn::TakeTurn(_) => "take",
        Turn::ReserveTurn(_) => "reserve",
        Turn::PurchaseTurn(_) => "purchase",
        Turn::PassTurn(_) => "pass",
        Turn::ForeignTurn(_) => "foreign",
    }
}

#[test]
fn turns_are_told_apart() {
    let log = read(LOG).unwrap();
    let kinds: Vec<_> = log.turns.iter().map(kind).collect();
    let expected = ["take", "reserve", "reserve", "purchase", "purchase", "pass", "foreign"];
    assert_eq!(kinds, expected);
    let Turn::ReserveTurn(turn) = &log.turns[2] else { panic!("{:?}", log.turns[2]) };
    assert!(matches!(turn.reserve, Reserve::DeckReserve(_)));
}

/// Returns a value without its empty lists, which typify does not distinguish from absent ones, and
/// without `null`, which it writes for an absent `free` inside another.
fn plain(value: Value) -> Value {
    match value {
        Value::Array(all) => all.into_iter().map(plain).collect(),
        Value::Object(all) => {
            let is_filled = |value: &Value| !value.is_null() && *value != Value::Array(Vec::new());
            let filled = all.into_iter().filter(|(_, value)| is_filled(value));
            filled.map(|(key, value)| (key, plain(value))).collect()
        }
        other => other,
    }
}

#[track_caller]
fn comes_back(text: &str) {
    let log = read(text).unwrap();
    let again = serde_json::to_value(log).unwrap();
    assert_eq!(plain(again), plain(serde_json::from_str(text).unwrap()));
}

#[test]
fn a_log_comes_back_as_it_was() {
    comes_back(LOG);
}

#[test]
fn replays_come_back_as_they_were() {
    let paths = std::env::var("SPLENDOR_LOGS").unwrap_or_default();
    for path in paths.lines() {
        println!("{path}");
        comes_back(&std::fs::read_to_string(path).unwrap());
    }
}

#[test]
fn bad_logs_are_refused() {
    let refused = |part: &str, by: &str| {
        assert!(LOG.contains(part), "{part}");
        assert!(read(&LOG.replacen(part, by, 1)).is_err(), "{by}");
    };
    refused("\"pass\": true", "\"pass\": true, \"take\": []");
    refused("\"sapphire\", \"sapphire\"", "\"blue\"");
    refused("\"a0d3s\"", "\"d0d3s\"");
    refused("\"players\"", "\"moves\": [], \"players\"");
}
