//! The worked examples of the book, and the drawings that are added to its pages.

pub(crate) mod example;
pub(crate) mod figures;
