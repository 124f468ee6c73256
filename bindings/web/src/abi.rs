//! What the page calls, by the calling convention of C: it asks for room, writes a name and a file
//! into it, asks, and reads the answer.
//!
//! Nothing here reads or writes through a pointer; that is left to the page, which owns the memory.

#![expect(unsafe_code, reason = "a name can be exported in no other way")]

use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answer::{Ask, answer};

/// What lies between the page and the verifier.
#[derive(Debug)]
struct Desk {
    /// The name of the file, and the file.
    given: Vec<u8>,
    answer: String,
}

static DESK: Mutex<Desk> = Mutex::new(Desk { given: Vec::new(), answer: String::new() });

fn desk() -> MutexGuard<'static, Desk> {
    DESK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns room for so many bytes: for a name, and the file behind it.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut desk = desk();
    desk.given = vec![0; length];
    desk.given.as_mut_ptr()
}

/// Answers for what was given; the name is its first bytes. Returns how far the answer goes.
///
/// A defect ends in a trap, and the answer is then what it was.
#[unsafe(no_mangle)]
pub extern "C" fn ask(name: usize, what: u32, game: u32) -> u32 {
    panic::set_hook(Box::new(|info| desk().answer = splendor_verify::defect(info.payload())));
    // The desk is free while the verifier works, so that a defect can be told there.
    let given = std::mem::take(&mut desk().given);
    let (name, bytes) = given.split_at(name.min(given.len()));
    let (reach, told) = answer(&String::from_utf8_lossy(name), bytes, Ask::of(what, game));
    desk().answer = told;
    reach as u32
}

/// Returns where the answer stands, in UTF-8.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    desk().answer.as_ptr()
}

/// Returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    desk().answer.len()
}

/// Gives the memory of the answer back.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    let mut desk = desk();
    desk.answer = String::new();
    desk.given = Vec::new();
}
