//! Code Quality of GitLab: a list of issues, an issue a line, each also one of Code Climate.

use serde_json::json;
use splendor_schema::Report;

use super::RunError;
use super::uri::plain;
use crate::issue::{Issue, Level, fingerprint};
use splendor_schema::json::layout::compact;

/// Returns the entry of an issue, after a comma.
pub(super) fn entry(report: &Report, issue: &Issue<'_>) -> String {
    let severity = match issue.level {
        Level::Error => "major",
        Level::Warning => "minor",
        Level::Note | Level::Open => "info",
    };
    let (start, end) = (issue.region.start, issue.region.end);
    let turn = issue.finding.and_then(|finding| finding.turn);
    let turn = turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default();
    let entry = json!({
        "type": "issue",
        "check_name": issue.id,
        "description": turn + &one_line(&issue.message),
        "content": { "body": issue.words() },
        "categories": ["Bug Risk"],
        "severity": severity,
        "fingerprint": issue.fingerprint,
        "location": {
            "path": plain(&report.input.name.text()),
            "lines": { "begin": start.line, "end": end.map_or(start.line, |end| end.line) },
        },
    });
    format!(",\n{}", compact(&entry))
}

/// Returns the entry of an error, after a comma.
pub(super) fn run_error(error: RunError<'_>) -> String {
    let entry = json!({
        "type": "issue",
        "check_name": error.id,
        "description": one_line(error.message),
        "categories": ["Bug Risk"],
        "severity": if error.fails { "blocker" } else { "minor" },
        "fingerprint": fingerprint(format!("{}\0{}", error.id, error.message).as_bytes()),
        "location": { "path": plain(&error.file.text()), "lines": { "begin": 1, "end": 1 } },
    });
    format!(",\n{}", compact(&entry))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
