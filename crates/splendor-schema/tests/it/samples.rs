//! A log and a position with every field.

use serde_json::{Value, json};

/// Returns a log with every field; the game is not legal.
pub(crate) fn full_log() -> Value {
    json!({
        "$schema": "splendor-log-1.schema.json",
        "format": "splendor-log/1",
        "rules": {
            "edition": "2024", "modules": ["cities", "trading-posts"], "boxes": ["silk-road"],
            "rulings": { "pass": "always", "limit": 10 },
        },
        "omits": ["gem", "post"],
        "source": {
            "client": "example", "client_version": "2.1", "game": "8841",
            "played_at": "2026-03-01T19:30:00Z",
        },
        "players": [{ "name": "Ada", "ext": { "rating": 1500.5 } }, {}],
        "setup": {
            "nobles": ["3:4d4s", "3:3d3s3e"],
            "cities": ["14:4d+4", "17:", "15:+5"],
            "market": {
                "level1": ["a0d3s"], "level2": ["b2e5s3e"], "level3": ["c4r7e"],
                "orient1": ["A0gg3d"], "orient2": ["B1dd3e4r"], "orient3": ["C3dx2e"],
            },
            "decks": {
                "level1": ["a1o4s"], "level2": ["b3o6o"], "level3": ["c5r7e3r"],
                "orient1": ["A0gg3s"], "orient2": ["B1ss3r4o"], "orient3": ["C3sx2r"],
            },
        },
        "turns": full_turns(),
        "end": { "reason": "resigned", "seats": [1], "plies": 6 },
        "result": { "scores": [16, 12], "winners": [0] },
        "ext": { "table": "blue" },
    })
}

/// Returns turns of every kind with every field.
fn full_turns() -> Vec<Value> {
    let mut turns = base_turns();
    turns.extend(turns_of_sun_never_sets());
    turns.push(
        json!({ "seat": 1, "foreign": { "swap": [0, 1] }, "after": {}, "ext": { "by": "admin" } }),
    );
    turns
}

fn base_turns() -> Vec<Value> {
    let turns = json!([
        {
            "seat": 0, "take": ["diamond", "gold"], "refill": "a0d3s", "gem": "ruby",
            "return": { "gold": 2 }, "noble": "3:4d4s", "post": "third-gem",
            "after": {
                "prestige": 3, "tokens": { "ruby": 1 }, "hand": 1,
                "bonuses": {
                    "diamond": 1, "sapphire": 1, "emerald": 0, "ruby": 2, "onyx": 2
                },
                "supply": {
                    "diamond": 4, "sapphire": 4, "emerald": 4, "ruby": 4, "onyx": 4, "gold": 5
                },
                "digest": "0123456789abcdef",
            },
            "ext": { "clock": 12.5 },
        },
        {
            "seat": 1, "reserve": { "market": "b2e5s3e" }, "refill": "b2d5r", "gem": "onyx",
            "return": {}, "noble": ["3:4d4s", "3:3d3s3e"], "post": ["third-gem", "crown"],
            "after": {}, "ext": {},
        },
        {
            "seat": 0, "reserve": { "deck": 2, "card": "b3o6o", "under": "b2d5r" },
        },
        {
            "seat": 1,
            "purchase": {
                "card": "a0d3s", "pay": { "sapphire": 2, "gold": 1 }, "from": "hand"
            },
            "refill": "a1o4s", "gem": "ruby", "return": { "ruby": 1 }, "noble": "3:4d4s",
            "post": "third-gem", "after": { "prestige": 0 }, "ext": {},
        },
        {
            "seat": 0, "pass": true, "refill": "a1o4s", "gem": "ruby", "return": { "ruby": 1 },
            "noble": "3:4d4s", "post": "third-gem", "after": { "prestige": 0 }, "ext": {},
        },
    ]);
    turns.as_array().unwrap().clone()
}

/// Returns turns with the fields of Orient and Strongholds.
fn turns_of_sun_never_sets() -> Vec<Value> {
    let turns = json!([
        {
            "seat": 0, "reserve": { "orient": 2, "card": "B1oo3s4e", "under": "B1rr3d4s" },
            "conquest": {
                "purchase": {
                    "card": "B1ca4d3s1o", "pay": { "onyx": 1 }, "from": "market",
                    "spend": ["A0gg3d"], "discard": ["a0d3s"],
                },
                "refill": "B1dd3e4r", "gem": "ruby", "copy": "B1ss3r4o",
                "free": { "card": "A0gg3d", "refill": "A0gg3s" },
                "stronghold": { "place": "a0o3e" },
            },
            "after": { "colors": { "ruby": 2 }, "strongholds": 1 },
        },
        {
            "seat": 1,
            "purchase": { "card": "C1db6s3e1r", "spend": ["A0gg3d"], "discard": ["A0c3d2r"] },
            "copy": "ruby",
            "free": {
                "card": "B1ca4d3s1o", "refill": "B1ee4d3o", "copy": "ruby",
                "free": { "card": "A0c3d2r", "refill": "A0gg3o", "copy": "onyx" },
            },
            "stronghold": { "move": { "from": "c4r7e", "to": "b2d5r" } },
        },
        {
            "seat": 1, "purchase": { "card": "C3dx2e" },
            "stronghold": { "remove": { "seat": 0, "card": "b2d5r" } },
        },
    ]);
    turns.as_array().unwrap().clone()
}

/// Returns a position with every field.
pub(crate) fn full_position() -> Value {
    json!({
        "$schema": "splendor-position-1.schema.json",
        "format": "splendor-position/1",
        "rules": {
            "edition": "2024", "modules": ["cities"], "boxes": ["silk-road"],
            "rulings": { "pass": 1, "gold": "free" },
        },
        "supply": { "diamond": 4, "sapphire": 4, "emerald": 3, "ruby": 4, "onyx": 4, "gold": 4 },
        "seats": [
            {
                "tokens": { "emerald": 1, "gold": 1 },
                "cards": [
                    "a0d3s", "a0d2s2o", { "card": "A0c3d2r", "copy": "emerald", "bonuses": 2 },
                ],
                "hand": [
                    "b2e5s3e", { "deck": 3 }, { "deck": 1, "card": "a1o4s" },
                    { "orient": 2, "card": "B1ss3r4o" },
                ],
                "nobles": ["3:4d4s"], "cities": ["17:"], "posts": ["third-gem", "crown"],
                "strongholds": ["c4r7e", "c4r7e"],
            },
            {},
        ],
        "market": {
            "level1": ["a0s3o", "a0o3e"], "level2": ["b3o6o"], "level3": ["c4r7e", "c4d7o"],
            "orient1": ["A0gg3d"], "orient2": ["B1dd3e4r"], "orient3": ["C3dx2e"],
        },
        "decks": {
            "level1": { "cards": 36 }, "level2": ["b2d5r", "b2s5s"], "level3": { "cards": 16 },
            "orient1": { "cards": 8 }, "orient2": ["B1ee4d3o"], "orient3": { "cards": 7 },
        },
        "gone": ["A0gg3e"],
        "nobles": ["3:4s4e", "3:3d3s3e"],
        "cities": ["14:4d+4"],
        "to_move": 1, "turns": 17, "passes": 1, "last_round": true, "ended": false,
        "ext": { "from": "a book" },
    })
}
