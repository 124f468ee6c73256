//! The demands of a run on its logs.

/// The logs that fail besides illegal ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct FailOn {
    /// A log that is only consistent.
    pub strict: bool,
    /// A log that stops before the end of its game.
    pub require_end: bool,
}
