//! A log as a plain struct with derived readers, as a client would write it in ten minutes.
//!
//! It reads the same fields and has only the checks of `derive`.
#![expect(dead_code, reason = "the fields are read to be filled, not to be used")]

use serde::Deserialize;

/// Reads a log.
pub(crate) fn read(text: &str) -> serde_json::Result<Log> {
    serde_json::from_str(text)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Log {
    format: String,
    rules: Rules,
    source: Option<Source>,
    players: Vec<Player>,
    setup: Setup,
    turns: Vec<Turn>,
    end: Option<End>,
    result: Option<GameResult>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    edition: String,
    modules: Option<Vec<String>>,
    boxes: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    client: Option<String>,
    client_version: Option<String>,
    game: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    nobles: Vec<String>,
    market: Levels,
    decks: Option<Levels>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Levels {
    level1: Vec<String>,
    level2: Vec<String>,
    level3: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Token {
    Diamond,
    Sapphire,
    Emerald,
    Ruby,
    Onyx,
    Gold,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    diamond: Option<u8>,
    sapphire: Option<u8>,
    emerald: Option<u8>,
    ruby: Option<u8>,
    onyx: Option<u8>,
    gold: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    seat: Option<u8>,
    take: Option<Vec<Token>>,
    reserve: Option<Reserve>,
    purchase: Option<Purchase>,
    pass: Option<bool>,
    refill: Option<String>,
    gem: Option<Token>,
    #[serde(rename = "return")]
    returned: Option<Counts>,
    noble: Option<String>,
    post: Option<String>,
    after: Option<After>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Reserve {
    market: Option<String>,
    deck: Option<u8>,
    card: Option<String>,
    under: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Purchase {
    card: String,
    pay: Option<Counts>,
    from: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct After {
    prestige: Option<u8>,
    tokens: Option<Counts>,
    bonuses: Option<Counts>,
    hand: Option<u8>,
    supply: Option<Counts>,
    digest: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct End {
    reason: String,
    plies: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameResult {
    scores: Option<Vec<u8>>,
    winners: Option<Vec<u8>>,
}
