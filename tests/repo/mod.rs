//! The repository keeps its own rules.

mod changelog;
mod code_mutants;
mod coverage;
mod fuzz_seeds;
mod import_circles;
pub(crate) mod tidy;
