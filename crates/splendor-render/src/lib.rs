//! Writes the results of the verifier for people and for other tools.
//!
//! This crate depends on the values of the verifier, and the verifier never depends on this crate.
//!
//! | To write … | use |
//! |---|---|
//! | a report | [`report_text`], [`report_line`] |
//! | a report for a CI system: SARIF, `JUnit`, GitHub, GitLab | [`CiFormat`] |
//! | the issues of a report, for a tool of its own | [`issue::issues`]
//! | the totals of many reports | [`RunSummary`] |
//! | a table | [`table_text`], [`table_at`], [`table_of_position`] |
//! | whether the game has ended, and why | [`end_of_log`], [`end_at_position`] |
//! | the legal turns of a table | [`legal_turns_at`], [`legal_turns_of_position`] |
//! | a log or a position as a page of HTML | [`html_page`], [`html_page_of_position`] |
//! | answers of the verifier | [`why_text`], [`diagnosis_text`], [`audit_text`] |
//! | counts of continuations | [`perft_of_log`], [`perft_of_position`] |
//! | the rules and the components | [`clauses_text`], [`rulings_text`], [`cards_text`] |
//! | the explanation of an id | [`explain()`] |
//! | the explanation of an id, or what is closest to everyday words | [`explain_words()`] |
//! | the drawing of a table | [`svg`] |
//!
//! Most functions that end with `_text` have a twin for JSON, which ends with `_json`.
//!
//! ```
//! use splendor_render::{TextStyle, report_line, report_text};
//! use splendor_schema::InputFile;
//! use splendor_verify::{JudgeOptions, ReportScope, verify};
//!
//! let input = InputFile { name: "log.json".into(), game: 1, line: 1 };
//! let options = JudgeOptions::default();
//! let (report, text) = verify(input, b"{}", &options, ReportScope::BRIEF);
//! assert!(report_line(&report).starts_with("log.json:1:1: malformed: "));
//! assert!(report_text(&report, &*text, TextStyle::default()).contains("error[format."));
//! ```

mod audit;
mod cards;
mod catalogue;
mod ci;
mod diagnosis;
mod explain;
mod fail_on;
mod html;
mod ignored;
pub mod issue;
mod left_out;
mod letters;
mod perft;
mod report;
pub mod run_errors;
mod summary;
pub mod svg;
mod turn;
mod why;

pub use audit::{audit_json, audit_text};
pub use cards::{cards_json, cards_text};
pub use catalogue::{address_of_page, clauses_json, clauses_text, rulings_json, rulings_text};
pub use ci::{CiFormat, RunError};
pub use diagnosis::{diagnosis_text, rule_options};
pub use explain::{
    CloseQuestions, FoundSection, QUESTION_CHARACTERS, Question, close_questions, explain,
    explain_words, explainable_ids, phrasings, questions, search,
};
pub use fail_on::FailOn;
pub use html::{html_page, html_page_of_position};
pub use ignored::{IgnoreReason, Ignored};
pub use left_out::{LeftOut, LeftOutReason};
pub use letters::{TableStyle, table_text};
pub use perft::{PERFT_COLUMNS, PerftOptions, perft_cells, perft_of_log, perft_of_position};
pub use report::line::report_line;
pub use report::text::{TextStyle, report_text};
pub use summary::{LogOutcome, RunSummary, unmet_demand};
pub use turn::{
    TextWithNotes, end_at_position, end_of_log, legal_turns_at, legal_turns_of_position, table_at,
    table_of_position,
};
pub use why::why_text;
