//! Answers for callers in other languages: about the bytes of one log, or of a file of logs, with
//! options in JSON. The answers are the JSON of the program.
//!
//! ```
//! use splendor_questions::{Ask, Options, answer};
//!
//! let options = Options::read(br#"{ "name": "game.json" }"#)?;
//! let report = answer(Ask::Verify, &options, b"{}")?;
//! assert!(report.json.contains(r#""verdict":"malformed""#));
//! assert_eq!(report.deciding.and_then(|finding| finding.line), Some(1));
//! # Ok::<(), String>(())
//! ```

mod options;

use std::io::{self, Read};

use serde::Deserialize;
use splendor_input::Pieces;
use splendor_render::{
    TextWithNotes, legal_turns_at, legal_turns_of_position, table_at, table_of_position,
};
use splendor_schema::json::layout;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::report::Severity;
use splendor_schema::{FileName, Finding, InputFile, LogOrPosition, Report, Verdict};
use splendor_verify::history::turn_index;
use splendor_verify::{JudgeOptions, ReadProposal, ReportScope};

pub use options::Options;

/// A question about a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// The report on it.
    Verify,
    /// The legal turns at a turn.
    Legal,
    /// The table at a turn.
    Position,
    /// Whether a turn is legal at its place.
    Why,
    /// Nothing: the answer fails like a defect, so that the bindings can test what happens then.
    Defect,
}

/// The answer to a question.
#[derive(Debug, Default)]
pub struct Answer {
    /// The answer in JSON, without a line break at its end.
    pub json: String,
    /// Notes for the user, each with a line break at its end.
    pub notes: String,
    /// The verdict on a log or on a turn.
    pub verdict: Option<Verdict>,
    /// The first finding that decides the verdict.
    pub deciding: Option<Finding>,
    /// Whether the place of that finding is in the turn that was judged, not in the log.
    pub is_in_turn: bool,
}

/// Answers a question about the bytes of a log.
///
/// # Errors
///
/// A message if a value of an option is not known, or if there is no answer about the log.
///
/// # Panics
///
/// Panics if the question is a defect.
pub fn answer(ask: Ask, options: &Options, log: &[u8]) -> Result<Answer, String> {
    let judge_options = options.judge_options()?;
    match ask {
        Ask::Verify => Ok(report(options.input(), log, &judge_options, options.keep_going).into()),
        Ask::Why => why(options, log, &judge_options),
        Ask::Legal => {
            let shown = match options.log_or_position(log)? {
                LogOrPosition::Log(log) => {
                    let turn = turn_index(&log, options.turn)?;
                    legal_turns_at(&log, &judge_options, turn, true)
                }
                LogOrPosition::Position(position) => {
                    legal_turns_of_position(&position, &judge_options, true)
                }
            };
            shown.map(Answer::from)
        }
        Ask::Position => {
            let shown = match options.log_or_position(log)? {
                LogOrPosition::Log(log) => {
                    let turn = turn_index(&log, options.turn)?;
                    table_at(&log, &judge_options, turn, true, false)
                }
                LogOrPosition::Position(position) => {
                    table_of_position(&position, &judge_options, true, false)
                }
            };
            shown.map(Answer::from)
        }
        Ask::Defect => panic!("{}", options.name),
    }
}

/// Judges a turn as `splendor why` does.
fn why(options: &Options, log: &[u8], judge_options: &JudgeOptions) -> Result<Answer, String> {
    let input = options.input();
    let proposal = options.proposal();
    let read = ReadProposal::read(log, options.turn, proposal.as_deref());
    let why = read.map_err(|error| error.in_file(&input.name))?.why(input, judge_options)?;
    let (json, turn) = (layout::compact(&why), why.turn);
    let deciding = deciding(why.findings);
    // Findings on other turns, and on the log as a whole, keep their places in the log.
    let is_in_turn = deciding.as_ref().is_some_and(|finding| finding.turn == Some(turn));
    Ok(Answer { json, verdict: Some(why.verdict), deciding, is_in_turn, ..Answer::default() })
}

fn deciding(findings: Vec<Finding>) -> Option<Finding> {
    findings.into_iter().find(|finding| finding.severity == Severity::Error)
}

/// Returns the report on a log as the program prints it.
fn report(input: InputFile, log: &[u8], options: &JudgeOptions, keep_going: bool) -> Report {
    // The program reads no more of a log that is too large, so the reports stay equal.
    let log = &log[..log.len().min(LOG_BYTES + 1)];
    let scope = ReportScope { details: true, keep_going };
    splendor_convert::verify(input, log, options, scope).0
}

impl Options {
    fn input(&self) -> InputFile {
        InputFile { name: self.name.as_str().into(), game: 1, line: 1 }
    }

    fn log_or_position(&self, bytes: &[u8]) -> Result<LogOrPosition, String> {
        let read = LogOrPosition::read(bytes).map_err(|error| error.in_file(self.input().name))?;
        match read {
            LogOrPosition::Position(_) if self.turn.is_some() => {
                Err("a position has no turns".to_owned())
            }
            read => Ok(read),
        }
    }
}

impl From<Report> for Answer {
    fn from(report: Report) -> Self {
        Self {
            json: layout::compact(&report),
            verdict: Some(report.verdict),
            deciding: deciding(report.findings),
            ..Self::default()
        }
    }
}

impl From<TextWithNotes> for Answer {
    fn from(shown: TextWithNotes) -> Self {
        let TextWithNotes { mut text, notes } = shown;
        text.truncate(text.trim_end().len());
        Self { json: text, notes, ..Self::default() }
    }
}

/// The logs of a file that are judged one at a time.
#[derive(Debug)]
pub struct OpenFile {
    logs: Pieces<'static>,
    name: FileName,
    options: JudgeOptions,
    keep_going: bool,
}

impl OpenFile {
    /// Opens a file: one document, or JSON Lines, plain or compressed.
    ///
    /// # Errors
    ///
    /// A message if a value of an option is not known, if the file cannot be read, or if it is an
    /// archive.
    pub fn open(options: &Options, file: impl Read + 'static) -> Result<Self, String> {
        let judge_options = options.judge_options()?;
        let name = FileName::from(options.name.as_str());
        let failure = |error: io::Error| format!("{name}: {error}");
        let mut logs = Pieces::open(file).map_err(failure)?;
        if logs.is_archive().map_err(failure)? {
            return Err(format!("{name}: this is an archive: unpack it, and judge its files"));
        }
        Ok(Self { logs, name, options: judge_options, keep_going: options.keep_going })
    }

    /// Judges the next log, and returns its report; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be read to its end.
    pub fn next_report(&mut self) -> Result<Option<Answer>, String> {
        let failure = |error: io::Error| format!("{}: {error}", self.name);
        let Some(piece) = self.logs.next_piece().map_err(failure)? else { return Ok(None) };
        let input = InputFile { name: self.name.clone(), game: piece.game, line: piece.line };
        Ok(Some(report(input, piece.bytes, &self.options, self.keep_going).into()))
    }
}

#[cfg(test)]
mod tests;
