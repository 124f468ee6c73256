//! Judges and reports one log, a list of logs, or a batch of the logs of a file.

use splendor_schema::json::layout;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{InputFile, Report};
use splendor_verify::{JudgeOptions, ReportScope};

use crate::file::Placed;
use crate::guard::{Defect, guarded};
use crate::threads;

/// A report as `--format json` prints it, without the line break.
pub(crate) type ReportText = Result<String, Defect>;

/// Judges one log.
pub(crate) fn one(
    input: InputFile,
    bytes: &[u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> Report {
    // The program reads no more of an input that is too large, so the reports stay equal.
    let bytes = &bytes[..bytes.len().min(LOG_BYTES + 1)];
    splendor_verify::verify(input, bytes, options, scope).0
}

/// Judges one log and catches a panic.
pub(crate) fn report_text(input: InputFile, bytes: &[u8], options: &JudgeOptions) -> ReportText {
    guarded(|| layout::compact(&one(input, bytes, options, ReportScope::Full)))
}

/// Judges every log of a list, the first of which is number `first`.
pub(crate) fn list(
    logs: &[impl AsRef<[u8]> + Sync],
    name: &str,
    first: u64,
    options: &JudgeOptions,
    threads: usize,
) -> Vec<ReportText> {
    threads::each(logs.len(), threads, |at| {
        let input = InputFile { name: name.into(), game: first + at as u64, line: 1 };
        report_text(input, logs[at].as_ref(), options)
    })
}

/// Judges the logs of a batch.
pub(crate) fn judged(batch: &[Placed], options: &JudgeOptions, threads: usize) -> Vec<ReportText> {
    threads::each(batch.len(), threads, |at| {
        let (input, bytes) = &batch[at];
        report_text(input.clone(), bytes, options)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_numbered_from_where_it_begins() {
        let reports = list(&["{}", "[]"], "<list>", 9, &JudgeOptions::default(), 2);
        let starts = |reports: &ReportText, game| {
            let place = format!(r#""input":{{"name":"<list>","game":{game},"line":1}}"#);
            reports.as_ref().is_ok_and(|report| report.contains(&place))
        };
        assert!(starts(&reports[0], 9) && starts(&reports[1], 10));
    }
}
