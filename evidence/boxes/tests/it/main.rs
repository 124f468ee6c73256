//! The promises about the searches of the small boxes.

#![expect(
    clippy::disallowed_methods,
    reason = "tests read the published counts, and limits from the environment"
)]
#![expect(clippy::unwrap_used, reason = "a box that a test names is there, or the test fails")]

mod counts;
