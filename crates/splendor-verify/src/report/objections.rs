//! Adds objections to reports.

use splendor_schema as schema;
use splendor_schema::{Report, visible};

use super::unjudged::reason;
use super::{ReportSource, locate, place_in_log};
use crate::required::verdict_with;

pub use crate::objection::Objection;

/// Adds objections to the report on a log that was judged. The verdict of a log that would pass
/// becomes `illegal`.
pub fn add_objections(source: &ReportSource<'_>, report: &mut Report, objections: Vec<Objection>) {
    if objections.is_empty() {
        return;
    }
    report.verdict = verdict_with(report.verdict, &objections);
    report.findings.extend(objections.into_iter().map(finding));
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
