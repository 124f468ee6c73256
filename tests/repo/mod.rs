//! Tests of the repository itself: changelog, coverage, imports, and tidiness.

mod changelog;
mod code_mutants;
mod coverage;
mod fuzz_seeds;
mod import_circles;
pub(crate) mod tidy;
