//! The ids of what is said of an input and not of a log: there is no report to hold it.

/// An input could not be read.
pub const NOT_READ: &str = "input.not-read";

/// An input holds no log.
pub const NO_LOG: &str = "input.no-log";

/// This program failed.
pub const DEFECT: &str = "tool.defect";

/// Each with what it says.
pub(crate) const TROUBLES: [(&str, &str); 3] = [
    (NOT_READ, "an input could not be read"),
    (NO_LOG, "a file is empty, or a folder or an archive holds no log"),
    (DEFECT, "a bug in this program prevented it from judging a log"),
];
