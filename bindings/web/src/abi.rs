//! The functions that the page and the npm package call, with the calling convention of C: they
//! allocate memory, write a name or a header and a file into it, ask, and read the answer.
//!
//! Nothing here reads or writes through a pointer; only the caller does, which owns the memory.

#![expect(unsafe_code, reason = "a name can be exported in no other way")]

use std::cell::RefCell;
use std::io::Cursor;
use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use splendor_questions::{Answer, Ask, OpenFile, Options};

use crate::answer::{Ask as PageAsk, answer};

/// The memory that the caller and the verifier share.
#[derive(Debug)]
struct SharedBuffer {
    /// The name of the file or the header of a question, followed by the bytes of the file.
    given: Vec<u8>,
    answer: String,
    notes: String,
}

static SHARED: Mutex<SharedBuffer> =
    Mutex::new(SharedBuffer { given: Vec::new(), answer: String::new(), notes: String::new() });

thread_local! {
    /// The file whose logs the npm package judges one at a time.
    static OPEN: RefCell<Option<OpenFile>> = const { RefCell::new(None) };
}

fn shared() -> MutexGuard<'static, SharedBuffer> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Allocates memory for a name followed by a file, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut buffer = shared();
    buffer.given = vec![0; length];
    buffer.given.as_mut_ptr()
}

/// Answers a question about the file; the name is its first bytes. Returns the reach of the answer.
///
/// A defect ends in a trap; the answer is then its message.
#[unsafe(no_mangle)]
pub extern "C" fn ask(name: usize, what: u32, game: u32) -> u32 {
    report_defects();
    let given = take_given();
    let (name, bytes) = given.split_at(name.min(given.len()));
    let (reach, text) = answer(&String::from_utf8_lossy(name), bytes, PageAsk::of(what, game));
    shared().answer = text;
    reach as u32
}

/// The header of a question of the npm package.
#[derive(Debug, Deserialize)]
struct Header {
    /// `None` opens a file, whose logs are judged one at a time.
    ask: Option<Ask>,
    options: Options,
}

/// Answers a question of the npm package, whose header has this length. Returns how it ended.
///
/// A defect ends in a trap; the answer is then its message.
#[unsafe(no_mangle)]
pub extern "C" fn question(header: usize) -> u32 {
    report_defects();
    reply(answer_question(header, take_given()))
}

fn answer_question(length: usize, given: Vec<u8>) -> Result<Option<Answer>, String> {
    let (header, bytes) = given.split_at(length.min(given.len()));
    let header: Header =
        serde_json::from_slice(header).map_err(|error| format!("the options: {error}"))?;
    if let Some(ask) = header.ask {
        return splendor_questions::answer(ask, &header.options, bytes).map(Some);
    }
    let mut file = Cursor::new(given);
    file.set_position(length as u64);
    OPEN.set(Some(OpenFile::open(&header.options, file)?));
    Ok(None)
}

/// Judges the next log of the file that the last question opened. Returns how it ended.
#[unsafe(no_mangle)]
pub extern "C" fn next_report() -> u32 {
    reply(OPEN.with_borrow_mut(|file| match file {
        Some(file) => file.next_report(),
        None => Ok(None),
    }))
}

/// How an answer to the npm package ended.
enum End {
    /// There is an answer.
    Answer = 0,
    /// The answer is the reason why there is none.
    Refused = 1,
    /// There is nothing more to answer.
    Nothing = 2,
}

fn reply(answer: Result<Option<Answer>, String>) -> u32 {
    let (end, text, notes) = match answer {
        Ok(Some(answer)) => (End::Answer, answer.json, answer.notes),
        Ok(None) => (End::Nothing, String::new(), String::new()),
        Err(reason) => (End::Refused, reason, String::new()),
    };
    let mut shared = shared();
    (shared.answer, shared.notes) = (text, notes);
    end as u32
}

/// Makes the message of a panic the answer.
fn report_defects() {
    panic::set_hook(Box::new(|info| shared().answer = splendor_verify::defect(info.payload())));
}

/// Releases the lock while the verifier works, so that the panic hook can write a defect there.
fn take_given() -> Vec<u8> {
    std::mem::take(&mut shared().given)
}

/// Returns the address of the answer, which is UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    shared().answer.as_ptr()
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    shared().answer.len()
}

/// Returns the address of the notes on the answer, which are lines of UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn notes_at() -> *const u8 {
    shared().notes.as_ptr()
}

/// Returns the number of bytes of the notes.
#[unsafe(no_mangle)]
pub extern "C" fn notes_length() -> usize {
    shared().notes.len()
}

/// Frees the memory of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    let mut shared = shared();
    shared.answer = String::new();
    shared.notes = String::new();
    shared.given = Vec::new();
}
