//! The promises about the searches of the small boxes.

#![expect(clippy::unwrap_used, reason = "a box that a test names is there, or the test fails")]

mod explore;
