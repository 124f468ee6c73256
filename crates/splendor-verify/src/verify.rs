//! One log from its bytes to its report: the entry point for programs and bindings.

use std::borrow::Cow;

use splendor_schema::{InputFile, Log, Report, text_of};

use crate::report::{Original, report_unreadable};
use crate::{JudgeOptions, ReportScope, ReportSource, judge};

/// Reads and judges one log, and returns the report with the text of the log. `input` names the
/// file, the game and the line of the log in reports.
///
/// Bytes that are not a log get a report with the verdict `malformed` or `unsupported`, never an
/// error.
///
/// ```
/// use splendor_schema::InputFile;
/// use splendor_schema::EXAMPLE;
/// use splendor_verify::{JudgeOptions, ReportScope, verify};
///
/// let input = InputFile { name: "log.json".into(), game: 1, line: 1 };
/// let options = JudgeOptions::default();
/// let (report, _) = verify(input, EXAMPLE.as_bytes(), &options, ReportScope::BRIEF);
/// assert_eq!(report.verdict.as_str(), "legal");
/// ```
pub fn verify<'b>(
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    match text_of(bytes) {
        Ok(text) => (judge_text(input, text, options, scope), text.into()),
        Err(error) => (report_unreadable(input, &error), String::from_utf8_lossy(bytes)),
    }
}

fn judge_text(input: InputFile, text: &str, options: &JudgeOptions, scope: ReportScope) -> Report {
    match Log::read_with_places(text) {
        Ok((log, turns)) => {
            let judgment = judge(&log, options);
            let source = ReportSource { input, text: Original::log(text, &turns) };
            scope.report(&source, &log, judgment, options)
        }
        Err(error) => report_unreadable(input, &error),
    }
}
