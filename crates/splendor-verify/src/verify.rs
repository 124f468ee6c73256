//! One log from its bytes to its report: the entry point for programs and bindings.

use std::borrow::Cow;

use splendor_schema::{InputFile, Log, ReadError, Report, text_of};

use crate::replay::{JudgedPrefix, judge_after_prefix};
use crate::report::{Original, report_unreadable};
use crate::{JudgeOptions, ReportScope, ReportSource, fast_path};

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
/// let (report, _) = verify(input, EXAMPLE.as_bytes(), &options, ReportScope::Brief);
/// assert_eq!(report.verdict.as_str(), "legal");
/// ```
pub fn verify<'b>(
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    match text_of(bytes) {
        Ok(text) => match fast_path::report(&input, text, options, scope) {
            Ok(report) => (report, text.into()),
            Err(prefix) => judge_text(prefix, input, text, options, scope),
        },
        Err(error) => unreadable(input, bytes, &error),
    }
}

/// Reads and judges one log like [`verify`], without the fast path for legal logs.
///
/// The result is the same. Tests compare the two.
pub fn verify_by_replay<'b>(
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    match text_of(bytes) {
        Ok(text) => judge_text(None, input, text, options, scope),
        Err(error) => unreadable(input, bytes, &error),
    }
}

fn unreadable<'b>(input: InputFile, bytes: &'b [u8], error: &ReadError) -> (Report, Cow<'b, str>) {
    (report_unreadable(input, error), String::from_utf8_lossy(bytes))
}

/// Reads a whole log and judges the turns after those that the fast path judged, if any.
fn judge_text<'t>(
    prefix: Option<Box<JudgedPrefix>>,
    input: InputFile,
    text: &'t str,
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'t, str>) {
    let report = match Log::read_with_places(text) {
        Ok((log, turns)) => {
            let judgment = judge_after_prefix(prefix, &log, options);
            let source = ReportSource { input, text: Original::log(text, &turns) };
            scope.report(&source, &log, &judgment, options)
        }
        Err(error) => report_unreadable(input, &error),
    };
    (report, text.into())
}
