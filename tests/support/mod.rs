//! Helpers that the tests of every crate share: each crate includes this file.

use std::path::{Path, PathBuf};

/// Returns the folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Returns a small sample for `cargo test`, and a large one if `SPLENDOR_LONG` is set, as in
/// `.ci/run`.
pub(crate) fn sample<T>(small: T, large: T) -> T {
    if std::env::var_os("SPLENDOR_LONG").is_some() { large } else { small }
}

/// Checks that a file of the project has the expected content; `BLESS=1` writes the file.
pub(crate) fn golden(path: &str, expected: &str) {
    let file = root().join(path);
    let fresh = std::fs::read_to_string(&file).is_ok_and(|found| found == expected);
    if !fresh && std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, expected).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{path} is stale: BLESS=1 cargo test writes it anew");
}
