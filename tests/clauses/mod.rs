//! Tests that each clause of the rules is checked, tested, documented, and shown by replays.

mod claims;
mod conformance_vectors;
mod edge_cases;
pub(crate) mod every_clause_is_covered;
mod games_with_modules;
mod manifest;
mod museum;
mod mutants;
mod replays;
mod trading_posts;

use splendor_core::Clause;

/// Returns whether the clause is about the setup, and not about a turn.
fn is_of_setup(clause: Clause) -> bool {
    let of_orient = matches!(clause, Clause::OrientCards | Clause::OrientMarket);
    of_orient || clause.family() == "setup"
}
