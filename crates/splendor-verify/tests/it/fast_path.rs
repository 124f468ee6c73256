//! The fast path gives the report of `verify_by_replay` for every replay and every real log.

use std::fs;
use std::path::{Path, PathBuf};

use splendor_input::pieces;
use splendor_schema::InputFile;
use splendor_verify::{JudgeOptions, ReportScope, RequiredRules, verify, verify_by_replay};

use crate::client_games;
use crate::root;

/// Compares the reports on each log of a file, and returns the number of logs.
fn compare(file: &PathBuf) -> usize {
    let name = file.to_string_lossy();
    let bytes = fs::read(file).unwrap();
    let mut logs = 0;
    let read = pieces(bytes.as_slice(), &mut |piece| {
        logs += 1;
        let input = InputFile { name: "log".into(), game: piece.game, line: piece.line };
        for keep_going in [false, true] {
            for required in [None, Some(RequiredRules::Published)] {
                let options = JudgeOptions { keep_going, required, ..JudgeOptions::default() };
                for scope in [ReportScope::Brief, ReportScope::Full] {
                    let fast = verify(input.clone(), piece.bytes, &options, scope);
                    let replayed = verify_by_replay(input.clone(), piece.bytes, &options, scope);
                    assert!(fast == replayed, "{name}, log {}", piece.game);
                }
            }
        }
    });
    assert!(read.is_ok(), "{name}: {read:?}");
    logs
}

/// Adds the files of a folder and of the folders in it.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { add_files(&path, files) } else { files.push(path) }
    }
}

#[test]
fn every_file_in_replays_gets_the_same_report_from_both_paths() {
    let mut files = Vec::new();
    add_files(&root().join("replays"), &mut files);
    assert!(files.iter().map(compare).sum::<usize>() > 800);
}

#[test]
fn every_real_log_gets_the_same_report_from_both_paths() {
    let files = [client_games::files(), client_games::sun_never_sets_files()]
        .into_iter()
        .flatten()
        .flatten();
    files.for_each(|file| assert!(compare(&file) > 0));
}
