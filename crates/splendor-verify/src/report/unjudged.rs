//! Reports on inputs that cannot be judged: unreadable bytes, and logs that need unknown features.

use splendor_schema as schema;
use splendor_schema::{InputFile, ReadError, ReadErrorKind, Report, visible};

use super::{blank, empty_report};
use crate::Unsupported;

/// Every id of a finding that is not a clause, with its requirement.
pub const REASONS: [(&str, &str); 25] = [
    ("format.encoding", "a log is UTF-8"),
    ("format.bom", "a log has no byte order mark"),
    ("format.json", "a log is strict JSON"),
    ("format.duplicate-key", "no object has a key twice"),
    ("format.shape", "a log has the fields and types of its format"),
    ("format.size", "a log stays within the stated limits"),
    ("format.foreign", "a file of another client has only fields that its importer knows"),
    ("rules.edition", "a log declares the edition that is required"),
    ("rules.modules", "a log declares the modules that are required"),
    ("rules.boxes", "a log declares the boxes that are required"),
    ("rules.rulings", "a log declares the rulings that are required"),
    ("seal.missing", "a sealed log has a file with its seal"),
    ("seal.format", "the seal of a log, and the files that belong to it, can be read"),
    ("seal.header", "everything before the turns of a log is as it was sealed"),
    ("seal.turn", "every turn of a log is as it was sealed"),
    ("seal.end", "the end and the result of a log are as they were sealed"),
    ("seal.deal", "the cards come from the decks that were committed"),
    ("seal.signature", "every seat has signed the seal"),
    ("unsupported.format", "a log names a supported format and version"),
    ("unsupported.edition", "a log names a supported edition of the rulebook"),
    ("unsupported.module", "a log declares only supported modules"),
    ("unsupported.box", "a log declares only supported boxes"),
    ("unsupported.ruling", "a log declares only supported rulings"),
    ("unsupported.foreign", "a log is judged up to the first turn that is not part of the game"),
    (
        "unsupported.lacking",
        "a file of another client contains everything that a log of its game needs",
    ),
];

/// The id for a log that the search left undecided. It is not the id of a finding: the report names
/// the omitted fact at which the search stopped.
pub const UNDECIDED: &str = "verdict.undecided";

/// Returns the report on a text that is not a log.
pub fn report_unreadable(input: InputFile, error: &ReadError) -> Report {
    let finding = schema::Finding {
        pointer: error.pointer.clone(),
        line: Some(error.line as u64 + input.line - 1),
        column: Some(error.column as u64),
        message: visible::line(&error.message).into_owned(),
        help: help(error).map(str::to_owned),
        ..reason(id_of(&error.kind))
    };
    let unknown = matches!(error.kind, ReadErrorKind::UnknownFormat(_));
    let verdict = if unknown { schema::Verdict::Unsupported } else { schema::Verdict::Malformed };
    Report { findings: vec![finding], verdict, ..empty_report(input) }
}

/// Why a file of another client is not a log.
#[derive(Clone, Copy, Debug)]
pub struct Refusal<'r> {
    /// Whether the file is valid, but lacks facts that a log needs.
    pub incomplete: bool,
    /// The problem, in one line.
    pub message: &'r str,
    /// The line of the problem in the file, from 1.
    pub line: usize,
    /// Its column in that line, from 1, in characters.
    pub column: usize,
    /// The next step.
    pub help: Option<&'r str>,
}

/// Returns the report on a file of another client that cannot be converted.
pub fn report_refused(input: InputFile, refusal: Refusal<'_>) -> Report {
    let (id, verdict) = if refusal.incomplete {
        ("unsupported.lacking", schema::Verdict::Unsupported)
    } else {
        ("format.foreign", schema::Verdict::Malformed)
    };
    let finding = schema::Finding {
        line: Some(refusal.line as u64 + input.line - 1),
        column: Some(refusal.column as u64),
        message: visible::line(refusal.message).into_owned(),
        help: refusal.help.map(str::to_owned),
        ..reason(id)
    };
    Report { findings: vec![finding], verdict, ..empty_report(input) }
}

/// Returns an empty finding with its id and the requirement.
pub(super) fn reason(id: &str) -> schema::Finding {
    let found = REASONS.iter().find(|(other, _)| *other == id);
    let sentence = found.map_or("", |(_, sentence)| sentence).to_owned();
    schema::Finding { sentence, ..blank(id, page_of_reason(id)) }
}

/// Returns the page that explains a finding that is not a clause.
pub fn page_of_reason(id: &str) -> &'static str {
    match id {
        "format.foreign" | "unsupported.lacking" => "convert.md",
        _ if id.starts_with("rules.") => "tournament.md",
        _ if id.starts_with("seal.") => "seal.md",
        _ => "log-format.md",
    }
}

/// Returns the id of the finding for a reading error.
const fn id_of(kind: &ReadErrorKind) -> &'static str {
    match kind {
        ReadErrorKind::Encoding => "format.encoding",
        ReadErrorKind::Bom => "format.bom",
        ReadErrorKind::Syntax => "format.json",
        ReadErrorKind::DuplicateKey => "format.duplicate-key",
        ReadErrorKind::Shape => "format.shape",
        ReadErrorKind::TooLarge => "format.size",
        ReadErrorKind::UnknownFormat(_) => "unsupported.format",
    }
}

/// Returns the help for bytes that are not a log.
fn help(error: &ReadError) -> Option<&'static str> {
    let several = match error.kind {
        ReadErrorKind::Syntax => error.message.contains("after the end"),
        ReadErrorKind::Shape => {
            error.pointer.as_deref() == Some("") && !error.message.contains('`')
        }
        _ => false,
    };
    match error.kind {
        _ if several => {
            Some("several logs in one file are JSON Lines: one log per line, nothing else")
        }
        ReadErrorKind::Bom => Some("write the file as UTF-8 without this mark"),
        ReadErrorKind::Encoding if error.message.contains("UTF-16") => Some(
            "`iconv -f UTF-16 -t UTF-8` converts the file; PowerShell writes UTF-8 with \
             `Out-File -Encoding utf8NoBOM`",
        ),
        ReadErrorKind::Shape if is_about_an_id(&error.message) => {
            Some("`splendor list cards` lists every id")
        }
        ReadErrorKind::Shape => {
            Some("compare with `splendor example`; `splendor schema --print log` prints the schema")
        }
        _ => None,
    }
}

/// Returns whether a message is about the id of a component.
fn is_about_an_id(message: &str) -> bool {
    let kinds = ["a card id", "a noble id", "a city id", "the name of a trading post"];
    kinds.iter().any(|kind| message.contains(kind))
}

/// Returns the finding for a feature that is not known.
pub(super) fn unsupported(unknown: &Unsupported) -> schema::Finding {
    let turn = unknown.turn().map(|turn| turn as u64 + 1);
    let (pointer, message) = (Some(unknown.pointer()), unknown.to_string());
    schema::Finding { pointer, message, turn, ..reason(unknown.id()) }
}
