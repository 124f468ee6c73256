//! Tests that each clause of the rules is checked, tested, documented, and shown by replays.

mod edge_cases;
pub(crate) mod every_clause_is_covered;
mod manifest;
mod museum;
mod replays;
mod trading_posts;
