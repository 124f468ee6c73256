//! The rules, clause by clause, and the rules played against themselves: the checks, the list of
//! legal turns and the list of violations are written apart and must agree on every turn.

#![expect(clippy::unwrap_used, reason = "what a test lays out is there, or the test fails")]

mod agree;
mod clauses;
mod corners;
mod desk;
mod domain;
mod domain_posts;
mod draws;
mod edges;
mod force;
mod forced;
mod ids;
mod knowledge;
mod perft;
mod posts;
mod reveals;
mod stuck;
mod theorems;
mod walk;
mod whole;
mod whole_prices;
