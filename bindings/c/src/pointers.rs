//! The only code that follows a pointer of the caller.
//!
//! Rust cannot check what a pointer from C points to, so this needs `unsafe`. Each function checks
//! all that can be checked; its section on safety and the header state the rest.

#![expect(unsafe_code, reason = "a pointer of C can be followed in no other way")]

use std::ffi::{CStr, c_char, c_void};

/// Returns the bytes at a pointer, which may be null if there are none.
///
/// # Safety
///
/// A pointer that is not null points to `length` bytes, which nobody changes during `'a`.
pub(crate) unsafe fn bytes<'a>(
    pointer: *const c_void,
    length: usize,
) -> Result<&'a [u8], &'static str> {
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err("the log is null, and its length is not 0");
    }
    if isize::try_from(length).is_err() {
        return Err("the length of the log is more than the memory can have");
    }
    // SAFETY: the pointer is not null, the length is possible, and the caller promises the rest.
    Ok(unsafe { std::slice::from_raw_parts(pointer.cast(), length) })
}

/// Returns the text at a pointer; `None` if it is null.
///
/// # Safety
///
/// A pointer that is not null points to a text that ends with a zero byte, and nobody changes it
/// during `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Option<&'a CStr> {
    // SAFETY: the pointer is not null, and the caller promises the rest.
    (!pointer.is_null()).then(|| unsafe { CStr::from_ptr(pointer) })
}

/// Returns the value at a pointer that [`give`] returned; `None` if it is null.
///
/// # Safety
///
/// A pointer that is not null comes from [`give`], and nobody takes it back during `'a`.
pub(crate) unsafe fn value<'a, T>(pointer: *const T) -> Option<&'a T> {
    // SAFETY: `give` returned the pointer, so it points to a value, which only `free` ends.
    unsafe { pointer.as_ref() }
}

/// Gives a value to the caller, who frees it with [`free`].
pub(crate) fn give<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a value that [`give`] returned; null is ignored.
///
/// # Safety
///
/// A pointer that is not null comes from [`give`], and nobody uses it again.
pub(crate) unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: `give` made the pointer from a box, and this is the only time that it is freed.
        drop(unsafe { Box::from_raw(pointer) });
    }
}
