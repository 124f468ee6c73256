//! The verifier of logged games of Splendor, bound to Python.
//!
//! Only `module`, `commands` and `game` know Python: they take bytes and return text.
//! The other modules call the library `splendor-verify` in several threads, and catch panics.

#![cfg_attr(not(feature = "python"), expect(dead_code, reason = "then only the tests call it"))]

mod answers;
mod arena_json;
#[cfg(feature = "python")]
mod commands;
mod file;
mod foreign;
#[cfg(feature = "python")]
mod game;
mod guard;
mod judging;
mod logs;
#[cfg(feature = "python")]
mod module;
mod rows;
mod tables;
mod threads;
