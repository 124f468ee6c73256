//! Tests that speak the protocol with the server.
#![expect(clippy::disallowed_methods, reason = "tests read the replays")]
#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking; the lint sees only functions that are tests themselves"
)]

mod client;
mod diagnostics;
mod edits;
mod hostile;
mod places;

use std::fs;
use std::path::Path;

use splendor_schema::{InputFile, Report};
use splendor_verify::{JudgeOptions, ReportScope};

/// Returns the name and the text of every log in a folder of `replays`.
fn replays(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays").join(folder);
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.extension().is_some()).collect();
    paths.sort();
    let named =
        |path: &Path| (path.to_string_lossy().into_owned(), fs::read_to_string(path).unwrap());
    paths.iter().map(|path| named(path)).collect()
}

/// Returns the text of a replay.
fn replay(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays").join(name);
    fs::read_to_string(path).unwrap()
}

/// Returns the report of `splendor verify`.
fn report(text: &str) -> Report {
    let input = InputFile { name: "log".into(), game: 1, line: 1 };
    splendor_verify::verify(input, text.as_bytes(), &JudgeOptions::default(), ReportScope::DETAILED)
        .0
}
