//! Replays logged games of Splendor and says, clause by clause, whether they were legal.
//!
//! The direction is one: bytes → [`Log`](splendor_schema::Log) → [`judge`] → [`Judgment`] →
//! [`Report`](splendor_schema::Report) → text. Nothing here touches a file, the environment or the
//! terminal; that is left to the program.

mod advice;
mod anonymize;
mod audit;
mod cards;
mod catalogue;
mod cause;
mod ci;
mod claims;
mod client_ids;
mod clients;
mod complete;
pub mod conformance;
pub mod crew;
mod defect;
mod digest;
mod draw;
mod edition;
mod example;
mod explore;
mod generate;
mod history;
pub mod journal;
mod layout;
mod left_out;
mod look;
mod lower;
mod perft;
mod place;
mod progress;
mod redact;
mod replay;
mod report;
mod rulings;
mod show;
mod sums;
mod tiles;
mod verdict;
mod verify;
mod view;
mod words;
mod worlds;

pub mod convert;
pub mod input;

pub use anonymize::anonymize;
pub use audit::Audit;
pub use cards::{cards_json, cards_text};
pub use catalogue::{clauses_json, clauses_text, explain, rulings_json, rulings_text};
pub use ci::{CiFormat, Demands, Trouble};
pub use client_ids::{CLIENTS, ClientIds};
pub use clients::{Client, Cover, Deviation, KNOWN_CLIENTS, Known, clients_json, clients_text};
pub use defect::defect;
pub use digest::digest;
pub use edition::{rules_digest, rules_told, version_text};
pub use example::{Example, Outcome};
pub use explore::{found_json, found_text, scopes_json, scopes_named, scopes_text, stop_text};
pub use generate::{GenerateOptions, NotAPolicy, Policy, generate};
pub use history::{position_at, replayed};
pub use layout::{json, layout, one_line};
pub use left_out::LeftOut;
pub use look::{EXAMPLE, legal_at, show_turn, undoubted};
pub use lower::{Unsupported, lower_position, lower_turn, raise_position, raise_turn};
pub use perft::{PERFT_COLUMNS, PerftOptions, perft_cells, perft_of_log, perft_of_position};
pub use progress::Progress;
pub use redact::{NoSeat, Viewer, redact};
pub use replay::{Options, Strangers, judge};
pub use report::line::line;
pub use report::text::{Style, text};
pub use report::unjudged::{report_refused, report_unreadable};
pub use report::{Original, Text, brief_report, report};
pub use rulings::{RULINGS, RulingInfo, applied, rules};
pub use show::{Show, show};
pub use sums::{Counted, Sums};
pub use verdict::{Breach, Finding, Inferred, InferredValue, Judgment, Missing, Tables, Verdict};
pub use verify::{Detail, verify};
pub use view::view;
pub use words::turn_in_words;
pub use worlds::{LIMIT, NoWitness, witness};
