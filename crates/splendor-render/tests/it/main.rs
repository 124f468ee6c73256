//! Texts and pages about logs: what they show, and that no log can forge a part of them.
#![expect(clippy::disallowed_methods, reason = "tests read the replays")]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod diagnosis_text;
mod explain;
mod log_page;

#[path = "../../../../tests/support/diagnosis.rs"]
mod diagnosis;
#[expect(dead_code, reason = "no test writes a file or takes a sample")]
#[path = "../../../../tests/support/mod.rs"]
mod support;

use support::root;
