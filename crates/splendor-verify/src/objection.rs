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

impl Objection {
    /// Returns an objection that is about no turn.
    pub fn new(id: &'static str, pointer: &str, message: String) -> Self {
        Self { id, turn: None, pointer: pointer.to_owned(), message }
    }
    /// Returns an objection to a turn, from 0.
    pub fn of_turn(id: &'static str, turn: usize, message: String) -> Self {
        Self { turn: Some(turn), ..Self::new(id, &format!("/turns/{turn}"), message) }
    }
}
