//! The functions that the page calls, with the calling convention of C: it allocates memory,
//! writes a name and a file into it, asks, and reads the answer.
//!
//! Nothing here reads or writes through a pointer; only the page does, which owns the memory.

#![expect(unsafe_code, reason = "a name can be exported in no other way")]

use std::panic;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answer::{Ask, answer};

/// The memory that the page and the verifier share.
#[derive(Debug)]
struct SharedBuffer {
    /// The name of the file, followed by its bytes.
    given: Vec<u8>,
    answer: String,
}

static SHARED: Mutex<SharedBuffer> =
    Mutex::new(SharedBuffer { given: Vec::new(), answer: String::new() });

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
    panic::set_hook(Box::new(|info| shared().answer = splendor_verify::defect(info.payload())));
    // Release the lock while the verifier works, so that the panic hook can write a defect there.
    let given = std::mem::take(&mut shared().given);
    let (name, bytes) = given.split_at(name.min(given.len()));
    let (reach, text) = answer(&String::from_utf8_lossy(name), bytes, Ask::of(what, game));
    shared().answer = text;
    reach as u32
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

/// Frees the memory of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    let mut shared = shared();
    shared.answer = String::new();
    shared.given = Vec::new();
}
