//! The functions of the header, with the calling convention of C.
//!
//! `cbindgen` writes the header from this file and `answer.rs`, with these comments.

#![expect(unsafe_code, reason = "exported names, and arguments that are pointers")]
#![expect(clippy::missing_safety_doc, reason = "the header states the rules for all pointers once")]

use std::ffi::{CStr, c_char, c_int, c_void};

use splendor_questions::Ask;

use crate::answer::{Answer, Arguments, Logs, Status, VerdictCode, answer, no_logs};
use crate::pointers;

/// Judges one log. Input that is not a log gets a report too.
///
/// The text of the answer is the report, as `splendor verify --format json` prints it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_verify(
    log: *const c_void,
    length: usize,
    options: *const c_char,
) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(answer(Ask::Verify, unsafe { arguments(log, length, options) }))
}

/// Lists the legal turns at the turn that the options name; by default, after the last turn.
///
/// The text of the answer is an array of turns; `splendor_answer_legal_turn` returns each of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_legal_turns(
    log: *const c_void,
    length: usize,
    options: *const c_char,
) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(answer(Ask::Legal, unsafe { arguments(log, length, options) }))
}

/// Returns the table before the turn that the options name; by default, after the last turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_position(
    log: *const c_void,
    length: usize,
    options: *const c_char,
) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(answer(Ask::Position, unsafe { arguments(log, length, options) }))
}

/// Judges the option `proposal` at the option `turn`; without `proposal`, the turn of the log.
///
/// The text of the answer is that of `splendor why --format json`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_why(
    log: *const c_void,
    length: usize,
    options: *const c_char,
) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(answer(Ask::Why, unsafe { arguments(log, length, options) }))
}

/// Fails like a defect of the verifier, so that tests can see what happens then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_defect(options: *const c_char) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(answer(Ask::Defect, unsafe { arguments(std::ptr::null(), 0, options) }))
}

/// Opens the logs of a file that the caller has read: one document, or JSON Lines, plain or
/// compressed with gzip or Zstandard; not an archive.
///
/// The function copies the bytes. It never returns null; if the bytes or the options are wrong, the
/// first `splendor_logs_next` returns the reason.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_logs_open(
    bytes: *const c_void,
    length: usize,
    options: *const c_char,
) -> *mut Logs {
    // SAFETY: the caller promises what the header asks for.
    pointers::give(Logs::open(unsafe { arguments(bytes, length, options) }))
}

/// Judges the next log. At the end the status is `SPLENDOR_STATUS_END`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_logs_next(logs: *const Logs) -> *mut Answer {
    // SAFETY: the caller promises what the header asks for.
    let logs = unsafe { pointers::value(logs) };
    pointers::give(logs.map_or_else(no_logs, Logs::next_report))
}

/// Frees the logs. Their answers stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_logs_close(logs: *mut Logs) {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::free(logs) }
}

/// Frees an answer with all its texts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_free(answer: *mut Answer) {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::free(answer) }
}

/// Returns how the call ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_status(answer: *const Answer) -> Status {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(Status::Misuse, |answer| answer.status)
}

/// Returns the answer in JSON, or the reason why there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_text(answer: *const Answer) -> *const c_char {
    // SAFETY: the caller promises what the header asks for.
    text_of(unsafe { pointers::value(answer) }, |answer| &answer.text)
}

/// Returns the number of bytes of the text, without the zero byte at its end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_text_length(answer: *const Answer) -> usize {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(0, |answer| answer.text.count_bytes())
}

/// Returns notes for the user, one a line, for example that a list is not complete.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_notes(answer: *const Answer) -> *const c_char {
    // SAFETY: the caller promises what the header asks for.
    text_of(unsafe { pointers::value(answer) }, |answer| &answer.notes)
}

/// Returns the verdict of `splendor_verify`, `splendor_logs_next` or `splendor_why`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_verdict(answer: *const Answer) -> VerdictCode {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(VerdictCode::None, |answer| answer.verdict)
}

/// Returns the id of the finding that decides the verdict: a clause like `take.pair-needs-four`, or
/// another id of the report format like `format.json`; empty if nothing decides it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_clause(answer: *const Answer) -> *const c_char {
    // SAFETY: the caller promises what the header asks for.
    text_of(unsafe { pointers::value(answer) }, |answer| &answer.clause)
}

/// Returns the finding in one line, or the reason why there is no answer; empty if nothing decides
/// the verdict.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_message(answer: *const Answer) -> *const c_char {
    // SAFETY: the caller promises what the header asks for.
    text_of(unsafe { pointers::value(answer) }, |answer| &answer.message)
}

/// Returns the number of the turn that the finding is about, from 1; 0 if it is not about a turn.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_turn(answer: *const Answer) -> u64 {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(0, |answer| answer.turn)
}

/// Returns the line of the finding, from 1; 0 if it has none. It is a line of the log, or of the
/// turn: see `splendor_answer_is_in_turn`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_line(answer: *const Answer) -> u64 {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(0, |answer| answer.line)
}

/// Returns the column of the finding in characters, from 1; 0 if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_column(answer: *const Answer) -> u64 {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(0, |answer| answer.column)
}

/// Returns 1 if the line and the column count in the judged turn, and 0 if they count in the log.
///
/// In an answer of `splendor_why`, a finding about the turn has a place in the turn. A finding
/// about an earlier turn or about the rules of the log has a place in the log.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_is_in_turn(answer: *const Answer) -> c_int {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.is_some_and(|answer| answer.is_in_turn).into()
}

/// Returns the number of turns in the answer of `splendor_legal_turns`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_legal_turn_count(answer: *const Answer) -> usize {
    // SAFETY: the caller promises what the header asks for.
    unsafe { pointers::value(answer) }.map_or(0, |answer| answer.turns.len())
}

/// Returns a legal turn in JSON, by its index from 0; null after the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splendor_answer_legal_turn(
    answer: *const Answer,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller promises what the header asks for.
    let turns = unsafe { pointers::value(answer) }.map_or(&[][..], |answer| &answer.turns);
    turns.get(index).map_or(std::ptr::null(), |turn| turn.as_ptr())
}

/// Returns the version of the library, like `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn splendor_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("the version has no zero byte"),
        };
    VERSION.as_ptr()
}

/// Returns the arguments of a call.
///
/// # Safety
///
/// `log` is null or points to `length` bytes; `options` is null or points to a text that ends with
/// a zero byte. Nobody changes them during `'a`.
unsafe fn arguments<'a>(
    log: *const c_void,
    length: usize,
    options: *const c_char,
) -> Arguments<'a> {
    // SAFETY: the caller promises the same.
    unsafe { Arguments { bytes: pointers::bytes(log, length), options: pointers::text(options) } }
}

fn text_of<'a>(
    answer: Option<&'a Answer>,
    field: impl FnOnce(&'a Answer) -> &'a CStr,
) -> *const c_char {
    answer.map_or_else(Default::default, field).as_ptr()
}
