//! The JSON machinery that every format is built on: free JSON, places in a text, layout.
//!
//! - `strict`: typed readers that reject everything that a format does not allow.
//! - `fast`: a second reader for text in its usual spelling; see `formats::log::fast_path`.
//! - `word`: short strings as numbers, for the fast reader.
//! - `walk`: a strict walk over any JSON, which `free`, `tree` and `locate` use.
//! - `pointer`: JSON pointers, which `locate` and `skim` follow.
//! - `skim`: a search in text that is known to be strict JSON.
//! - `turn_places`: the places of the turns in the text of a log.

pub(crate) mod error;
pub mod fast;
pub(crate) mod free;
pub mod layout;
pub(crate) mod lines;
pub mod locate;
pub(crate) mod pointer;
pub(crate) mod skim;
pub(crate) mod strict;
pub(crate) mod suggest;
pub mod tree;
pub(crate) mod turn_places;
pub(crate) mod walk;
pub mod word;

pub use free::{Ext, Json};
pub use suggest::edit_distance;
pub use turn_places::{TurnPlaces, TurnSpan};
