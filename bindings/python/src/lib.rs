//! The verifier of logged games of Splendor, bound to Python.
//!
//! Only `module` knows Python: it takes bytes and returns text.
//! The other modules call the library `splendor-verify` in several threads, and catch panics.

#![cfg_attr(not(feature = "python"), expect(dead_code, reason = "then only the tests call it"))]

mod file;
mod guard;
mod judging;
#[cfg(feature = "python")]
mod module;
mod rows;
mod tables;
mod threads;
