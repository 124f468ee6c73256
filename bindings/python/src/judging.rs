//! Judges and reports one log, a list of logs, or a batch of the logs of a file.

use splendor_schema::json::layout;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{FileName, InputFile, Report};
use splendor_verify::{JudgeOptions, ReportScope};

use crate::file::Placed;
use crate::guard::{Defect, guarded};
use crate::logs::Logs;
use crate::threads;

/// A report as `--format json` prints it, without the line break.
pub(crate) type ReportText = Result<String, Defect>;

/// How logs are judged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judging {
    pub(crate) options: JudgeOptions,
    /// Whether a report goes on past the first breach.
    pub(crate) keep_going: bool,
}

impl Judging {
    /// Returns the report on one log, with or without details.
    pub(crate) fn report(&self, input: InputFile, bytes: &[u8], details: bool) -> Report {
        // The program reads no more of an input that is too large, so the reports stay equal.
        let bytes = &bytes[..bytes.len().min(LOG_BYTES + 1)];
        let scope = ReportScope { details, keep_going: self.keep_going };
        splendor_convert::verify(input, bytes, &self.options, scope).0
    }

    /// Returns the report on one log, with details, and catches a panic.
    pub(crate) fn report_text(&self, input: InputFile, bytes: &[u8]) -> ReportText {
        guarded(|| layout::compact(&self.report(input, bytes, true)))
    }
}

/// Judges every log, the first of which is number `first`. A null has no report.
pub(crate) fn many(
    logs: &(impl Logs + ?Sized),
    name: &FileName,
    first: u64,
    judging: &Judging,
    threads: usize,
) -> Vec<Option<ReportText>> {
    threads::each(logs.count(), threads, |at| {
        let input = InputFile { name: name.clone(), game: first + at as u64, line: 1 };
        logs.text(at).map(|log| judging.report_text(input, log))
    })
}

/// Judges the logs of a batch.
pub(crate) fn judged(batch: &[Placed], judging: &Judging, threads: usize) -> Vec<ReportText> {
    threads::each(batch.len(), threads, |at| {
        let (input, bytes) = &batch[at];
        judging.report_text(input.clone(), bytes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::List;

    #[test]
    fn a_list_is_numbered_from_where_it_begins() {
        let logs = List(vec![Some("{}"), None, Some("[]")]);
        let reports = many(&logs, &"<list>".into(), 9, &Judging::default(), 2);
        let starts = |report: &Option<ReportText>, game| {
            let place = format!(r#""input":{{"name":"<list>","game":{game},"line":1}}"#);
            matches!(report, Some(Ok(report)) if report.contains(&place))
        };
        assert!(starts(&reports[0], 9) && reports[1].is_none() && starts(&reports[2], 11));
    }
}
