//! A row of a table for each log, with the values to count and group by.

use splendor_schema::report::{AppliedRuling, Severity};
use splendor_schema::{FileName, Finding, InputFile, Report};

use crate::guard::{Defect, guarded};
use crate::judging::Judging;
use crate::logs::Logs;
use crate::threads;

/// A finding in a table.
pub(crate) type FindingCells = (
    String,
    Option<String>,
    &'static str,
    Option<u64>,
    Option<u8>,
    Option<String>,
    Option<u64>,
    Option<u64>,
    String,
    bool,
);

/// The row of one log.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The verdict; `None` for a defect, which `message` then describes.
    pub(crate) verdict: Option<&'static str>,
    pub(crate) complete: Option<bool>,
    /// The client that the log names.
    pub(crate) client: Option<String>,
    pub(crate) plies: Option<u64>,
    pub(crate) judged: Option<u64>,
    /// The rulings that differ from the published rules, like `pass=always`.
    pub(crate) departures: Vec<String>,
    /// From the first finding that decides the verdict.
    pub(crate) clause: Option<String>,
    pub(crate) turn: Option<u64>,
    pub(crate) line: Option<u64>,
    pub(crate) column: Option<u64>,
    pub(crate) message: Option<String>,
    pub(crate) findings: Vec<FindingCells>,
}

/// Judges every log and returns one row per log, in their order. The row of a null is null.
pub(crate) fn many(
    logs: &(impl Logs + ?Sized),
    judging: &Judging,
    threads: usize,
) -> Vec<Option<Row>> {
    threads::each(logs.count(), threads, |at| {
        let log = logs.text(at)?;
        let input = InputFile { name: FileName::default(), game: at as u64 + 1, line: 1 };
        let judge = || judging.report(input, log, false);
        Some(Row::of(guarded(judge)))
    })
}

impl Row {
    fn of(judged: Result<Report, Defect>) -> Self {
        let report = match judged {
            Ok(report) => report,
            Err(Defect(why)) => return Self { message: Some(why), ..Self::default() },
        };
        let deciding = report.findings.iter().find(|finding| finding.severity == Severity::Error);
        Self {
            verdict: Some(report.verdict.as_str()),
            complete: Some(report.complete),
            client: report
                .source
                .and_then(|source| source.client)
                .map(|name| name.as_str().to_owned()),
            plies: Some(report.plies),
            judged: Some(report.judged),
            departures: report.departures.iter().map(in_words).collect(),
            clause: deciding.map(|finding| finding.clause.clone()),
            turn: deciding.and_then(|finding| finding.turn),
            line: deciding.and_then(|finding| finding.line),
            column: deciding.and_then(|finding| finding.column),
            message: deciding.map(|finding| finding.message.clone()),
            findings: report.findings.into_iter().map(cells).collect(),
        }
    }
}

fn in_words(ruling: &AppliedRuling) -> String {
    format!("{}={}", ruling.name, ruling.value)
}

fn cells(finding: Finding) -> FindingCells {
    (
        finding.clause,
        finding.contradicts,
        finding.severity.as_str(),
        finding.turn,
        finding.seat,
        finding.pointer,
        finding.line,
        finding.column,
        finding.message,
        finding.after_illegal,
    )
}

#[cfg(test)]
mod tests {
    use splendor_verify::JudgeOptions;

    use super::*;
    use crate::logs::List;

    fn rows(logs: &[&str], judging: &Judging) -> Vec<Row> {
        let logs = List(logs.iter().copied().map(Some).collect());
        many(&logs, judging, 1).into_iter().map(|row| row.expect("none is null")).collect()
    }

    #[test]
    fn a_defect_is_a_row_without_a_verdict() {
        let row = Row::of(guarded(|| panic!("three gems")));
        let message = row.message.as_deref().unwrap_or_default();
        assert_eq!(message, "a defect of this program, not of the log: three gems");
        assert_eq!(Row { message: None, ..row }, Row::default());
    }

    #[test]
    fn the_row_of_a_null_is_null() {
        let rows = many(&List(vec![None, Some("{")]), &Judging::default(), 1);
        assert!(rows[0].is_none() && rows[1].is_some());
    }

    #[test]
    fn the_first_finding_that_decides_is_reported() {
        let text = splendor_schema::EXAMPLE.replacen("\"seat\": 1", "\"seat\": 0", 1);
        let rows = rows(&[splendor_schema::EXAMPLE, &text, "{"], &Judging::default());
        let decisive = rows.iter().map(|row| (row.verdict, row.clause.as_deref(), row.turn));
        assert_eq!(
            decisive.collect::<Vec<_>>(),
            [
                (Some("legal"), None, None),
                (Some("illegal"), Some("turn.order"), Some(2)),
                (Some("malformed"), Some("format.json"), None),
            ]
        );
        assert_eq!(rows[1].findings[0].0, "turn.order");
        assert!(rows.iter().all(|row| row.departures.is_empty()));
    }

    #[test]
    fn rulings_that_differ_from_the_published_rules_are_listed() {
        let rulings = vec![("target".to_owned(), "21".to_owned())];
        let options = JudgeOptions { rulings, ..JudgeOptions::default() };
        let judging = Judging { options, keep_going: false };
        let rows = rows(&[splendor_schema::EXAMPLE, "{"], &judging);
        assert_eq!(rows[0].departures, ["target=21"]);
        assert!(rows[1].departures.is_empty());
    }
}
