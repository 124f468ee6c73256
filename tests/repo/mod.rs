//! Tests of the repository itself: changelog, coverage, imports, dependencies, and tidiness.

mod changelog;
mod code_mutants;
mod coverage;
mod fuzz_seeds;
mod import_circles;
mod supply_chain;
pub(crate) mod tidy;
