//! Real games of other clients, if `SPLENDOR_CORPUS` names a folder that has them.

use std::fs;
use std::path::{Path, PathBuf};

use splendor_schema::Log;

use crate::root;

/// Returns the files of the corpus without those of Orient and Strongholds.
pub(crate) fn files() -> Option<Vec<PathBuf>> {
    let mut files = all_files()?;
    files.retain(|file| !has_newer_modules(file));
    Some(files)
}

/// Returns the files whose games have Orient or Strongholds.
pub(crate) fn sun_never_sets_files() -> Option<Vec<PathBuf>> {
    let mut files = all_files()?;
    files.retain(|file| has_newer_modules(file));
    Some(files)
}

/// Whether the games of a file have Orient or Strongholds; such games have tests of their own.
fn has_newer_modules(file: &Path) -> bool {
    file.file_stem().is_some_and(|name| name.to_string_lossy().starts_with("sun-never-sets-"))
}

/// Returns the files of the corpus. Without a corpus, the test reports that it is skipped.
#[expect(clippy::print_stderr, reason = "the output of the tests must name skipped tests")]
fn all_files() -> Option<Vec<PathBuf>> {
    let Some(corpus) = std::env::var_os("SPLENDOR_CORPUS") else {
        eprintln!("skipped: SPLENDOR_CORPUS names no folder of logs");
        return None;
    };
    let folder = PathBuf::from(corpus).join("traces");
    // Tests run in the folder of their package, but the variable may be relative to the project.
    let folder = if folder.is_dir() { folder } else { root().join(folder) };
    let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.collect();
    files.sort();
    Some(files)
}

/// Calls a function with the client, the line and the log of each game.
pub(crate) fn each_game(files: &[PathBuf], mut on_game: impl FnMut(&str, usize, Log)) {
    for file in files {
        let client = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (line, text) in fs::read_to_string(file).unwrap().lines().enumerate() {
            on_game(&client, line + 1, Log::read(text.as_bytes()).unwrap());
        }
    }
}
