//! Tests of the promises of the project as a whole: one binary, with a module for each promise.
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod book;
mod clauses;
mod cli;
mod cmd;
mod formats;
mod repo;
mod support;

#[path = "support/changed_example.rs"]
mod changed_example;
#[path = "support/changed_turn.rs"]
mod changed_turn;
#[path = "support/claimed_game.rs"]
mod claimed_game;
#[expect(dead_code, reason = "the crates judge the games")]
#[path = "support/client_games.rs"]
mod client_games;
#[path = "support/diagnosis.rs"]
mod diagnosis;
#[path = "support/perft_positions.rs"]
mod perft_positions;
#[path = "support/setup_clauses.rs"]
mod setup_clauses;

use support::{golden, root, sample};
