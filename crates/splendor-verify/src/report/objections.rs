//! Adds objections to reports.

use splendor_schema as schema;
use splendor_schema::{Report, visible};

use super::unjudged::reason;
use super::{ReportSource, locate, place_in_log};

pub use crate::objection::Objection;

/// Adds objections to the report on a log that was judged. The verdict of a log that would pass
/// becomes `illegal`.
pub fn add_objections(
    source: &ReportSource<'_>,
    report: &mut Report,
    objections: impl IntoIterator<Item = Objection>,
) {
    let findings = report.findings.len();
    report.findings.extend(objections.into_iter().map(finding));
    if report.findings.len() == findings {
        return;
    }
    if let schema::Verdict::Legal | schema::Verdict::Consistent | schema::Verdict::Undecided =
        report.verdict
    {
        report.verdict = schema::Verdict::Illegal;
    }
    report.findings.sort_by_key(place_in_log);
    locate(source, report);
}

/// Returns the finding for an objection.
pub(super) fn finding(objection: Objection) -> schema::Finding {
    schema::Finding {
        turn: objection.turn.map(|turn| turn as u64 + 1),
        pointer: Some(objection.pointer),
        message: visible::line(&objection.message).into_owned(),
        ..reason(objection.id)
    }
}
