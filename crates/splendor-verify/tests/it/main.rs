//! Verdicts on logs, and the commands that explain them, from the outside: logs in, findings out.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read the replays, and sizes of samples from the environment"
)]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod absent_parts;
mod any_input;
mod claims;
mod corpus;
mod diagnose_after_finding;
mod diagnose_effects;
mod diagnose_minimal_edits;
mod diagnose_wrong_cards;
mod ending;
mod games_with_modules;
mod hostile_tables;
mod merge;
mod mutants;
mod omitted_facts;
mod one_action;
mod orient_and_strongholds;
mod past_the_bound;
mod places_of_effects;
mod positions;
mod redact;
mod related_places;
mod sun_never_sets;
mod turns_in_words;
mod why_and_diagnose;
mod why_edge_cases;

#[path = "../../../../tests/support/changed_turn.rs"]
mod changed_turn;
#[path = "../../../../tests/support/claimed_game.rs"]
mod claimed_game;
#[path = "../../../../tests/support/client_games.rs"]
mod client_games;
#[expect(dead_code, reason = "the example is for the tests of the program and of its texts")]
#[path = "../../../../tests/support/diagnosis.rs"]
mod diagnosis;
#[path = "../../../../tests/support/mod.rs"]
mod support;
#[path = "../../../../tests/support/without.rs"]
mod without;

use support::{golden, root, sample};
