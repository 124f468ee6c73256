//! Games that this crate plays are legal, and its conformance kit shows every clause.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read the replays, and sizes of samples from the environment"
)]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod arena;
mod conformance_vectors;
mod generate;

#[path = "../../../../tests/support/perft_positions.rs"]
mod perft_positions;
#[path = "../../../../tests/support/setup_clauses.rs"]
mod setup_clauses;
#[path = "../../../../tests/support/mod.rs"]
mod support;
#[path = "../../../../tests/support/without.rs"]
mod without;

use support::{golden, root, sample};
