//! One log from its bytes to its report: the entry point for programs and bindings.

use std::borrow::Cow;

use splendor_schema::{InputFile, Log, Report, text_of};

use crate::fast_path::StopPoint;
use crate::replay::judge_after_prefix;
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
    let stop_point = match text_of(bytes) {
        Ok(text) => match fast_path::report(&input, text, options, scope) {
            Ok(report) => return (report, text.into()),
            Err(stop_point) => stop_point,
        },
        Err(_) => StopPoint::default(),
    };
    verify_after_fast_path(stop_point, input, bytes, options, scope)
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
    verify_after_fast_path(StopPoint::default(), input, bytes, options, scope)
}

/// Reads a whole log and judges the turns after those that the fast path judged, if any.
fn verify_after_fast_path<'b>(
    stop_point: StopPoint,
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    let StopPoint { prefix, turns_before_unreadable } = stop_point;
    let read = match turns_before_unreadable {
        Some(turns) => Log::read_strictly_after(turns, bytes),
        None => Log::read_with_places(bytes),
    };
    match read {
        Ok((log, turn_places)) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let judgment = judge_after_prefix(prefix, &log, options);
            let source = ReportSource { input, text: Original::log(text, &turn_places) };
            (scope.report(&source, &log, &judgment, options), text.into())
        }
        Err(error) => {
            // Malformed logs are almost always UTF-8, and `from_utf8` checks that faster.
            let text = std::str::from_utf8(bytes)
                .map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed);
            (report_unreadable(input, &error), text)
        }
    }
}
