//! How far a report goes.

use splendor_schema::{Log, Report};

use super::{ReportSource, brief_report, report};
use crate::{JudgeOptions, Judgment, continue_after};

/// How far a report goes, and whether it has details. Every report has the verdict, the findings,
/// the missing and the inferred facts, and the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportScope {
    /// Whether it has the rulings, the digest and the unchecked fields.
    pub details: bool,
    /// Whether it goes on past the first breach, with the findings of the rest of the log.
    pub keep_going: bool,
}

impl ReportScope {
    /// Up to the first breach, without details.
    pub const BRIEF: Self = Self { details: false, keep_going: false };

    /// Up to the first breach, with details.
    pub const DETAILED: Self = Self { details: true, keep_going: false };

    /// Returns the report on a log that was judged.
    pub fn report(
        self,
        source: &ReportSource<'_>,
        log: &Log,
        mut judgment: Judgment,
        options: &JudgeOptions,
    ) -> Report {
        if self.keep_going {
            judgment = continue_after(log, judgment, |_, _| {});
        }
        if self.details {
            report(source, log, &judgment, options)
        } else {
            brief_report(source, log, &judgment, options)
        }
    }
}
