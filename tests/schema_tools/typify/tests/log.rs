//! Logs as typify's types.

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
    let told = ["take", "reserve", "reserve", "purchase", "purchase", "pass", "foreign"];
    assert_eq!(kinds, told);
    let Turn::ReserveTurn(turn) = &log.turns[2] else { panic!("{:?}", log.turns[2]) };
    assert!(matches!(turn.reserve, Reserve::DeckReserve(_)));
}

#[test]
fn a_log_comes_back_as_it_was() {
    let mut told: Value = serde_json::from_str(LOG).unwrap();
    // To typify an empty list is an absent one.
    let cities = told["setup"].as_object_mut().unwrap().remove("cities");
    assert_eq!(cities, Some(Value::Array(Vec::new())));
    let again = serde_json::to_value(read(LOG).unwrap()).unwrap();
    assert_eq!(again, told);
}

#[test]
fn replays_are_read() {
    let paths = std::env::var("SPLENDOR_LOGS").unwrap_or_default();
    for path in paths.lines() {
        let text = std::fs::read_to_string(path).unwrap();
        let told: Value = serde_json::from_str(&text).unwrap();
        let log = read(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(serde_json::to_value(log).unwrap(), told, "{path}");
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
