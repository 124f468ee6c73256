//! Replays logged games of Splendor and reports, clause by clause, whether they are legal.
//!
//! Data flows in one direction: bytes → [`Log`](splendor_schema::Log) → [`judge`] → [`Judgment`] →
//! [`Report`](splendor_schema::Report) → text. This library never accesses files, the
//! environment or the terminal; the program does.

mod advice;
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
pub mod from_log;
mod generate;
mod history;
mod impact;
mod place;
mod redact;
mod replay;
mod report;
mod rulings;
pub mod to_log;
mod unsupported;
mod verdict;
mod verify;
mod why;
mod witness;
pub mod words;
mod worlds;

pub mod input;

pub use audit::Audit;
pub use clients::{
    Client, Cover, Deviation, Evidence, KNOWN_CLIENTS, NO_CLIENT, clients_json, clients_text,
};
pub use defect::defect;
pub use diagnose::{apply_edit, diagnose};
pub use digest::digest;
pub use edition::{rules_digest, rules_text, version_text};
pub use from_log::{position_from_log, turn_from_log};
pub use generate::{GenerateOptions, NotAPolicy, Policy, generate};
pub use history::{certain_table_before, core_turns, doubt_before, position_at, table_before};
pub use impact::{Compared, Impacts, RuleSet, compare};
pub use redact::{NoSeat, Redactions, Viewer, anonymize, redact};
pub use replay::{JudgeOptions, judge, judge_each_position};
pub use report::unjudged::{REASONS, report_refused, report_unreadable};
pub use report::{Original, Text, brief_report, empty as empty_report, page_of, report, tool};
pub use rulings::{resolve_rules, rulings_in_force};
pub use splendor_core::{RULINGS, RulingInfo};
pub use splendor_schema::EXAMPLE;
pub use splendor_schema::json::layout::{json, layout, line_of, one_line};
pub use to_log::{position_to_log, turn_to_log};
pub use unsupported::Unsupported;
pub use verdict::{
    Breach, Finding, Inferred, InferredValue, Judgment, MissingFact, OwnedGame, Tables, Verdict,
};
pub use verify::{ReportScope, verify};
pub use why::{Proposal, why};
pub use witness::{NoWitness, witness};
pub use words::{closest_word, count_with_noun, turn_in_words};
pub use worlds::MOST_WORLDS;
