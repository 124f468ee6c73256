//! The formats from the outside: files in, types, messages and schemas out.
#![expect(clippy::disallowed_methods, reason = "tests read the book and the schemas")]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod book_samples;
mod locate_pointers;
mod malformed_logs;
mod mutations;
mod reader_and_schema_agree;
mod samples;
mod schema_files;
mod spoiled_logs;
mod written_as_read;

#[path = "../../../../tests/support/mod.rs"]
mod support;

use support::{golden, sample};
