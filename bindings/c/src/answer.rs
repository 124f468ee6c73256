//! Answers as a program in C reads them: texts that end with a zero byte, and numbers.

use std::ffi::{CStr, CString};
use std::sync::{Mutex, PoisonError};

use serde_json::value::RawValue;
use splendor_questions::{Ask, OpenFile, Options};
use splendor_schema::Verdict;

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// There is an answer.
    #[default]
    Ok = 0,
    /// There is no answer: an option has an unknown name or value, the file cannot be read, or the
    /// log allows no answer.
    Refused = 1,
    /// There are no more logs.
    End = 2,
    /// The call is wrong: a pointer is null, a length is too large, or options are not UTF-8.
    Misuse = 3,
    /// The verifier itself has a defect. The log is not judged, and the next call works again.
    Defect = 4,
}

/// A verdict on a log or a turn.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictCode {
    /// The answer has no verdict.
    #[default]
    None = 0,
    /// No clause is broken, whatever the omitted facts were.
    Legal = 1,
    /// A legal completion was found, but other values of the omitted facts may be illegal.
    Consistent = 2,
    /// A clause is broken, whatever the omitted facts were.
    Illegal = 3,
    /// The search for the omitted facts stopped at a limit.
    Undecided = 4,
    /// The input is not a log.
    Malformed = 5,
    /// The log uses unknown rules, or has a turn that the game does not have.
    Unsupported = 6,
}

impl From<Verdict> for VerdictCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Legal => Self::Legal,
            Verdict::Consistent => Self::Consistent,
            Verdict::Illegal => Self::Illegal,
            Verdict::Undecided => Self::Undecided,
            Verdict::Malformed => Self::Malformed,
            Verdict::Unsupported => Self::Unsupported,
        }
    }
}

/// The result of a call. `splendor_answer_free` frees it.
#[derive(Debug, Default)]
pub struct Answer {
    pub(crate) status: Status,
    pub(crate) text: CString,
    pub(crate) notes: CString,
    pub(crate) verdict: VerdictCode,
    pub(crate) clause: CString,
    pub(crate) message: CString,
    pub(crate) turn: u64,
    pub(crate) line: u64,
    pub(crate) column: u64,
    pub(crate) is_in_turn: bool,
    /// The legal turns.
    pub(crate) turns: Vec<CString>,
}

/// Returns a text for C. JSON escapes a zero byte; a message may have one from a given name.
fn terminated(text: String) -> CString {
    let bytes = if text.contains('\0') { text.replace('\0', "\u{fffd}") } else { text };
    CString::new(bytes).unwrap_or_default()
}

impl Answer {
    fn of(answer: splendor_questions::Answer, ask: Ask) -> Self {
        let turns: Vec<&RawValue> = match ask {
            Ask::Legal => serde_json::from_str(&answer.json).expect("the turns are an array"),
            _ => Vec::new(),
        };
        let turns = turns.iter().map(|turn| terminated(turn.get().to_owned())).collect();
        let mut result = Self {
            text: terminated(answer.json),
            notes: terminated(answer.notes),
            verdict: answer.verdict.map_or(VerdictCode::None, VerdictCode::from),
            turns,
            ..Self::default()
        };
        if let Some(finding) = answer.deciding {
            result.clause = terminated(finding.clause);
            result.message = terminated(finding.message);
            result.turn = finding.turn.unwrap_or(0);
            result.line = finding.line.unwrap_or(0);
            result.column = finding.column.unwrap_or(0);
            result.is_in_turn = answer.is_in_turn;
        }
        result
    }

    /// Runs a call; a panic in it becomes an answer.
    fn guarded(call: impl FnOnce() -> Result<Self, Failure>) -> Self {
        let defect = |reason| Err(Failure { status: Status::Defect, reason });
        splendor_verify::catch_defect(call).unwrap_or_else(defect).unwrap_or_else(Self::from)
    }
}

/// Why a call has no answer.
struct Failure {
    status: Status,
    reason: String,
}

impl From<Failure> for Answer {
    fn from(failure: Failure) -> Self {
        let message = terminated(failure.reason);
        Self { status: failure.status, text: message.clone(), message, ..Self::default() }
    }
}

fn refused(reason: String) -> Failure {
    Failure { status: Status::Refused, reason }
}

fn misuse(reason: &str) -> Failure {
    Failure { status: Status::Misuse, reason: reason.to_owned() }
}

/// The arguments of a call: the bytes of a log or a file, and the options.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments<'a> {
    /// The bytes; a message if the pointer or the length is wrong.
    pub(crate) bytes: Result<&'a [u8], &'static str>,
    pub(crate) options: Option<&'a CStr>,
}

