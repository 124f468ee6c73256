//! The mark for an answer of an engine.

/// The mark for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The answer is correct. A correct refusal may also name the clause.
    Right {
        /// Whether the named clause is the first broken clause; `None` if the answer names no
        /// clause.
        named: Option<bool>,
    },
    /// The answer is wrong, with the reason.
    Wrong(String),
    /// The engine could not be restarted, with the reason. Counts as wrong.
    GivenUp(String),
    /// The answer is wrong, and the list of skipped cases expects that.
    Skipped(String),
    /// The engine does not support the question.
    Unsupported,
}
