//! The formats, a module for each.

pub mod conformance;
pub mod diagnosis;
pub mod log;
pub mod manifest;
pub mod position;
pub mod report;
pub mod seal;
pub mod summary;
pub mod turn;
pub mod vector;
pub mod why;
