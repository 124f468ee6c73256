//! Judges logs, and files of other clients.

use std::borrow::Cow;
use std::path::Path;

use splendor_schema::{InputFile, Log, Name, ReadError, ReadErrorKind, Report};
use splendor_verify::report::{Original, Places, Refusal, report_unreadable};
use splendor_verify::{JudgeOptions, ReportScope, ReportSource};

use crate::detect::Detected;
use crate::unknown::{UNKNOWN_FORMAT, UNKNOWN_FORMAT_HELP};
use crate::{Conversion, ConvertError, ForeignFormat, SideSetup, stem};

/// Reads and judges one log, as [`splendor_verify::verify()`] does. The report on a file of another
/// client names the importer that reads it, and the report on any other file says that it is no log.
pub fn verify<'b>(
    input: InputFile,
    bytes: &'b [u8],
    options: &JudgeOptions,
    scope: ReportScope,
) -> (Report, Cow<'b, str>) {
    let (mut report, text) = splendor_verify::verify(input, bytes, options, scope);
    let Some(first) = report.findings.first_mut() else { return (report, text) };
    // Broken JSON is more likely a damaged log than anything else, and needs its place.
    let is_json = text.trim_start().starts_with(['{', '[']);
    let may_be_unknown = match first.clause.as_str() {
        "format.json" => !is_json && !text.trim().is_empty(),
        "format.shape" => true,
        "unsupported.format" => false,
        _ => return (report, text),
    };
    match Detected::of(&text) {
        Detected::Foreign(ForeignFormat { name, .. }) => {
            first.help = Some(format!(
                "this is a file of another client: `--from {name}` judges it, `convert` makes a log"
            ));
        }
        Detected::Unknown if may_be_unknown => report = report_unknown(report.input),
        Detected::Own | Detected::Unknown => {}
    }
    (report, text)
}

/// Returns the report on a file that is neither a log nor of a known client.
fn report_unknown(input: InputFile) -> Report {
    let (kind, message) = (ReadErrorKind::Shape, UNKNOWN_FORMAT.to_owned());
    let error = ReadError { kind, message, line: 1, column: 1, pointer: None };
    let mut report = report_unreadable(input, &error);
    for finding in &mut report.findings {
        finding.help = Some(UNKNOWN_FORMAT_HELP.to_owned());
    }
    report
}

/// The report on a game of another client, with the places and names that print it as text.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The report; its places are in the foreign file.
    pub report: Report,
    /// The places of the parts of the log in the foreign file.
    pub places: Places,
    /// The names of the seats.
    pub players: Vec<Option<Name>>,
}

/// Converts and judges a game of another client. A file that cannot be converted gets a report,
/// never an error.
pub fn judge_foreign(
    format: &ForeignFormat,
    input: InputFile,
    text: &str,
    setups: &[SideSetup],
    options: &JudgeOptions,
    scope: ReportScope,
) -> Judged {
    let stem = stem(Path::new(&*input.name.text()));
    match format.convert_file(stem.as_deref(), text, setups) {
        Ok(Conversion { log, places, .. }) => {
            let judgment = splendor_verify::judge(&log, options);
            let source = ReportSource { input, text: Original::foreign(text, &places) };
            let report = scope.report(&source, &log, judgment, options);
            let players = log.players.into_iter().map(|player| player.name).collect();
            Judged { report, places, players }
        }
        Err(refusal) => Judged {
            report: report_refused(input, text, &refusal),
            places: refusal.places(),
            players: Vec::new(),
        },
    }
}

/// Returns the report on a file of another client that cannot be converted.
pub fn report_refused(input: InputFile, text: &str, refusal: &ConvertError) -> Report {
    let (line, column) = refusal.line_column(text);
    let is_log = Log::read(text.as_bytes()).is_ok();
    let refusal = Refusal {
        incomplete: refusal.incomplete,
        message: &refusal.message,
        line,
        column,
        help: is_log.then_some("this is a log: leave out --from"),
    };
    splendor_verify::report::report_refused(input, refusal)
}
