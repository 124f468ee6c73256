//! One log from its bytes to its report: what a program, or a binding to another language, calls.

use std::borrow::Cow;

use splendor_schema::{InputFile, Log, Report};

use crate::{JudgeOptions, Text, brief_report, judge, report, report_unreadable};

/// How much a report tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportScope {
    /// What people read: the verdict, the findings, what is missing, and the outcome.
    Brief,
    /// Everything.
    Full,
}

/// Reads, judges and reports on one log; `input` says where it stands.
///
/// Returns the report, and the text of the log for who shows places in it.
pub fn verify<'b>(
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    detail: ReportScope,
) -> (Report, Cow<'b, str>) {
    match Log::read(bytes) {
        Ok(log) => {
            let text = std::str::from_utf8(bytes).unwrap_or_default();
            let judgment = judge(&log, options);
            let source = Text { input, text: text.into() };
            let told = if detail == ReportScope::Full { report } else { brief_report };
            (told(&source, &log, &judgment, options), text.into())
        }
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            (report_unreadable(input, &text, &error), text)
        }
    }
}
