//! Tests that each clause of the rules is checked, tested, documented, and shown by replays.

mod claims;
mod edge_cases;
pub(crate) mod every_clause_is_covered;
mod games_with_modules;
mod manifest;
mod museum;
mod mutants;
mod replays;
mod trading_posts;
