//! Error ids for inputs that yield no log, and therefore no report.

/// An input could not be read.
pub const NOT_READ: &str = "input.not-read";

/// An input contains no log.
pub const NO_LOG: &str = "input.no-log";

/// An entry of a folder or of an archive was left out.
pub const LEFT_OUT: &str = "input.left-out";

/// An internal error.
pub const DEFECT: &str = "tool.defect";

/// The ids, each with its explanation.
pub(crate) const RUN_ERRORS: [(&str, &str); 4] = [
    (NOT_READ, "an input could not be read"),
    (NO_LOG, "a file is empty, or a folder or an archive holds no log"),
    (
        LEFT_OUT,
        "an entry of a folder or of an archive looks like an input but is not read, because of its \
         kind or its name",
    ),
    (DEFECT, "a bug in this program prevented it from judging a log"),
];
