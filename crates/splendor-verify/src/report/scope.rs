//! The short and the full report.

use splendor_schema::{Log, Report};

use super::{ReportSource, brief_report, report};
use crate::{JudgeOptions, Judgment};

/// How much a report contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportScope {
    /// The verdict, the findings, the missing facts and the outcome.
    Brief,
    /// Everything.
    Full,
}

impl ReportScope {
    /// Returns the report on a log that was judged.
    pub fn report(
        self,
        source: &ReportSource<'_>,
        log: &Log,
        judgment: &Judgment,
        options: &JudgeOptions,
    ) -> Report {
        match self {
            Self::Brief => brief_report(source, log, judgment, options),
            Self::Full => report(source, log, judgment, options),
        }
    }
}
