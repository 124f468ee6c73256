//! A report for people: as text with the source underlined, or as one line.

mod excerpt;
pub(crate) mod line;
pub(crate) mod text;
