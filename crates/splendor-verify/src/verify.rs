//! One log from its bytes to its report: the entry point for programs and bindings.

use std::borrow::Cow;

use splendor_schema::json::TurnPlaces;
use splendor_schema::{InputFile, Log, Report, text_of};

use crate::fast_path::Stopped;
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
    let stopped = match text_of(bytes) {
        Ok(text) => match fast_path::report(&input, text, options, scope) {
            Ok(report) => return (report, text.into()),
            Err(stopped) => stopped,
        },
        Err(_) => Stopped::default(),
    };
    verify_rest(stopped, input, bytes, options, scope)
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
    verify_rest(Stopped::default(), input, bytes, options, scope)
}

/// Reads a whole log and judges the turns after those that the fast path judged, if any.
fn verify_rest<'b>(
    stopped: Stopped,
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    let Stopped { prefix, before_unread } = stopped;
    let read = match before_unread {
        Some(turns) => Log::read_after(bytes, turns).map(|log| (log, TurnPlaces::default())),
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
            (report_unreadable(input, &text, &error), text)
        }
    }
}
