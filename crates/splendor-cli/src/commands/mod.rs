//! The commands, one file each: the arguments on top, `run` below.

pub(crate) mod audit;
pub(crate) mod completions;
pub(crate) mod conformance;
pub(crate) mod convert;
pub(crate) mod diagnose;
pub(crate) mod engine;
pub(crate) mod example;
pub(crate) mod explain;
pub(crate) mod generate;
pub(crate) mod legal;
pub(crate) mod list;
pub(crate) mod lsp;
pub(crate) mod mcp;
pub(crate) mod merge;
pub(crate) mod perft;
pub(crate) mod redact;
pub(crate) mod schema;
pub(crate) mod seal;
pub(crate) mod show;
pub(crate) mod verify;
pub(crate) mod view;
pub(crate) mod why;
pub(crate) mod witness;
