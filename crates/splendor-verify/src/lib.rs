//! Replays logged games of Splendor and says, clause by clause, whether they were legal.
//!
//! The direction is one: bytes → [`Log`](splendor_schema::Log) → [`judge`] → [`Judgment`] →
//! [`Report`](splendor_schema::Report) → text. Nothing here touches a file, the environment or the
//! terminal; that is left to the program.

mod advice;
mod anonymize;
pub mod audit;
mod cause;
pub mod claims;
mod clients;
mod complete;
pub mod conformance;
mod defect;
mod diagnose;
mod digest;
mod edition;
mod generate;
mod history;
mod impact;
mod left_out;
pub mod lower;
mod place;
mod redact;
mod replay;
mod report;
mod rulings;
mod verdict;
mod verify;
mod why;
pub mod words;
mod worlds;

pub mod input;

pub use anonymize::anonymize;
pub use audit::Audit;
pub use clients::{Client, Cover, Deviation, Evidence, KNOWN_CLIENTS, clients_json, clients_text};
pub use defect::defect;
pub use diagnose::{CAUSES, diagnose, edited};
pub use digest::digest;
pub use edition::{rules_digest, rules_told, version_text};
pub use generate::{GenerateOptions, NotAPolicy, Policy, generate};
pub use history::{doubt_before, followed, position_at, replayed, undoubted};
pub use impact::{Compared, Impacts, Lens, compare};
pub use left_out::LeftOut;
pub use lower::{Unsupported, lower_position, lower_turn, raise_position, raise_turn};
pub use redact::{NoSeat, Viewer, redact};
pub use replay::{Options, judge, watched as judge_watched};
pub use report::unjudged::{REASONS, report_refused, report_unreadable};
pub use report::{Original, Text, brief_report, empty as empty_report, page_of, report, tool};
pub use rulings::{applied, rules};
pub use splendor_core::{RULINGS, RulingInfo};
pub use splendor_schema::EXAMPLE;
pub use splendor_schema::json::layout::{json, layout, line_of, one_line};
pub use verdict::{
    Breach, Finding, Inferred, InferredValue, Judgment, Missing, OwnedGame, Tables, Verdict,
};
pub use verify::{Detail, verify};
pub use why::{Asked, why};
pub use words::{counted, meant, turn_in_words};
pub use worlds::{LIMIT, NoWitness, witness};
