//! Tests that the book agrees with the code: examples, counts, pictures, and tables of results.

mod at_the_table;
mod cases;
mod figures;
mod first_screen;
mod judged_examples;
mod logic_program;
pub(crate) mod perft;
mod repeated_numbers;
mod rule_pages;
mod rulebooks;
mod theorems;
mod worked_examples;
