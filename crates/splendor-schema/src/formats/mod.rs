//! The formats, a module for each.

pub(crate) mod conformance;
pub(crate) mod diagnosis;
pub(crate) mod impact;
pub(crate) mod log;
pub(crate) mod manifest;
pub(crate) mod position;
pub(crate) mod report;
pub(crate) mod summary;
pub(crate) mod turn;
pub(crate) mod vector;
pub(crate) mod why;
