//! Writes the results of the verifier for people and for other tools.
//!
//! A report becomes text, a line, SARIF, `JUnit`, annotations of GitHub or Code Quality of GitLab;
//! a table becomes letters, SVG or a page of HTML; the catalogue of the rules becomes text or JSON.
//! This crate depends on the values of the verifier, and the verifier never depends on this crate.

mod audit;
pub mod book;
mod cards;
mod catalogue;
mod ci;
mod diagnosis;
mod explain;
mod html;
mod impact;
mod letters;
mod perft;
mod report;
pub mod run_errors;
mod small_boxes;
mod summary;
mod svg;
mod turn;
mod why;

pub use audit::{audit_json, audit_text};
pub use book::example::{Example, Outcome};
pub use book::figures::{Replays, with_figures};
pub use cards::{cards_json, cards_text};
pub use catalogue::{clauses_json, clauses_text, rulings_json, rulings_text};
pub use ci::{CiFormat, FailOn, RunError};
pub use diagnosis::{diagnosis_text, ruling_options};
pub use explain::{explain, explainable_ids};
pub use html::html_page;
pub use impact::{flip_text, impacts_text};
pub use letters::{TableStyle, table_text};
pub use perft::{PERFT_COLUMNS, PerftOptions, perft_cells, perft_of_log, perft_of_position};
pub use report::line::report_line;
pub use report::text::{TextStyle, report_text};
pub use small_boxes::{found_json, found_text, scopes_json, scopes_named, scopes_text, stop_text};
pub use summary::{LogOutcome, RunSummary, unmet_demand};
pub use turn::{TextWithNotes, legal_at, table_at};
pub use why::why_text;
