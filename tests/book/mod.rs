//! The book says what the code does: examples, counts, pictures, tables of results.

mod figures;
pub(crate) mod perft;
mod proof;
mod scale_plot;
mod second_specification;
mod theorems;
mod worked_examples;
