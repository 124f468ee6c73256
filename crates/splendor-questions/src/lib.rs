//! The answers for the bindings: one log at a time, with options.
//!
//! A question is a header in JSON, followed by the bytes of a log or of a file of logs.

use std::io::{self, Cursor};

use serde::Deserialize;
use splendor_input::Pieces;
use splendor_render::{TextWithNotes, legal_at, table_at};
use splendor_schema::json::layout;
use splendor_schema::limits::LOG_BYTES;
use splendor_schema::{FileName, InputFile, Log};
use splendor_verify::history::turn_index;
use splendor_verify::{JudgeOptions, ReadProposal, ReportScope, RequiredRules};

/// The header of a question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Header {
    ask: Ask,
    /// The name of the input in the answer.
    name: String,
    /// The number of a turn, from 1.
    turn: Option<usize>,
    /// The text of a hypothetical turn.
    proposal: Option<String>,
    client: Option<String>,
    #[serde(default)]
    rulings: Vec<(String, String)>,
    #[serde(default)]
    published: bool,
    /// The text of the required rules.
    rules: Option<String>,
    #[serde(default)]
    keep_going: bool,
}

/// What is asked about a log.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// The report on it.
    Verify,
    /// The reports on all logs of a file, one at a time.
    Open,
    /// The legal turns at a turn.
    Legal,
    /// The table at a turn.
    Position,
    /// Whether a turn is legal at its place.
    Why,
    /// Nothing: the answer fails like a defect, so that the package can test what happens then.
    Defect,
}

/// The logs of a file that are judged one at a time.
#[derive(Debug)]
pub struct OpenFile {
    logs: Pieces<'static>,
    name: FileName,
    options: JudgeOptions,
}

/// The answer to a question.
#[derive(Debug)]
pub enum Answer {
    /// The answer in JSON, with notes for the user.
    Json(TextWithNotes),
    /// A file of logs, to be judged one at a time.
    File(OpenFile),
}

/// Answers a question: `header` is the length of its header.
///
/// # Errors
///
/// A message if an option is not known, or if there is no answer about the log.
///
/// # Panics
///
/// Panics if the question asks for a defect.
pub fn answer(header: usize, given: Vec<u8>) -> Result<Answer, String> {
    let (text, bytes) = given.split_at(header.min(given.len()));
    let asked: Header =
        serde_json::from_slice(text).map_err(|error| format!("the options: {error}"))?;
    let options = asked.options()?;
    let shown = match asked.ask {
        Ask::Open => return asked.open(header, given, options).map(Answer::File),
        Ask::Defect => panic!("{}", asked.name),
        Ask::Verify => report(asked.input(), bytes, &options).into(),
        Ask::Why => asked.why(bytes, &options)?.into(),
        Ask::Legal => {
            let log = asked.log(bytes)?;
            legal_at(&log, &options, turn_index(&log, asked.turn)?, true)?
        }
        Ask::Position => {
            let log = asked.log(bytes)?;
            table_at(&log, &options, turn_index(&log, asked.turn)?, true, false)?
        }
    };
    Ok(Answer::Json(shown))
}

/// Returns the report on a log as the program prints it, without the line break.
fn report(input: InputFile, bytes: &[u8], options: &JudgeOptions) -> String {
    // The program reads no more of a log that is too large, so the reports stay equal.
    let bytes = &bytes[..bytes.len().min(LOG_BYTES + 1)];
    layout::compact(&splendor_verify::verify(input, bytes, options, ReportScope::Full).0)
}

impl Header {
    fn options(&self) -> Result<JudgeOptions, String> {
        let rules = self.rules.as_deref().map(|text| ("rules", text.as_bytes()));
        let required = RequiredRules::named(self.published, rules)?;
        let options = JudgeOptions::named(self.client.as_deref(), self.rulings.clone(), required)?;
        Ok(JudgeOptions { keep_going: self.keep_going, ..options })
    }

    fn input(&self) -> InputFile {
        InputFile { name: self.name.as_str().into(), game: 1, line: 1 }
    }

    fn log(&self, bytes: &[u8]) -> Result<Log, String> {
        Log::read(bytes).map_err(|error| error.in_file(self.input().name))
    }

    fn open(
        &self,
        header: usize,
        given: Vec<u8>,
        options: JudgeOptions,
    ) -> Result<OpenFile, String> {
        let mut file = Cursor::new(given);
        file.set_position(header as u64);
        let name = FileName::from(self.name.as_str());
        let logs = Pieces::open(file).map_err(|error| format!("{name}: {error}"))?;
        Ok(OpenFile { logs, name, options })
    }

    /// Judges a turn as `splendor why` does.
    fn why(&self, bytes: &[u8], options: &JudgeOptions) -> Result<String, String> {
        let input = self.input();
        let read = ReadProposal::read(&input.name, bytes, self.turn, self.proposal.as_deref())?;
        Ok(layout::json_line(&splendor_verify::why(&read.proposal(input, options))?))
    }
}

impl OpenFile {
    /// Judges the next log, and returns its report; `None` at the end of the file.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be read to its end.
    pub fn next_report(&mut self) -> Result<Option<String>, String> {
        let failure = |error: io::Error| format!("{}: {error}", self.name);
        let Some(piece) = self.logs.next_piece().map_err(failure)? else { return Ok(None) };
        let input = InputFile { name: self.name.clone(), game: piece.game, line: piece.line };
        Ok(Some(report(input, piece.bytes, &self.options)))
    }
}
