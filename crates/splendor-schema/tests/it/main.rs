//! The formats from the outside: files in, types, messages and schemas out.
#![expect(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test may panic and reads the files of the repository"
)]

mod agree;
mod docs;
mod formats;
mod mutate;
mod refuse;
mod schemas;
mod source;
