//! The formats from the outside: files in, types, messages and schemas out.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod agree;
mod docs;
mod formats;
mod mutate;
mod quick;
mod refuse;
mod schemas;
mod source;
