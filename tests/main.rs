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
mod verdicts;

use support::{golden, root, sample};
