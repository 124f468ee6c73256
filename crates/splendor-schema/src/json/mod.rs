//! The JSON machinery that every format is built on: free JSON, places in a text, layout.
//!
//! - `reader`: the one pull parser; `read` reads files with it, and chooses the error to report.
//! - `object`: a macro that declares a struct with its keys, its reader, its writer and its schema;
//!   `words` and `format_name` do so for an enum of words and for the name of a format.
//! - `word`: short strings as numbers, for the keys and ids that the reader meets most.
//! - `tree`, `free`: JSON of any shape, of other programs and in the fields `ext` and `foreign`.
//! - `locate`, `path`, `lines`: JSON pointers, and places in a text.

pub(crate) mod error;
pub(crate) mod format_name;
pub(crate) mod free;
pub mod layout;
pub(crate) mod lines;
pub mod locate;
pub(crate) mod object;
pub(crate) mod path;
pub(crate) mod read;
pub(crate) mod reader;
pub(crate) mod suggest;
pub mod tree;
pub(crate) mod word;
pub(crate) mod words;

pub use free::{Ext, Json};
pub use suggest::edit_distance;
