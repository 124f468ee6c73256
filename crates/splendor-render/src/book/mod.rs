//! The worked examples of the book, and the drawings that are added to its pages.

pub mod example;
pub mod figures;