impl<'a> Arguments<'a> {
    fn read(self) -> Result<(&'a [u8], Options), Failure> {
        let bytes = self.bytes.map_err(misuse)?;
        let text = self.options.map_or(Ok("{}"), CStr::to_str);
        let text = text.map_err(|_| misuse("the options are not UTF-8"))?;
        Ok((bytes, Options::read(text.as_bytes()).map_err(refused)?))
    }
}

/// Answers a question about a log.
pub(crate) fn answer(ask: Ask, arguments: Arguments<'_>) -> Answer {
    Answer::guarded(|| {
        let (log, options) = arguments.read()?;
        let answer = splendor_questions::answer(ask, &options, log).map_err(refused)?;
        Ok(Answer::of(answer, ask))
    })
}

/// The logs of a file, judged one at a time. `splendor_logs_close` frees it.
//
// The threads of the caller share it, although `OpenFile` is not `Send`: its decoders count bytes
// in an `Rc`. All owners of that `Rc` are inside, and every access holds the lock.
#[derive(Debug)]
pub struct Logs {
    state: Mutex<State>,
}

#[derive(Debug)]
enum State {
    Open(Box<OpenFile>),
    /// The file could not be opened; the next call returns the reason.
    Failed(Answer),
    Ended,
}

/// What a file returns for its next log.
type Report = Result<Option<splendor_questions::Answer>, String>;

impl Logs {
    /// Opens a file with a copy of its bytes.
    pub(crate) fn open(arguments: Arguments<'_>) -> Self {
        let mut file = None;
        let failure = Answer::guarded(|| {
            let (bytes, options) = arguments.read()?;
            let bytes = std::io::Cursor::new(bytes.to_vec());
            file = Some(OpenFile::open(&options, bytes).map_err(refused)?);
            Ok(Answer::default())
        });
        let state = file.map_or(State::Failed(failure), |file| State::Open(Box::new(file)));
        Self { state: Mutex::new(state) }
    }

    /// Judges the next log. After a failure of the reader there are no more logs.
    pub(crate) fn next_report(&self) -> Answer {
        self.next_with(OpenFile::next_report)
    }

    fn next_with(&self, next: impl FnOnce(&mut OpenFile) -> Report) -> Answer {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = match std::mem::replace(&mut *state, State::Ended) {
            State::Open(file) => file,
            State::Failed(failure) => return failure,
            State::Ended => return end(),
        };
        let answer = Answer::guarded(|| {
            let Some(report) = next(&mut file).map_err(refused)? else { return Ok(end()) };
            Ok(Answer::of(report, Ask::Verify))
        });
        // A defect concerns one log, which the reader has passed: the next call judges another.
        if matches!(answer.status, Status::Ok | Status::Defect) {
            *state = State::Open(file);
        }
        answer
    }
}

fn end() -> Answer {
    Answer { status: Status::End, ..Answer::default() }
}

/// Returns the answer of a call without logs.
pub(crate) fn no_logs() -> Answer {
    misuse("the logs are null").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(options: &CStr) -> Arguments<'_> {
        Arguments { bytes: Ok(b"{}"), options: Some(options) }
    }

    #[test]
    fn every_panic_is_a_status() {
        let defect = answer(Ask::Defect, arguments(c"{ \"name\": \"no gems\" }"));
        assert_eq!(defect.status, Status::Defect);
        assert_eq!(defect.text, defect.message);
        assert_eq!(defect.text.as_c_str(), c"a defect of this program, not of the log: no gems");
        let next = answer(Ask::Verify, arguments(c"{}"));
        assert_eq!((next.status, next.verdict), (Status::Ok, VerdictCode::Malformed));
    }

    #[test]
    fn after_a_defect_the_other_logs_are_judged() {
        let lines = Arguments { bytes: Ok(b"{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"), options: None };
        let logs = Logs::open(lines);
        let line = |answer: &Answer| (answer.status, answer.line);
        assert_eq!(line(&logs.next_report()), (Status::Ok, 1));
        let defect = logs.next_with(|file| {
            let _second = file.next_report();
            panic!("no gems")
        });
        assert_eq!(defect.status, Status::Defect);
        assert_eq!(line(&logs.next_report()), (Status::Ok, 3));
        assert_eq!(logs.next_report().status, Status::End);
        assert_eq!(logs.next_report().status, Status::End);
    }

    #[test]
    fn a_zero_byte_ends_no_text() {
        assert_eq!(terminated("a\0b".to_owned()).as_c_str(), c"a\u{fffd}b");
    }
}
