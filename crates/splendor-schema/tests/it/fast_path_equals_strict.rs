//! The fast path and the strict reader return the same value or error for every log.

use std::path::{Path, PathBuf};

use splendor_schema::Log;

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
}

/// Reads every replay as a file, on one line, and cut in half: both readers return the same value,
/// or the same error at the same place.
#[test]
fn both_readers_read_the_same() {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays"), &mut found);
    let mut read = 0;
    for path in found {
        let text = std::fs::read_to_string(&path).unwrap();
        let line = text.replace('\n', " ");
        for text in [text.as_str(), line.as_str(), &text[..text.len() / 2]] {
            let bytes = text.as_bytes();
            let fast = Log::read(bytes);
            assert_eq!(fast, Log::read_strictly(bytes), "{path:?}");
            read += usize::from(fast.is_ok());
        }
    }
    assert!(read > 200, "only {read} logs were read");
}
