//! Tests of the repository itself: changelog, imports, dependencies, and tidiness.

mod changelog;
mod fuzz_seeds;
mod import_circles;
mod supply_chain;
pub(crate) mod tidy;
