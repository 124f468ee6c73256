//! Replays logged games of Splendor and reports, clause by clause, whether they are legal.
//!
//! Data flows in one direction: bytes → [`Log`](splendor_schema::Log) → [`judge()`] →
//! [`Judgment`] → [`Report`](splendor_schema::Report) → text. This library never accesses files,
//! the environment or the terminal; the program does.
//!
//! | To … | use |
//! |---|---|
//! | judge the bytes of a log, and get the report | [`verify()`] |
//! | judge a log | [`judge()`] |
//! | follow the rest of a log after its judgment stopped | [`continue_after`] |
//! | require the rules of a tournament | [`RequiredRules`] |
//! | report a judgment | [`report()`], [`brief_report()`] |
//! | see the table before a turn | [`position_at`], [`history`] |
//! | ask whether a turn would have been legal | [`why()`] |
//! | find the cause of an illegal log | [`diagnose()`] |
//! | fill in omitted facts | [`witness()`] |
//! | compare tables | [`digest()`] |
//! | convert turns between logs and the core | [`turn_from_log`], [`turn_to_log`] |
//! | convert positions between logs and the core | [`position_from_log`], [`position_to_log`] |
//! | remove secrets, names and ids from a log | [`redact`] |
//! | merge the logs of several views of one game | [`merge`] |
//! | evaluate many logs, and the rulings that explain them | [`audit`] |
//! | look up rules, rulings and known clients | [`edition`], [`rulings`], [`clients`] |
//!
//! Turns count from 0 in every function of this crate, and from 1 in reports. An illegal or
//! malformed log is a verdict, never an error.
//!
//! ```
//! use splendor_schema::{EXAMPLE, Log};
//! use splendor_verify::{JudgeOptions, Verdict, judge};
//!
//! let mut log = Log::read(EXAMPLE.as_bytes())?;
//! let options = JudgeOptions::default();
//! assert_eq!(judge(&log, &options).verdict(), Verdict::Legal);
//!
//! // Without the second turn, seat 0 acts twice in a row.
//! log.turns.remove(1);
//! let judgment = judge(&log, &options);
//! assert_eq!(judgment.verdict(), Verdict::Illegal);
//! assert_eq!(judgment.findings[0].turn, Some(1));
//! assert_eq!(judgment.findings[0].breach.clause().id(), "turn.order");
//! # Ok::<(), splendor_schema::ReadError>(())
//! ```

mod advice;
pub mod audit;
mod box_of_2017;
mod budget;
mod cause;
pub mod claims;
pub mod clients;
mod complete;
mod conditions;
mod defect;
pub mod diagnose;
mod digest;
mod distance;
pub mod edition;
mod ending;
pub mod from_log;
pub mod history;
pub mod merge;
mod objection;
mod options;
mod place;
pub mod redact;
mod replay;
pub mod report;
mod required;
pub mod rulings;
pub mod to_log;
mod unsupported;
pub mod verdict;
mod verify;
mod why;
pub mod witness;
pub mod words;
mod worlds;

pub use budget::{Budget, Meter};
pub use complete::{omits_copy, omits_payment};
pub use conditions::conditions_at;
pub use defect::{catch_defect, defect};
pub use diagnose::diagnose;
pub use digest::digest;
pub use ending::conditions_of_the_end;
pub use from_log::{position_from_log, turn_from_log};
pub use history::position_at;
pub use options::JudgeOptions;
pub use replay::{continue_after, judge, judge_each_position};
pub use report::{ReportScope, ReportSource, brief_report, report};
pub use required::RequiredRules;
pub use to_log::{position_to_log, turn_to_log};
pub use unsupported::Unsupported;
pub use verdict::{Finding, Judgment, Verdict};
pub use verify::verify;
pub use why::{Proposal, ProposalError, ReadProposal, why};
pub use witness::witness;
