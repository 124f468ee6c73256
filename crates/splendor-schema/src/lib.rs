//! The file formats of Splendor: the game log, the position, the report, the seal, and the test
//! data and questions for other engines.
//!
//! This crate knows JSON and the components, and no rules: its types hold what a file claims, and
//! judging whether the claims are legal is the work of other crates.
//!
//! | Task | Entry point |
//! |---|---|
//! | read a log | [`Log::read`] |
//! | read a log or a position | [`LogOrPosition::read`] |
//! | read a position or a single turn | [`Position::read`], [`Turn::read`] |
//! | read another file | the method `read` of its type |
//! | write a log | [`json::layout::json_line`], [`json::layout::pretty_log`] |
//! | find the place of a JSON pointer | [`json::locate::locate`] |
//! | get the JSON Schemas | [`schemas`] |
//! | print text from a log safely | [`Name`], [`FileName`], [`visible`] |
//!
//! Each format has a module, like [`log`], [`position`] and [`report`], with all types of its
//! files. The types that most programs need are at the root too.
//!
//! Reading is strict: no duplicate keys, no unknown fields, no `null`, only whole numbers, and
//! the [`limits`] that the JSON Schemas state too. A [`ReadError`] has the place of the error.
//! Seats and indexes in JSON pointers count from 0; turns, rounds, lines and columns from 1.
//!
//! ```
//! use splendor_schema::Log;
//! use splendor_schema::json::layout::json_line;
//!
//! let log = Log::read(splendor_schema::EXAMPLE.as_bytes())?;
//! let line = json_line(&log);
//! assert_eq!(Log::read(line.as_bytes())?, log);
//! # Ok::<(), splendor_schema::ReadError>(())
//! ```

mod formats;
pub mod id;
pub mod json;
pub mod limits;
mod log_or_position;
mod name;
pub mod rules;
mod schemas;
pub mod token;
pub mod visible;

pub use formats::log::Log;
pub use formats::position::Position;
pub use formats::report::{Finding, InputFile, Report, Verdict};
pub use formats::turn::Turn;
pub use formats::{
    conformance, diagnosis, log, manifest, position, report, seal, summary, turn, vector, why,
};
pub use json::error::{ReadError, ReadErrorKind};
pub use json::read::text_of;
pub use log_or_position::LogOrPosition;
pub use name::{FileName, Name};
pub use rules::Rules;
pub use schemas::{draft_07_schemas, schemas};

/// A small legal log to start from.
pub const EXAMPLE: &str = include_str!("example.json");
