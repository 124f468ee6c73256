//! Reasons to refuse a log, whatever happened in its game.

/// A reason to refuse a log that is no breach of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// The id of the finding, like `rules.rulings`: one of [`REASONS`](crate::report::REASONS).
    pub id: &'static str,
    /// The turn, from 0, if it is about one.
    pub turn: Option<usize>,
    /// The JSON pointer of the part of the log.
    pub pointer: String,
    /// What is wrong, without escapes.
    pub message: String,
}
