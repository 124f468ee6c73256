//! The results of long runs are on their pages, and fit the code.

mod code_mutants;
mod coverage;
