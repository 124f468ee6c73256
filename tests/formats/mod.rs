//! Tests of the files that the program reads and writes.

mod ci_reports;
mod reports;
