//! The clauses of the setup.

use splendor_core::Clause;

/// Returns whether the clause is about the setup, and not about a turn.
pub(crate) fn is_of_setup(clause: Clause) -> bool {
    let of_orient = matches!(clause, Clause::OrientCards | Clause::OrientMarket);
    of_orient || clause.family() == "setup"
}
